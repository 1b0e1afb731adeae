// The name of a square in debug mode, on two lines: column and level.
import type { WorldIndex } from "../worldIndex";
import type { SquareName } from "../../wire/world";

export function debugName(index: WorldIndex, square: SquareName): string {
  const parts = index.squares.get(square);
  return parts ? `${parts.column}\n${parts.level}` : square;
}
