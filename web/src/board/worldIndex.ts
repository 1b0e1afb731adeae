// Look-up tables built once from World: the parts of squares and pins. No code cuts their names apart.
import type { ColumnName, InstanceName, Level, MainLevel, PinName, SquareName, World, WorldBoard } from "../wire/world";

export interface SquareParts {
  readonly column: ColumnName;
  /** The main board, or the pin of the attack board. */
  readonly level: Level;
  /** The pin of the attack board; null on a main board. */
  readonly pin: PinName | null;
}

export interface PinParts {
  readonly line: "QL" | "KL";
  /** 1 to 6, from White's side. */
  readonly number: number;
}

export interface WorldIndex {
  readonly squares: ReadonlyMap<SquareName, SquareParts>;
  readonly pins: ReadonlyMap<PinName, PinParts>;
}

export function indexWorld(world: World): WorldIndex {
  const boards = new Map<InstanceName, WorldBoard>(world.boards.map((board) => [board.id, board]));
  const squares = new Map<SquareName, SquareParts>();
  for (const { square, board: id, column } of world.squares) {
    const board = boards.get(id);
    if (board) squares.set(square, { column, level: boardLevel(board), pin: boardPin(board) });
  }
  const pins = new Map<PinName, PinParts>();
  for (const board of world.boards) {
    const pin = boardPin(board);
    if (pin !== null && board.line !== null && board.pin !== null) {
      pins.set(pin, { line: board.line, number: board.pin });
    }
  }
  return { squares, pins };
}

/** The pin of an attack board; null for a main board. */
export function boardPin({ line, pin }: WorldBoard): PinName | null {
  return line === null || pin === null ? null : `${line}${pin}`;
}

/** The main board, or the pin of an attack board, whatever its rotation. */
export function boardLevel(board: WorldBoard): Level {
  return boardPin(board) ?? (board.id as MainLevel);
}

/** Whether a square exists now: on a main board, or on a pin that carries a board. */
export function squareExists(
  index: WorldIndex,
  boards: readonly { readonly pin: PinName }[],
  square: SquareName,
): boolean {
  const parts = index.squares.get(square);
  if (!parts) return false;
  return parts.pin === null || boards.some(({ pin }) => pin === parts.pin);
}
