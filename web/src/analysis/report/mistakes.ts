/**
 * Learn from your mistakes: the position before each mistake of a report, in which the person looks for a better move.
 * Rust decides whether a move is good enough; the engine evaluates the moves that the study does not know.
 */
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import type { LocalMode } from "../../board/localMode";
import type { Mode } from "../../board/mode";
import type { Board } from "../../core/board";
import type { Variation } from "../../wire/engine";
import type { Color } from "../../wire/snapshot";
import type { Evaluation, PlyReport, StudyReport, TryVerdict } from "../../wire/study";

export const SIDES = ["both", "white", "black"] as const;
export type Side = (typeof SIDES)[number];

/** A mistake of the game: the move, and the node before it. */
export interface Mistake {
  readonly ply: PlyReport;
  readonly before: number;
}

/**
 * `find` waits for a move, `judging` for the engine; `wrong` and `played` say what was wrong with the last try; `solved`
 * and `shown` end a mistake; `failed` means that the engine could not judge the try.
 */
export type MistakePhase = "find" | "judging" | "wrong" | "played" | "solved" | "shown" | "failed";

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
  /** The engine's best variation of the position on a board; null when it was cancelled. */
  readonly best: (board: Board) => Promise<Variation | null>;
  readonly cancel: () => void;
}

/** A mistake on the boards. */
interface OpenMistake {
  readonly mistake: Mistake;
  /** The game in which tries are played and taken back. */
  readonly game: LocalMode;
  /** The ply before the mistake. */
  readonly start: number;
}

export class MistakesRun {
  readonly state: ReadonlySignal<MistakesState>;
  readonly #state: Signal<MistakesState>;
  readonly #options: MistakesOptions;
  #open: OpenMistake | null = null;

  constructor(options: MistakesOptions) {
    this.#options = options;
    this.state = this.#state = signal(startMistakes(options.mistakes));
    this.#openCurrent();
  }

  /** The better move in coordinate notation; null if the engine was cancelled. */
  async solution(): Promise<string | null> {
    if (this.#open === null) return null;
    const { mistake, game } = this.#open;
    return mistake.ply.best[0] ?? (await this.#options.best(game.board))?.moves[0] ?? null;
  }

  async showSolution(): Promise<void> {
    const open = this.#open;
    const move = await this.solution();
    if (move === null || open === null || this.#open !== open || !isOpen(this.#state.peek())) return;
    const found = open.game.board.snapshot.peek().moves.find((each) => each.move === move);
    this.#dispatch({ type: "shown", text: found?.text ?? move });
    await open.game.play(move);
  }

  next(): void {
    this.#dispatch({ type: "next" });
    this.#openCurrent();
  }

  dispose(): void {
    this.#options.cancel();
    this.#options.show(null);
    this.#open?.game.dispose();
    this.#open = null;
  }

  #dispatch(input: MistakesInput): void {
    this.#state.value = updateMistakes(this.#state.peek(), input);
  }

  #openCurrent(): void {
    const { board, cancel, show } = this.#options;
    cancel();
    const before = this.#open;
    const mistake = currentMistake(this.#state.peek());
    const game = mistake && board(mistake.before, mistake.ply.color);
    this.#open = mistake && game && { mistake, game, start: game.board.history.peek().ply };
    show(this.#open && this.#playable(this.#open));
    before?.game.dispose();
  }

  /** The moves are tries. It does not step through the moves of the game. */
  #playable(open: OpenMistake): Mode {
    const { game } = open;
    return {
      board: game.board,
      seats: computed(() => (isOpen(this.#state.value) ? game.seats.value : [])),
      play: async (move) => {
        const error = await game.play(move);
        if (error === null) void this.#judge(open);
        return error;
      },
      // The run disposes of the game when the next one is on the boards.
      dispose: () => undefined,
    };
  }

  async #judge(open: OpenMistake): Promise<void> {
    const { best, judge } = this.#options;
    const { mistake, game, start } = open;
    const tried = game.board.history.peek().moves[start];
    if (!tried) return;
    this.#dispatch({ type: "tried", text: tried.text });
    try {
      let verdict = judge(mistake.before, tried.move, null);
      if (verdict === "unknown") {
        const found = await best(game.board);
        if (found === null || this.#open !== open) return;
        verdict = judge(mistake.before, tried.move, found.score);
      }
      if (verdict !== "unknown") this.#dispatch({ type: "judged", verdict });
    } catch {
      if (this.#open === open) this.#dispatch({ type: "failed" });
    }
    // Back to the position before, for another try.
    if (this.#open === open && isOpen(this.#state.peek())) game.steps.jump(start);
  }
}
