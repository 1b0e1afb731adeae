// An exercise on the boards: the rules of lessons in WebAssembly decide, this passes moves in and states out.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { type AppError, asAppError, pageError, thrownBy } from "../../core/errors";
import type { GameHandle } from "../../core/core";
import type { ActionResult, GameSource } from "../../core/source";
import { NOTHING } from "../../board/lastMove";
import type { Touched } from "../../wire/game";
import type { AttemptState, ExerciseView, Hint } from "../../wire/learn";
import type { Color } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";

/** An attempt at an exercise in WebAssembly. Results are JSON text; errors are thrown as `ApiError`. */
export interface ExerciseHandle {
  view(): string;
  state(): string;
  board(): GameHandle;
  play(move: string): void;
  reply(): void;
  claim(kind: string): void;
  pick(square: string): void;
  choose(index: number): void;
  undo(): void;
  retry(): void;
  hint(): string;
  show_solution(): string;
  free(): void;
}

export interface ExerciseSource extends GameSource {
  readonly view: ExerciseView;
  readonly state: ReadonlySignal<AttemptState>;
  /** Picks one of the moves in question. */
  choose(index: number): void;
  retry(): void;
  /** The next hint, with what to mark. */
  nextHint(): { readonly hint: Hint; readonly touched: Touched };
  /** Starts again and makes the steps of the solution one by one. */
  showSolution(): Promise<void>;
}

/** The pause before a reply, so that both moves are seen. */
const REPLY_PAUSE = 500;
const SOLUTION_PAUSE = 900;
const NOBODY: readonly Color[] = [];

type Pause = (milliseconds: number) => Promise<void>;
const wait: Pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export function createExerciseSource(exercise: ExerciseHandle, pause: Pause = wait): ExerciseSource {
  const view = JSON.parse(exercise.view()) as ExerciseView;
  let board = exercise.board();
  const state = signal(readState(exercise));
  /** Counts what the person does. A pending reply of an earlier attempt is dropped, and so is one after the end. */
  const input = { count: 0, ended: false };
  const isCurrent = (count: number): boolean => !input.ended && input.count === count;

  function publish(): void {
    board.free();
    board = exercise.board();
    state.value = readState(exercise);
  }

  async function replyLater(): Promise<void> {
    const { count } = input;
    while (state.peek().phase === "replying") {
      await pause(REPLY_PAUSE);
      if (!isCurrent(count)) return;
      exercise.reply();
      publish();
    }
  }

  async function act(action: () => void): Promise<AppError | null> {
    try {
      action();
    } catch (thrown) {
      return asAppError(thrown);
    }
    input.count++;
    publish();
    await replyLater();
    return null;
  }

  /** Makes one step of a solution: a move, a claim, a square or the illegal move. */
  function step(text: string): void {
    const index = view.choices.findIndex(({ move }) => move === text);
    if (index >= 0) exercise.choose(index);
    else if (view.picks) exercise.pick(text);
    else if (state.peek().snapshot.claims.some((claim) => claim === text)) exercise.claim(text);
    else exercise.play(text);
  }

  function touchedBy(step: string): Touched {
    const choice = view.choices.find(({ move }) => move === step);
    if (choice) return choice.touched;
    if (view.picks) return { squares: [step], pins: [] };
    try {
      return JSON.parse(board.touched(step)) as Touched;
    } catch {
      // A claim touches nothing.
      return NOTHING;
    }
  }

  const asks = view.picks || view.choices.length > 0;
  const illegal = (): ActionResult => Promise.resolve(pageError("E_REVIEW"));
  return {
    view,
    state,
    snapshot: computed(() => state.value.snapshot),
    history: computed(() => state.value.history),
    clocks: signal(null),
    seats: computed(() => (state.value.phase === "playing" && !asks ? [state.value.snapshot.turn] : NOBODY)),
    goals: computed(() => state.value.goals),
    play: (move) => act(() => exercise.play(move)),
    claim: (kind) => act(() => exercise.claim(kind)),
    answer(square) {
      if (view.picks) void act(() => exercise.pick(square));
      return view.picks;
    },
    choose: (index) => void act(() => exercise.choose(index)),
    explain: (move) => thrownBy(() => board.explain(move)),
    whyStuck: (place) => thrownBy(() => board.explain_stuck(place)),
    touched: (move) => Promise.resolve(JSON.parse(board.touched(move)) as Touched),
    attacked: (color) => Promise.resolve(JSON.parse(board.attacked(color)) as SquareName[]),
    checkers: () => Promise.resolve(JSON.parse(board.checkers()) as SquareName[]),
    reach: (square) => Promise.resolve(JSON.parse(board.reach(square)) as SquareName[]),
    undo: () => act(() => exercise.undo()),
    redo: () => Promise.resolve(null),
    jump: () => Promise.resolve(null),
    agreeDraw: illegal,
    resign: illegal,
    retry: () => void act(() => exercise.retry()),
    nextHint() {
      const hint = JSON.parse(exercise.hint()) as Hint;
      return { hint, touched: hint.move === null ? NOTHING : touchedBy(hint.move) };
    },
    async showSolution() {
      const steps = JSON.parse(exercise.show_solution()) as readonly string[];
      const count = ++input.count;
      publish();
      for (const each of steps) {
        await pause(SOLUTION_PAUSE);
        if (!isCurrent(count)) return;
        step(each);
        publish();
        await replyLater();
      }
    },
    record: (format) => Promise.resolve(board.record(format)),
    dispose() {
      input.ended = true;
      board.free();
      exercise.free();
    },
  };
}

function readState(exercise: ExerciseHandle): AttemptState {
  return JSON.parse(exercise.state()) as AttemptState;
}
