// A mode: what the person does on a board. Playing here, online, reviewing, a lesson, a puzzle, a trainer, a study and the
// editor are modes. What is absent cannot be done.
import type { ReadonlySignal } from "@preact/signals-core";
import type { Board, RecordFormat } from "../core/board";
import type { Clocks } from "../core/clock";
import type { ActionResult } from "../core/errors";
import type { Claim, Color } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import type { Editing } from "./editing";
import type { Drawing, Overlay } from "./overlay";

/** Picked squares by whether they are right. */
export interface Answers {
  readonly right: readonly SquareName[];
  readonly wrong: readonly SquareName[];
}

/** Going through the moves. */
export interface Steps {
  undo(): void;
  redo(): void;
  /** Shows the position after a number of plies. */
  jump(ply: number): void;
}

/** Ending a game before it is mate or stalemate. */
export interface Endings {
  claim(kind: Claim): ActionResult;
  agreeDraw(): ActionResult;
  resign(color: Color): ActionResult;
}

/** A position that is the question of an exercise or a trainer. */
export interface Quiz {
  /** Squares to mark with a star. */
  readonly goals?: ReadonlySignal<readonly SquareName[]>;
  /** Picked squares to mark as right or wrong. */
  readonly answers?: ReadonlySignal<Answers>;
  /** Takes a picked square as an answer; false to select it as usual. */
  answer(square: SquareName): boolean;
  /** Whether pointing at a square shows nothing, because its name or column is the answer. */
  hidesHover(): boolean;
  /** Whether attacked squares are not shown, because they are the answer. */
  readonly hidesThreats: boolean;
}

export interface Mode {
  readonly board: Board;
  /** The sides that the player at this screen plays. */
  readonly seats: ReadonlySignal<readonly Color[]>;
  readonly clocks?: ReadonlySignal<Clocks | null>;
  /** Whether the board is a preview of moves that have not been played. */
  readonly previewing?: ReadonlySignal<boolean>;
  /** What both views draw over the boards. */
  readonly overlay?: ReadonlySignal<Overlay>;

  /** Plays a move in any notation. */
  play?(move: string): ActionResult;
  readonly steps?: Steps;
  readonly endings?: Endings;
  /** The record as a server writes it, with names and clocks. */
  record?(format: RecordFormat): Promise<string>;

  /** What a press does instead of selecting a move. */
  readonly quiz?: Quiz;
  readonly drawing?: Drawing;
  readonly editing?: Editing;
  dispose(): void;
}

export async function recordOf(mode: Mode, format: RecordFormat): Promise<string> {
  return mode.record?.(format) ?? mode.board.record(format);
}
