// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { MoveArrow } from "./learn";
import type { Evaluation } from "./study";

/** The clock of the side to move, in milliseconds. */
export type SearchClock = {
  /** The time left. */
  readonly left: number;
  /** The time added after each move. */
  readonly increment: number;
};

/** What a search has found so far. */
export type SearchInfo = {
  /** The completed depth in plies. */
  readonly depth: number;
  /** The number of nodes searched. */
  readonly nodes: number;
  /** The speed of the search. */
  readonly nodesPerSecond: number;
  /** The best variations, as many as were asked for and exist, the best first. */
  readonly variations: ReadonlyArray<Variation>;
};

/** A position as UCI gives it: the start of its game and the moves from there, whose positions count as repetitions. */
export type SearchPosition = {
  /** T-FEN, with the rule book. */
  readonly start: string;
  /** The moves in coordinate notation. */
  readonly moves: ReadonlyArray<string>;
};

/** What to search, and for how long. Times are in milliseconds. Without a limit the search goes on until its worker ends. */
export type SearchRequest = {
  /** What to search. */
  readonly position: SearchPosition;
  /** The playing strength, 1 to 10. */
  readonly strength: number;
  /** Varies the moves of the weaker strengths. */
  readonly seed: number;
  /** The number of variations. */
  readonly variations: number;
  /** The time for this move. */
  readonly moveTime: number | null;
  /** The number of nodes. The result is then the same on every machine. */
  readonly nodes: number | null;
  /** The clock of the side to move. */
  readonly clock: SearchClock | null;
};

/** A variation: its moves and their evaluation. */
export type Variation = {
  /** The evaluation as White sees it. */
  readonly score: Evaluation;
  /** White's win chance from 0 to 1. */
  readonly winChance: number;
  /** The moves in coordinate notation. */
  readonly moves: ReadonlyArray<string>;
  /** The moves in algebraic notation. */
  readonly texts: ReadonlyArray<string>;
  /** For each move with a number how many full moves it comes after the first. */
  readonly numbers: ReadonlyArray<number | null>;
  /** The first move as an arrow. */
  readonly arrow: MoveArrow | null;
};
