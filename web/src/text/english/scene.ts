// Texts of the 3D view.
import { game } from "./game.ts";

export const scene = {
  /** A square in words: "d4, neutral main board", "a1, board on QL1". */
  squareInWords: (column: string, level: string): string =>
    `${column}, ${game.mainBoard[level] ?? `board on ${level}`}`,
};
