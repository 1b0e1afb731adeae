// A puzzle on the boards.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Mode } from "../../board/mode";
import { Board } from "../../core/board";
import { attempt, type ActionResult } from "../../core/errors";
import { parse } from "../../core/json";
import type { WasmPuzzle } from "../../wasm/learn/trid_learn";
import type { PuzzleHint, PuzzleState, PuzzleView } from "../../wire/learn";
import type { Color } from "../../wire/snapshot";

export class PuzzleMode implements Mode {
  readonly view: PuzzleView;
  readonly state: ReadonlySignal<PuzzleState>;
  readonly board: Board;
  readonly seats: ReadonlySignal<readonly Color[]>;
  isDisposed = false;
  readonly #puzzle: WasmPuzzle;
  readonly #state;
  #game;

  constructor(puzzle: WasmPuzzle) {
    this.#puzzle = puzzle;
    this.#game = puzzle.board();
    const view = (this.view = parse(puzzle.view()));
    const state = (this.state = this.#state = signal<PuzzleState>(parse(puzzle.state())));
    this.board = new Board(
      () => this.#game,
      computed(() => state.value.snapshot),
      computed(() => state.value.history),
    );
    this.seats = computed(() => (state.value.phase === "solved" ? [] : [view.color]));
  }

  play(move: string): ActionResult {
    return Promise.resolve(attempt(() => this.#change(() => this.#puzzle.play(move))));
  }

  /** Makes the opponent's next move. */
  reply(): void {
    this.#change(() => this.#puzzle.reply());
  }

  /** Whether a wrong move waits for a reply that only the engine can find. */
  needsRefutation(): boolean {
    return this.#puzzle.needs_refutation();
  }

  refuteWith(move: string): void {
    this.#change(() => this.#puzzle.refute_with(move));
  }

  retry(): void {
    this.#change(() => this.#puzzle.retry());
  }

  hint(): PuzzleHint | null {
    return this.#change(() => parse(this.#puzzle.hint()));
  }

  giveUp(): void {
    this.#change(() => this.#puzzle.give_up());
  }

  /** Plays the next move of the solution; false when it was the last. */
  showNext(): boolean {
    return this.#change(() => this.#puzzle.show_next());
  }

  isClean(): boolean {
    return this.#puzzle.is_clean();
  }

  dispose(): void {
    this.isDisposed = true;
    this.#game.free();
    this.#puzzle.free();
  }

  #change<Result>(action: () => Result): Result {
    const result = action();
    batch(() => {
      this.#game.free();
      this.#game = this.#puzzle.board();
      this.#state.value = parse(this.#puzzle.state());
    });
    return result;
  }
}
