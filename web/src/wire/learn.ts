// Generated from the Rust types: UPDATE_CONTRACTS=1 cargo test -p trid-wasm --test contracts
import type { History, Touched } from "./game";
import type { Snapshot } from "./snapshot";
import type { RuleBook, SquareName } from "./world";

/** Why an attempt failed, and what to say. */
export type AttemptFailure = {
  /** Why. */
  readonly kind: FailureKind;
  /** The exercise's own text for this mistake. */
  readonly text: string | null;
};

/** An attempt as the page shows it. */
export type AttemptState = {
  /** The position on the boards. */
  readonly snapshot: Snapshot;
  /** The moves played in the attempt. */
  readonly history: History;
  /** Where the attempt is. */
  readonly phase: Phase;
  /** The squares marked with a star. */
  readonly goals: ReadonlyArray<SquareName>;
  /** How many moves the player has made. */
  readonly used: number;
  /** How many stars it earned: 1 to 3 when solved, 0 otherwise. */
  readonly stars: number;
  /** Why it failed. */
  readonly failure: AttemptFailure | null;
};

/** An exercise for the menu of the course. */
export type ExerciseSummary = {
  /** Its name in the progress: unique in the course. */
  readonly id: string;
  /** Its title. */
  readonly title: string;
};

/** An exercise for the page. */
export type ExerciseView = {
  /** A few words. */
  readonly title: string;
  /** What to do. */
  readonly task: string;
  /** What was learned. */
  readonly learned: string;
  /** The rule book. */
  readonly rules: RuleBook;
  /** How many moves the player may make. */
  readonly moves: number;
  /** How many moves earn all stars. */
  readonly par: number;
  /** Whether squares are picked as answers. */
  readonly picks: boolean;
  /** The moves to choose from, where the illegal one is asked for. */
  readonly choices: ReadonlyArray<MoveChoice>;
};

/** Why an attempt failed. */
export type FailureKind = "mistake" | "captured" | "mated" | "escapes" | "noCheck" | "outOfMoves" | "noMoves" | "legal" | "wrongSquare";

/** A hint: a text, or a move to mark. */
export type Hint = {
  /** What to look for. */
  readonly text: string | null;
  /** The next move of the solution, in coordinate notation; none if the player has left it. */
  readonly move: string | null;
};

/** A move to choose, legal or not. */
export type MoveChoice = {
  /** The move in coordinate notation. */
  readonly move: string;
  /** The squares and pins that its text names, to be marked. */
  readonly touched: Touched;
};

/** Where an attempt is. */
export type Phase = "playing" | "replying" | "solved" | "failed";

/** The stars of each exercise and the place where the person stopped. What this version does not know is kept. */
export type Progress = {
  /** Stars by the id of the exercise, 1 to 3. */
  readonly stars: Readonly<Record<string, number>>;
  /** The address of the exercise that was open last, without its `#`. */
  readonly last: string | null;
};

/** A stage for the menu of the course. */
export type StageSummary = {
  /** Its name in addresses. */
  readonly id: string;
  /** The topic. */
  readonly title: string;
  /** The topic in one sentence. */
  readonly text: string;
  /** The exercises in order. */
  readonly exercises: ReadonlyArray<ExerciseSummary>;
};
