// Solving puzzles one after the other: which one is next, and what a result counts.
import { batch, effect, signal, untracked } from "@preact/signals";
import type { Board } from "../../core/board";
import { createEngine, FULL_STRENGTH, spawnEngine, type Engine } from "../../core/engine";
import type { Store } from "../../board/store";
import type { Outcome, PuzzleView, RunState } from "../../wire/learn";
import { AttemptMode } from "../attemptMode";
import { playSound } from "../../sound";
import type { PuzzleTask } from "../../place/place";
import type { OpenedPuzzle, PuzzleBook, RatingChange } from "./puzzleBook";

export type PuzzleStatus = "loading" | "countdown" | "solving" | "unknown" | "notLoaded" | "none" | "runOver";
export type Puzzle = AttemptMode<PuzzleView>;

/** How long a finished puzzle stays on the boards in a streak or storm. */
const RUN_DELAY = 700;
const REFUTATION_TIME = 300;
const COUNTDOWN = 3;

export class PuzzleGame {
  readonly status = signal<PuzzleStatus>("loading");
  readonly source = signal<Puzzle | null>(null);
  readonly change = signal<RatingChange | null>(null);
  readonly run = signal<RunState | null>(null);
  /** The seconds until a storm starts. */
  readonly countdown = signal(COUNTDOWN);
  /** Whether the run that is over is the best so far. */
  readonly isBest = signal(false);
  readonly #book: PuzzleBook;
  readonly #task: PuzzleTask;
  readonly #store: Store;
  readonly #stop: () => void;
  #engine: Engine | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tick: ReturnType<typeof setInterval> | undefined;
  /** Whether the clock of the run is started, if it is a run. */
  #begun = true;
  /** Counts what is asked for. A puzzle that arrives after the next was asked for, or after the end, is dropped. */
  #requests = 0;

  constructor(book: PuzzleBook, task: PuzzleTask, store: Store) {
    this.#book = book;
    this.#task = task;
    this.#store = store;
    this.#stop = effect(() => {
      const source = this.source.value;
      // The first mistake, hint or solution decides, so each puzzle counts once.
      const outcome = source && source.outcome.value;
      if (source && outcome) untracked(() => this.#count(source, outcome));
    });
    void this.start();
  }

  /** Starts a run, or shows the first puzzle. */
  async start(): Promise<void> {
    if (this.#task.kind === "run") {
      this.#stopTimers();
      this.#book.startRun(this.#task.run);
      this.#begun = false;
      this.status.value = "loading";
    }
    await this.next();
  }

  /** Shows the next puzzle. */
  async next(): Promise<void> {
    clearTimeout(this.#timer);
    const request = ++this.#requests;
    try {
      const number = await this.#nextNumber();
      const puzzle = number === null ? null : await this.#book.open(number);
      if (request === this.#requests && puzzle && !this.#begun) await this.#begin(request);
      if (request !== this.#requests) puzzle?.attempt.free();
      else if (puzzle) this.#show(this.#attempt(puzzle), "solving");
      else if (number !== null) this.#show(null, "unknown");
      else if (this.#task.kind === "run") this.endRun();
      else this.#show(null, "none");
    } catch {
      if (request === this.#requests) this.#show(null, "notLoaded");
    }
  }

  /** Marks where the solution starts; asked again, the whole move. */
  hint(): void {
    const touched = this.source.peek()?.nextHint().touched;
    if (touched) this.#store.showHint(touched);
  }

  endRun(): void {
    this.#stopTimers();
    this.#requests++;
    if (this.status.peek() === "runOver") return;
    batch(() => {
      this.run.value = this.#book.runState();
      this.isBest.value = this.#book.endRun();
      this.status.value = "runOver";
    });
  }

  dispose(): void {
    this.#requests++;
    this.#stop();
    this.#stopTimers();
    this.#engine?.cancel();
    if (this.#task.kind === "run" && this.status.peek() !== "runOver") this.#book.endRun();
  }

  #stopTimers(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#tick);
  }

  async #nextNumber(): Promise<number | null> {
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

  /** Starts the clock of a run. A storm, whose first puzzle is loaded, counts down first. */
  async #begin(request: number): Promise<void> {
    if (this.#task.kind === "run" && this.#task.run === "storm") {
      this.status.value = "countdown";
      for (let left = COUNTDOWN; left > 0; left--) {
        this.countdown.value = left;
        await new Promise((resolve) => (this.#timer = setTimeout(resolve, 1000)));
        if (request !== this.#requests) return;
      }
    }
    this.#begun = true;
    this.#book.beginRun();
    this.#tick = setInterval(() => this.#updateRun(), 200);
  }

  #attempt({ view, attempt }: OpenedPuzzle): Puzzle {
    const inRun = this.#task.kind === "run";
    // A run goes on with the next puzzle.
    return new AttemptMode(view, attempt, { endsAtMistake: inRun, findReply: (board) => this.#bestReply(board) });
  }

  #show(source: Puzzle | null, status: PuzzleStatus): void {
    batch(() => {
      this.change.value = null;
      this.source.value = source;
      this.status.value = status;
      if (this.#task.kind === "run") this.run.value = this.#book.runState();
      if (source) this.#store.setView({ bottom: source.view.color, preset: source.view.color });
    });
  }

  #bestReply(board: Board): Promise<string | null> {
    const position = board.searchPosition();
    this.#engine ??= createEngine(spawnEngine);
    // Without the engine the wrong move is only called wrong.
    return this.#engine.search({ ...FULL_STRENGTH, position, moveTime: REFUTATION_TIME }).catch(() => null);
  }

  #count(source: Puzzle, outcome: Outcome): void {
    if (outcome !== "helped") playSound(this.#store, outcome === "solved" ? "promotion" : "capture");
    if (this.#task.kind !== "run") {
      this.change.value = this.#book.record(source.view.number, outcome);
      return;
    }
    this.#book.finishInRun(outcome === "solved");
    this.#updateRun();
    if (this.status.peek() === "runOver") return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.next(), RUN_DELAY);
  }

  #updateRun(): void {
    const state = this.#book.runState();
    if (state === null) return;
    this.run.value = state;
    if (state.isOver) this.endRun();
  }
}
