// Squares, boards, positions and clocks in words, as the page shows them and screen readers read them.
import { text } from "../text";
import type { PlayedMove } from "../wire/game";
import type { Snapshot, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName } from "../wire/world";
import type { WorldIndex } from "./worldIndex";

/** "a1 on W" */
export function squareText(index: WorldIndex, square: SquareName): string {
  const parts = index.squares.get(square);
  return parts ? text.game.square(parts.column, parts.level) : square;
}

/** "white knight, a1 on W, carried, 2 moves" */
export function squareLabel(
  index: WorldIndex,
  square: SquareName,
  piece: SnapshotPiece | undefined,
  moves: number | null,
): string {
  const { game } = text;
  if (!piece) return game.emptySquare(squareText(index, square));
  const marks = piece.marks.map((mark) => game.mark[mark]);
  const parts = [game.piece(piece), squareText(index, square), ...marks];
  if (moves !== null) parts.push(game.moves(moves));
  return parts.join(", ");
}

/** "queen’s line, pin 1" */
export function pinText(index: WorldIndex, pin: PinName): string {
  const parts = index.pins.get(pin);
  return parts ? text.game.pin(text.game.line[parts.line], parts.number) : pin;
}

/** Whose turn it is, check, or how the game ended. */
export function statusText(index: WorldIndex, snapshot: Snapshot): string {
  const { status, turn, check, pending } = snapshot;
  if (status !== "ongoing") return text.game.ending(snapshot);
  if (pending !== null) return text.game.mustPromote(turn, squareText(index, pending));
  return text.game.toMove(turn, check !== null);
}

/** The number of moves, each of both sides, that a game has lasted. */
export function countMoves(moves: readonly PlayedMove[]): number {
  const [first] = moves;
  const last = moves.at(-1);
  return first && last ? last.number - first.number + 1 : 0;
}

const DAY = 86_400_000;

/** 754000 as "12:34"; tenths below ten seconds; days and hours from one day on. */
export function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left >= DAY) return text.game.daysLeft(Math.floor(left / DAY), Math.floor((left % DAY) / 3_600_000));
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A name without characters that file systems reject. */
export function fileName(name: string): string {
  const parts = name.match(/[\p{L}\p{N}]+/gu) ?? ["game"];
  return parts.join("-").slice(0, 60);
}
