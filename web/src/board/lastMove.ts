// The squares and pins of the last move, to be marked in both views.
import type { History, Touched } from "../wire/game";

export const NOTHING: Touched = { squares: [], pins: [] };

/** The move that led to the ply now shown. */
export function lastTouched({ moves, ply }: History): Touched {
  return moves[ply - 1] ?? NOTHING;
}
