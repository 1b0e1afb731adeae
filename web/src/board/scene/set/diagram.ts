// The layout of the view from above: the squares of one column share a cell, the lowest level at the lower left.
import type { SquareName } from "../../../wire/world";

/** Where a square is within its column: the offset of its center and its size, in squares. Right and up as on screen. */
export interface DiagramCell {
  readonly right: number;
  readonly up: number;
  readonly scale: number;
}

const WHOLE: DiagramCell = { right: 0, up: 0, scale: 1 };
const HALVES: readonly DiagramCell[] = [
  { right: -0.2, up: -0.2, scale: 0.6 },
  { right: 0.2, up: 0.2, scale: 0.6 },
];
const QUARTERS: readonly DiagramCell[] = [
  { right: -0.25, up: -0.25, scale: 0.5 },
  { right: 0.25, up: -0.25, scale: 0.5 },
  { right: -0.25, up: 0.25, scale: 0.5 },
  { right: 0.25, up: 0.25, scale: 0.5 },
];

/** The cell of a square among the existing squares of its column, lowest first. */
export function diagramCell(square: SquareName, column: readonly SquareName[]): DiagramCell {
  const index = column.indexOf(square);
  if (column.length < 2) return WHOLE;
  return (column.length === 2 ? HALVES : QUARTERS)[index] ?? WHOLE;
}
