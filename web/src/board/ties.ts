// Squares of one column that the views tie together by a line.
import type { SquareName } from "../wire/world";
import type { Store } from "./store";
import { squareExists } from "./worldIndex";

export interface Tie {
  /** The targets of the selected piece, or the column under the pointer. */
  readonly tone: "target" | "hover";
  /** Lowest first. */
  readonly squares: readonly SquareName[];
}

/** The squares of a square's column that exist now, lowest first. */
export function columnSquares({ index, world, snapshot }: Store, square: SquareName): readonly SquareName[] {
  const column = index.squares.get(square)?.column;
  const squares = column === undefined ? [] : (world.columns[column] ?? []);
  return squares.filter((each) => squareExists(index, snapshot.value.boards, each));
}

/** The columns with several targets, and the one under the pointer. */
export function columnTies(store: Store): readonly Tie[] {
  const targets = store.targets.value;
  const hovered = store.hovered.value;
  const ties: Tie[] = [];
  for (const target of targets.keys()) {
    const squares = columnSquares(store, target).filter((square) => targets.has(square));
    // Once for each column.
    if (squares[0] === target) ties.push({ tone: "target", squares });
  }
  if (hovered !== null) ties.push({ tone: "hover", squares: columnSquares(store, hovered) });
  return ties.filter(({ squares }) => squares.length > 1);
}
