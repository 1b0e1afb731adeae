// A puzzle as a source for the boards.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import { asAppError, type AppError } from "../../core/errors";
import type { ActionResult, GameSource } from "../../core/source";
import type { Touched } from "../../wire/game";
import type { PuzzleHint, PuzzleState, PuzzleView } from "../../wire/learn";
import type { SquareName } from "../../wire/world";
import type { PuzzleHandle } from "./puzzleBook";

type Board = ReturnType<PuzzleHandle["board"]>;

export interface PuzzleSource extends GameSource {
  readonly view: PuzzleView;
  readonly state: ReadonlySignal<PuzzleState>;
  /** Makes the opponent's next move. */
  reply(): void;
  /** Whether a wrong move waits for a reply that only the engine can find. */
  needsRefutation(): boolean;
  refuteWith(move: string): void;
  retry(): void;
  hint(): PuzzleHint | null;
  giveUp(): void;
  /** Plays the next move of the solution; false when it was the last. */
  showNext(): boolean;
  isClean(): boolean;
  readonly isDisposed: () => boolean;
}

export function createPuzzleSource(puzzle: PuzzleHandle): PuzzleSource {
  const view = JSON.parse(puzzle.view()) as PuzzleView;
  const state = signal(JSON.parse(puzzle.state()) as PuzzleState);
  let board = puzzle.board();
  let disposed = false;

  function show(): void {
    batch(() => {
      board.free();
      board = puzzle.board();
      state.value = JSON.parse(puzzle.state()) as PuzzleState;
    });
  }

  function change<Result>(action: () => Result): Result {
    const result = action();
    show();
    return result;
  }

  function attempt(action: () => void): ActionResult {
    const error = errorOf(action);
    if (error === null) show();
    return Promise.resolve(error);
  }

  const names = (read: (board: Board) => string) => Promise.resolve(JSON.parse(read(board)) as SquareName[]);
  const nothing = (): ActionResult => Promise.resolve(null);
  return {
    view,
    state,
    snapshot: computed(() => state.value.snapshot),
    history: computed(() => state.value.history),
    clocks: signal(null),
    seats: computed(() => (state.value.phase === "solved" ? [] : [view.color])),
    play: (move) => attempt(() => puzzle.play(move)),
    explain: (move) => Promise.resolve(errorOf(() => board.explain(move))),
    whyStuck: (place) => Promise.resolve(errorOf(() => board.explain_stuck(place))),
    touched: (move) => Promise.resolve(JSON.parse(board.touched(move)) as Touched),
    attacked: (color) => names((each) => each.attacked(color)),
    checkers: () => names((each) => each.checkers()),
    reach: (square) => names((each) => each.reach(square)),
    undo: nothing,
    redo: nothing,
    jump: nothing,
    claim: nothing,
    agreeDraw: nothing,
    resign: nothing,
    reply: () => change(() => puzzle.reply()),
    needsRefutation: () => puzzle.needs_refutation(),
    refuteWith: (move) => change(() => puzzle.refute_with(move)),
    retry: () => change(() => puzzle.retry()),
    hint: () => change(() => JSON.parse(puzzle.hint()) as PuzzleHint | null),
    giveUp: () => change(() => puzzle.give_up()),
    showNext: () => change(() => puzzle.show_next()),
    isClean: () => puzzle.is_clean(),
    isDisposed: () => disposed,
    record: (format) => Promise.resolve(board.record(format)),
    dispose() {
      disposed = true;
      board.free();
      puzzle.free();
    },
  };
}

function errorOf(action: () => void): AppError | null {
  try {
    action();
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}
