// All puzzles with the person's progress: what Rust decides, and what the browser stores of it.
import { parse } from "../../core/json";
import { signal, type Signal } from "@preact/signals";
import { loadLearnModule, type LearnModule } from "../../core/learnModule";
import { once } from "../../core/once";
import { savedItems, tryStore } from "../../storage/storage";
import type { RuleBook } from "../../wire/world";
import type { RunKind } from "../../place/place";
import type { WasmAttempt } from "../../wasm/learn/trid_learn";
import type { Outcome, PuzzleFilter, PuzzleMenu, PuzzleView, RunState } from "../../wire/learn";
import { loadIndex, loadPart } from "./puzzleFiles";
import { chosenBook, PUZZLE_BOOK_KEY, PUZZLE_PROGRESS_KEY, today } from "./puzzleSettings";

const BROKEN_KEY = "trid.learn.puzzles.broken";

type Puzzles = InstanceType<LearnModule["WasmPuzzles"]>;

/** A puzzle and a new attempt at it. */
export interface OpenedPuzzle {
  readonly view: PuzzleView;
  readonly attempt: WasmAttempt;
}

/** How a puzzle changed the rating; null while that is not known. */
export interface RatingChange {
  readonly rating: number | null;
  readonly change: number | null;
}

export class PuzzleBook {
  readonly book: Signal<RuleBook>;
  /** What went wrong with the stored progress. */
  readonly error = signal<"damaged" | "notSaved" | null>(null);
  readonly #module: LearnModule;
  readonly #puzzles: Puzzles;
  readonly #storage: Storage;

  constructor(module: LearnModule, index: string, storage: Storage) {
    this.#module = module;
    this.#storage = storage;
    this.#puzzles = new module.WasmPuzzles(index);
    this.book = signal(chosenBook(storage));
    this.#readProgress();
  }

  setBook(book: RuleBook): void {
    this.book.value = book;
    this.#store(PUZZLE_BOOK_KEY, book);
  }

  menu(): PuzzleMenu {
    return parse(this.#puzzles.menu(this.book.value, today()));
  }

  /** The number of the next puzzle; null when there is none. */
  async choose(filter: PuzzleFilter): Promise<number | null> {
    const [book, text] = [this.book.peek(), JSON.stringify(filter)];
    const part = this.#puzzles.first_part(book, text);
    const first = part === undefined ? undefined : this.#puzzles.choose_first(await loadPart(part), seed());
    return first ?? this.#puzzles.choose(book, text, today(), seed()) ?? null;
  }

  /** A new attempt at a puzzle; null if there is no such number. */
  async open(number: number): Promise<OpenedPuzzle | null> {
    const name = this.#puzzles.part(number);
    if (name === undefined) return null;
    const part = await loadPart(name);
    const view = parse(this.#module.puzzle_view(part, number));
    return { view, attempt: this.#module.WasmAttempt.at_puzzle(part, number) };
  }

  /** Counts a finished puzzle. */
  record(number: number, outcome: Outcome): RatingChange {
    const before = this.menu().rating;
    // Another tab may have stored more.
    this.#mergeStored();
    this.#puzzles.record(number, outcome, today());
    this.#store(PUZZLE_PROGRESS_KEY, this.#puzzles.progress());
    const { rating } = this.menu();
    return { rating, change: rating === null || before === null ? null : rating - before };
  }

  /** Adds progress of another browser; false if it cannot be read. */
  merge(text: string): boolean {
    try {
      this.#puzzles.merge_progress(text);
    } catch {
      return false;
    }
    this.#store(PUZZLE_PROGRESS_KEY, this.#puzzles.progress());
    return true;
  }

  startRun(kind: RunKind): void {
    this.#puzzles.start_run(kind, this.book.peek(), performance.now());
  }

  /** Starts the clock of the run. */
  beginRun(): void {
    this.#puzzles.begin_run(performance.now());
  }

  nextInRun(): number | null {
    return this.#puzzles.next_in_run(seed()) ?? null;
  }

  finishInRun(solved: boolean): void {
    this.#puzzles.finish_in_run(solved, performance.now());
  }

  runState(): RunState | null {
    const state = this.#puzzles.run(performance.now());
    return state === undefined ? null : parse(state);
  }

  /** Ends the run, and returns whether it is the best so far. */
  endRun(): boolean {
    const best = this.#puzzles.end_run();
    this.#mergeStored();
    this.#store(PUZZLE_PROGRESS_KEY, this.#puzzles.progress());
    return best;
  }

  #readProgress(): void {
    const stored = this.#storage.getItem(PUZZLE_PROGRESS_KEY);
    if (stored === null) return;
    try {
      this.#puzzles.read_progress(stored);
    } catch {
      // Kept aside, so that nothing is lost for good.
      this.#store(BROKEN_KEY, stored);
      this.error.value = "damaged";
    }
  }

  #mergeStored(): void {
    const stored = this.#storage.getItem(PUZZLE_PROGRESS_KEY);
    if (stored === null) return;
    try {
      this.#puzzles.merge_progress(stored);
    } catch {
      // The damaged text was kept aside when it was read.
    }
  }

  #store(key: string, text: string): void {
    if (!tryStore(this.#storage, key, text)) this.error.value = "notSaved";
  }
}

/** The puzzles, loaded once. */
export const openPuzzleBook = once(async () => {
  const [module, index] = await Promise.all([loadLearnModule(), loadIndex()]);
  return new PuzzleBook(module, index, savedItems());
});

function seed(): number {
  return Math.floor(Math.random() * 2 ** 32);
}
