// Groups the moves of a game into rows, one for each move number.
import type { PlayedMove } from "../wire/game";

export interface MoveRow {
  readonly number: number;
  readonly white: readonly Ply[];
  readonly black: readonly Ply[];
}

export interface Ply {
  readonly ply: number;
  readonly played: PlayedMove;
}

/** Rows that have not changed stay the same objects, so that they are not rendered again. */
export function moveRows(moves: readonly PlayedMove[], before: readonly MoveRow[]): readonly MoveRow[] {
  return group(moves).map((row, at) => {
    const old = before[at];
    return old && isSame(old, row) ? old : row;
  });
}

function group(moves: readonly PlayedMove[]): MoveRow[] {
  const rows: { number: number; white: Ply[]; black: Ply[] }[] = [];
  moves.forEach((played, index) => {
    const { number, color } = played;
    let row = rows.at(-1);
    if (row?.number !== number) {
      row = { number, white: [], black: [] };
      rows.push(row);
    }
    row[color].push({ ply: index + 1, played });
  });
  return rows;
}

function isSame(one: MoveRow, other: MoveRow): boolean {
  return one.number === other.number && areSame(one.white, other.white) && areSame(one.black, other.black);
}

function areSame(one: readonly Ply[], other: readonly Ply[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ ply, played }, at) => ply === other[at]?.ply && played.text === other[at].played.text)
  );
}
