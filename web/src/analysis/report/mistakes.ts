/**
 * Learn from your mistakes: the position before each mistake of a report, in which the person looks for a better move.
 * Rust decides whether a move is good enough; the engine evaluates the moves that the study does not know.
 */
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { LocalMode } from "../../board/localMode";
import type { Mode } from "../../board/mode";
import type { Board } from "../../core/board";
import type { Color } from "../../wire/snapshot";
import type { Evaluation, PlyReport, StudyReport, TryVerdict } from "../../wire/study";

export const SIDES = ["both", "white", "black"] as const;
export type Side = (typeof SIDES)[number];

/** A mistake of the game: the move, and the node before it. */
export interface Mistake {
  readonly ply: PlyReport;
  readonly before: number;
}

export const MISTAKE_PHASES = ["find", "judging", "wrong", "played", "solved", "shown", "failed"] as const;
/**
 * `find` waits for a move, `judging` for the engine; `wrong` and `played` say what was wrong with the last try; `solved`
 * and `shown` end a mistake; `failed` means that the engine could not judge the try.
 */
export type MistakePhase = (typeof MISTAKE_PHASES)[number];

export interface MistakesState {
  readonly mistakes: readonly Mistake[];
  readonly index: number;
  readonly phase: MistakePhase;
  /** The last move that was tried, or the solution that was shown. */
  readonly tried: string | null;
  readonly solved: number;
}

export type MistakesInput =
  | { readonly type: "tried"; readonly text: string }
  | { readonly type: "judged"; readonly verdict: Exclude<TryVerdict, "unknown"> }
  | { readonly type: "failed" }
  | { readonly type: "shown"; readonly text: string }
  | { readonly type: "next" };

/** The mistakes of one side or both, in the order of the game. */
export function mistakesOf({ nodes, report }: StudyReport, side: Side): readonly Mistake[] {
  return (report?.plies ?? [])
    .filter((ply) => ply.judgement !== null && (side === "both" || ply.color === side))
    .flatMap((ply) => {
      const before = nodes[ply.ply - 1];
      return before === undefined ? [] : [{ ply, before }];
    });
}

export function startMistakes(mistakes: readonly Mistake[]): MistakesState {
  return { mistakes, index: 0, phase: "find", tried: null, solved: 0 };
}

/** The mistake in question; null after the last one. */
export function currentMistake({ mistakes, index }: MistakesState): Mistake | null {
  return mistakes[index] ?? null;
}

export function isOpen({ phase }: MistakesState): boolean {
  return phase !== "solved" && phase !== "shown" && phase !== "judging";
}

export function updateMistakes(state: MistakesState, input: MistakesInput): MistakesState {
  switch (input.type) {
    case "tried":
      return isOpen(state) ? { ...state, phase: "judging", tried: input.text } : state;
    case "judged":
      if (state.phase !== "judging") return state;
      return input.verdict === "good"
        ? { ...state, phase: "solved", solved: state.solved + 1 }
        : { ...state, phase: input.verdict === "played" ? "played" : "wrong" };
    case "failed":
      return state.phase === "judging" ? { ...state, phase: "failed" } : state;
    case "shown":
      return isOpen(state) ? { ...state, phase: "shown", tried: input.text } : state;
    case "next":
      return { ...state, index: state.index + 1, phase: "find", tried: null };
  }
}

/** What a run needs from the study and the engine. */
export interface MistakesOptions {
  readonly mistakes: readonly Mistake[];
  /** The position before a mistake, in which one side moves. */
  readonly board: (node: number, color: Color) => LocalMode;
  readonly show: (mode: Mode | null) => void;
  /** What Rust says about a move; `unknown` if it needs the engine's score of the position after it. */
  readonly judge: (node: number, move: string, score: Evaluation | null) => TryVerdict;
  /** The engine's score of the position on a board; null when it was cancelled. */
  readonly evaluate: (board: Board) => Promise<Evaluation | null>;
  /** The best move on a board in coordinate notation, if the report does not know it. */
  readonly best: (board: Board) => Promise<string | null>;
  readonly cancel: () => void;
}

export interface MistakesRun {
  readonly state: ReadonlySignal<MistakesState>;
  /** The better move in coordinate notation; null if the engine was cancelled. */
  solution(): Promise<string | null>;
  showSolution(): Promise<void>;
  next(): void;
  dispose(): void;
}

/** A mistake on the boards. */
interface Shown {
  readonly mistake: Mistake;
  /** The game in which tries are played and taken back. */
  readonly game: LocalMode;
  /** The ply before the mistake. */
  readonly start: number;
}

export function createMistakesRun(options: MistakesOptions): MistakesRun {
  const state = signal(startMistakes(options.mistakes));
  let board: Shown | null = null;

  const dispatch = (input: MistakesInput): void => {
    state.value = updateMistakes(state.peek(), input);
  };

  function open(): void {
    options.cancel();
    const before = board;
    const mistake = currentMistake(state.peek());
    const game = mistake && options.board(mistake.before, mistake.ply.color);
    board = mistake && game && { mistake, game, start: game.board.history.peek().ply };
    options.show(board && playable(board));
    before?.game.dispose();
  }

  /** The moves are tries. It does not step through the moves of the game. */
  function playable(shown: Shown): Mode {
    const { game } = shown;
    return {
      board: game.board,
      seats: computed(() => (isOpen(state.value) ? game.seats.value : [])),
      async play(move) {
        const error = await game.play(move);
        if (error === null) void judge(shown);
        return error;
      },
      // The run disposes of the game when the next one is on the boards.
      dispose: () => undefined,
    };
  }

  async function judge(shown: Shown): Promise<void> {
    const { mistake, game, start } = shown;
    const tried = game.board.history.peek().moves[start];
    if (!tried) return;
    dispatch({ type: "tried", text: tried.text });
    try {
      let verdict = options.judge(mistake.before, tried.move, null);
      if (verdict === "unknown") {
        const score = await options.evaluate(game.board);
        if (score === null || board !== shown) return;
        verdict = options.judge(mistake.before, tried.move, score);
      }
      if (verdict !== "unknown") dispatch({ type: "judged", verdict });
    } catch {
      if (board === shown) dispatch({ type: "failed" });
    }
    // Back to the position before, for another try.
    if (board === shown && isOpen(state.peek())) game.steps.jump(start);
  }

  async function solution(): Promise<string | null> {
    if (board === null) return null;
    return board.mistake.ply.best[0] ?? options.best(board.game.board);
  }

  open();
  return {
    state,
    solution,
    async showSolution() {
      const shown = board;
      const move = await solution();
      if (move === null || shown === null || board !== shown || !isOpen(state.peek())) return;
      const found = shown.game.board.snapshot.peek().moves.find((each) => each.move === move);
      dispatch({ type: "shown", text: found?.text ?? move });
      await shown.game.play(move);
    },
    next() {
      dispatch({ type: "next" });
      open();
    },
    dispose() {
      options.cancel();
      options.show(null);
      board?.game.dispose();
      board = null;
    },
  };
}
