// What a game says beyond its Snapshot: the moves played, and why a move was refused.
import type { Color } from "./snapshot";
import type { PinName, SquareName } from "./world";

/** One ply of the record. */
export interface PlayedMove {
  readonly move: string;
  readonly text: string;
  readonly color: Color;
  readonly number: number;
  /** A forced promotion stands before its player's move and has no number of its own. */
  readonly forced: boolean;
  /** The squares that pieces left or reached, both of a castling. */
  readonly squares: readonly SquareName[];
  /** The pins that a board left or reached. */
  readonly pins: readonly PinName[];
}

/** The record up to its end, and the ply now shown: 0 is the start, `moves.length` the end. */
export interface History {
  readonly moves: readonly PlayedMove[];
  readonly ply: number;
}

export interface Reason {
  /** A stable code, "E_PATH_BLOCKED". */
  readonly code: string;
  readonly message: string;
  readonly squares: readonly SquareName[];
  readonly pins: readonly PinName[];
}

/** Why something was refused. The first reason is the headline. */
export interface ApiError {
  readonly code: string;
  readonly message: string;
  readonly reasons: readonly Reason[];
}
