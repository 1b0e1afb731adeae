// Solving puzzles one after the other: which one is next, when the opponent answers, and what a result counts.
import { batch, effect, signal, untracked } from "@preact/signals";
import { createEngine, FULL_STRENGTH, spawnEngine, type Engine } from "../../core/engine";
import type { Store } from "../../board/store";
import type { PuzzleHint, PuzzleState, RunState } from "../../wire/learn";
import type { PinName } from "../../wire/world";
import { playResult } from "../resultSound";
import type { PuzzleTask } from "../../place/place";
import type { PuzzleBook } from "./puzzleBook";
import { PuzzleMode } from "./puzzleMode";

export type PuzzleStatus = "loading" | "solving" | "unknown" | "notLoaded" | "none" | "runOver";

/** How the person's rating changed. */
export interface RatingChange {
  readonly rating: number;
  readonly change: number;
}

/** Long enough to see the opponent's move arrive. */
const REPLY_DELAY = 500;
/** How long a finished puzzle stays on the boards in a streak or storm. */
const RUN_DELAY = 700;
const REFUTATION_TIME = 300;

export class PuzzleGame {
  readonly status = signal<PuzzleStatus>("loading");
  readonly source = signal<PuzzleMode | null>(null);
  readonly change = signal<RatingChange | null>(null);
  readonly run = signal<RunState | null>(null);
  /** Whether the run that is over is the best so far. */
  readonly isBest = signal(false);
  readonly #book: PuzzleBook;
  readonly #task: PuzzleTask;
  readonly #store: Store;
  readonly #stop: () => void;
  #engine: Engine | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** Whether the puzzle on the boards has been counted. */
  #counted = false;
  #disposed = false;

  constructor(book: PuzzleBook, task: PuzzleTask, store: Store) {
    this.#book = book;
    this.#task = task;
    this.#store = store;
    this.#stop = effect(() => {
      const source = this.source.value;
      const state = source?.state.value;
      if (source && state) untracked(() => this.#follow(source, state));
    });
    void this.start();
  }

  /** Starts a run, or shows the first puzzle. */
  async start(): Promise<void> {
    if (this.#task.kind === "run") {
      this.#book.startRun(this.#task.run);
      clearInterval(this.#tick);
      this.#tick = setInterval(() => this.#updateRun(), 200);
    }
    await this.next();
  }

  /** Shows the next puzzle. */
  async next(): Promise<void> {
    const number = this.#nextNumber();
    if (number === null) {
      if (this.#task.kind === "run") this.endRun();
      else this.#show(null, "none");
      return;
    }
    clearTimeout(this.#timer);
    try {
      const puzzle = await this.#book.open(number);
      if (this.#disposed) puzzle?.free();
      else if (puzzle === null) this.#show(null, "unknown");
      else this.#show(new PuzzleMode(puzzle), "solving");
    } catch {
      if (!this.#disposed) this.#show(null, "notLoaded");
    }
  }

  retry(): void {
    this.source.peek()?.retry();
  }

  /** Marks where the solution starts; asked again, the whole move. */
  hint(): void {
    const hint = this.source.peek()?.hint();
    if (hint) this.#showHint(hint);
  }

  giveUp(): void {
    const source = this.source.peek();
    if (!source) return;
    source.giveUp();
    this.#count(false);
    this.#showSolution(source);
  }

  endRun(): void {
    clearInterval(this.#tick);
    clearTimeout(this.#timer);
    if (this.status.peek() === "runOver") return;
    batch(() => {
      this.run.value = this.#book.runState();
      this.isBest.value = this.#book.endRun();
      this.status.value = "runOver";
    });
  }

  dispose(): void {
    this.#disposed = true;
    this.#stop();
    clearTimeout(this.#timer);
    clearInterval(this.#tick);
    this.#engine?.cancel();
    if (this.#task.kind === "run" && this.status.peek() !== "runOver") this.#book.endRun();
  }

  #nextNumber(): number | null {
    const task = this.#task;
    switch (task.kind) {
      case "one":
        return /^\d{6}$/.test(task.number) ? Number(task.number) : NaN;
      case "daily":
        return this.#book.menu().daily;
      case "filter":
        return this.#book.choose(task.filter);
      case "run":
        return this.#book.nextInRun();
    }
  }

  #show(source: PuzzleMode | null, status: PuzzleStatus): void {
    this.#counted = false;
    batch(() => {
      this.change.value = null;
      this.source.value = source;
      this.status.value = status;
      if (this.#task.kind === "run") this.run.value = this.#book.runState();
      if (source) this.#store.setView({ bottom: source.view.color, preset: source.view.color });
    });
  }

  /** Acts on a new state of the puzzle on the boards. */
  #follow(source: PuzzleMode, state: PuzzleState): void {
    switch (state.phase) {
      case "replying":
        return this.#later(REPLY_DELAY, () => source.reply());
      case "refuting":
        this.#count(false);
        // A run goes on with the next puzzle.
        if (this.#task.kind === "run") return;
        return this.#later(REPLY_DELAY, () => void this.#refute(source));
      case "solved":
        return this.#count(source.isClean());
      case "wrong":
      case "playing":
    }
  }

  #later(delay: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, delay);
  }

  /** Shows what refutes a wrong move. The engine finds it where the puzzle does not know it. */
  async #refute(source: PuzzleMode): Promise<void> {
    if (source.needsRefutation()) {
      const move = await this.#bestReply(source);
      if (source.isDisposed || source.state.peek().phase !== "refuting") return;
      if (move !== null) source.refuteWith(move);
    }
    if (source.state.peek().phase === "refuting") source.reply();
  }

  #bestReply({ board }: PuzzleMode): Promise<string | null> {
    const position = { game: board.record("json"), ply: board.history.peek().ply };
    this.#engine ??= createEngine(spawnEngine);
    // Without the engine the wrong move is only called wrong.
    return this.#engine.search({ ...FULL_STRENGTH, ...position, moveTime: REFUTATION_TIME }).catch(() => null);
  }

  #showSolution(source: PuzzleMode): void {
    this.#later(REPLY_DELAY, () => {
      if (source.isDisposed || source.state.peek().phase === "solved") return;
      source.showNext();
      this.#showSolution(source);
    });
  }

  #showHint({ from, move }: PuzzleHint): void {
    const touched = move === null ? null : this.source.peek()?.board.touched(move);
    const isPin = /^[QK]L\d$/.test(from);
    this.#store.showHint(touched ?? { squares: isPin ? [] : [from], pins: isPin ? [from as PinName] : [] });
  }

  /** Counts the puzzle once, when it is solved or at the first mistake. */
  #count(solved: boolean): void {
    const source = this.source.peek();
    if (!source || this.#counted) return;
    this.#counted = true;
    playResult(this.#store, solved);
    if (this.#task.kind !== "run") {
      this.change.value = this.#book.record(source.view.number, solved);
      return;
    }
    this.#book.finishInRun(solved);
    this.#updateRun();
    if (this.status.peek() !== "runOver") this.#later(RUN_DELAY, () => void this.next());
  }

  #updateRun(): void {
    const state = this.#book.runState();
    if (state === null) return;
    this.run.value = state;
    if (state.isOver) this.endRun();
  }
}
