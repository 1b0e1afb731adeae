// What the last move touched, read off its coordinate notation, to be marked in both views.
import type { PinName, SquareName } from "../wire/world";

export interface Touched {
  readonly squares: readonly SquareName[];
  readonly pins: readonly PinName[];
}

const SQUARE = /[zabcde][0-9](?:[QK]L[1-6]|[WNB])/g;
const PIN = /[QK]L[1-6]/g;

/** Castling names no squares: it touches what the caller knows of it, here nothing. */
export function touched(move: string | null): Touched {
  if (move === null) return { squares: [], pins: [] };
  const squares = move.match(SQUARE) ?? [];
  return { squares, pins: squares.length > 0 ? [] : (move.match(PIN) ?? []) };
}
