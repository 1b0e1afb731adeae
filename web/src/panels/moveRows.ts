// The moves of a game cut into numbered lines, a line for what White and Black did in a move.
import type { PlayedMove } from "../wire/game";

export interface Line {
  readonly number: number;
  readonly white: readonly Ply[];
  readonly black: readonly Ply[];
}

export interface Ply {
  readonly ply: number;
  readonly text: string;
}

/** Lines that were there before and have not changed stay the same objects, so that they need not be drawn anew. */
export function moveRows(moves: readonly PlayedMove[], before: readonly Line[]): readonly Line[] {
  return cut(moves).map((line, at) => {
    const old = before[at];
    return old && isSame(old, line) ? old : line;
  });
}

function cut(moves: readonly PlayedMove[]): Line[] {
  const lines: { number: number; white: Ply[]; black: Ply[] }[] = [];
  moves.forEach(({ number, color, text }, index) => {
    let line = lines.at(-1);
    if (line?.number !== number) {
      line = { number, white: [], black: [] };
      lines.push(line);
    }
    line[color].push({ ply: index + 1, text });
  });
  return lines;
}

function isSame(one: Line, other: Line): boolean {
  return one.number === other.number && areSame(one.white, other.white) && areSame(one.black, other.black);
}

function areSame(one: readonly Ply[], other: readonly Ply[]): boolean {
  return (
    one.length === other.length && one.every(({ ply, text }, at) => ply === other[at]?.ply && text === other[at].text)
  );
}
