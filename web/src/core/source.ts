// The interface of a game's source: local (WebAssembly) or online (WebSocket).
import type { ReadonlySignal } from "@preact/signals-core";
import type { Claim, Color, Snapshot } from "../wire/snapshot";
import type { History, Touched } from "../wire/game";
import type { SquareName } from "../wire/world";
import type { AppError } from "./errors";
import type { Drawing, Overlay } from "./overlay";
import type { Editing } from "./editing";

/** Both clocks at one moment. The view counts down from there. */
export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly increment: number;
  readonly running: Color | null;
  /** The `performance.now()` at which `white` and `black` were read. */
  readonly since: number;
}

/** Null when the action succeeded; otherwise the error, and nothing has changed. */
export type ActionResult = Promise<AppError | null>;

export const RECORD_FORMATS = ["tpgn", "json", "tfen"] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

/** Picked squares by whether they are right. */
export interface Answers {
  readonly right: readonly SquareName[];
  readonly wrong: readonly SquareName[];
}

export interface GameSource {
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly history: ReadonlySignal<History>;
  readonly clocks: ReadonlySignal<Clocks | null>;
  /** The sides that the player at this screen plays. */
  readonly seats: ReadonlySignal<readonly Color[]>;

  /** Plays a move in any notation. */
  play(move: string): ActionResult;
  /** Why a move is not legal; null when it is. */
  explain(move: string): ActionResult;
  /** Why the piece on a square, or the board on a pin, cannot move; null when it can. */
  whyStuck(place: string): ActionResult;
  /** The squares and pins that a legal move would touch. */
  touched(move: string): Promise<Touched>;
  /** The squares a side attacks. */
  attacked(color: Color): Promise<readonly SquareName[]>;
  /** The squares of the pieces that give check to the side to move. */
  checkers(): Promise<readonly SquareName[]>;
  /** Where the piece on a square could move if it were its side's turn. */
  reach(square: SquareName): Promise<readonly SquareName[]>;

  undo(): ActionResult;
  redo(): ActionResult;
  /** Shows the position after a number of plies. */
  jump(ply: number): ActionResult;

  claim(kind: Claim): ActionResult;
  agreeDraw(): ActionResult;
  resign(color: Color): ActionResult;

  /** Whether the snapshot is a preview of moves that have not been played. */
  readonly previewing?: ReadonlySignal<boolean>;
  /** Squares to mark with a star. */
  readonly goals?: ReadonlySignal<readonly SquareName[]>;
  /** Picked squares to mark as right or wrong. */
  readonly answers?: ReadonlySignal<Answers>;
  /** Takes a picked square as an answer; false to select it as usual. */
  answer?(square: SquareName): boolean;
  /** Whether pointing at a square shows nothing, because its name or column is the answer. */
  readonly hidesHover?: boolean;

  /** What both views draw over the boards. */
  readonly overlay?: ReadonlySignal<Overlay>;
  /** Draws on the boards. */
  readonly drawing?: Drawing;
  /** Edits the position; such a source has no moves. */
  readonly editing?: Editing;

  record(format: RecordFormat): Promise<string>;
  dispose(): void;
}
