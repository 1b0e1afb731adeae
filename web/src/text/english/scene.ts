// Texts of the 3D view.

/** The main boards as a player points at them. */
const BOARDS: Readonly<Record<string, string>> = { W: "White’s board", N: "middle board", B: "Black’s board" };

export const scene = {
  /** A square in words: "d4, middle board", "a1, board on QL1". */
  squareInWords: (column: string, level: string): string => `${column}, ${BOARDS[level] ?? `board on ${level}`}`,
};
