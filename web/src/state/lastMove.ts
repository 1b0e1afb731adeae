// What a move touches, to be marked in both views: the last one played, or one that is hinted at.
import type { History } from "../wire/game";
import type { SnapshotMove } from "../wire/snapshot";
import type { PinName, SquareName } from "../wire/world";

export interface Touched {
  readonly squares: readonly SquareName[];
  readonly pins: readonly PinName[];
}

export const NOTHING: Touched = { squares: [], pins: [] };

/** The move that led to the ply now shown. */
export function lastTouched({ moves, ply }: History): Touched {
  return moves[ply - 1] ?? NOTHING;
}

/** A move that may be played; a board's is told by its pins, and by its rider's squares. */
export function touchedBy({ from, to, board }: SnapshotMove): Touched {
  const ends = board ? [board.rider?.from, board.rider?.to] : [from, to];
  return {
    squares: ends.filter((each): each is SquareName => typeof each === "string"),
    pins: board ? [...new Set([board.from, board.to])] : [],
  };
}
