// Looks up the World's places for the scene, and blends them with the exploded view's heights. It works out no place itself.
import { MathUtils, Vector3 } from "three";
import type { InstanceName, PinName, SquareName, World, WorldBoard, WorldSquare } from "../../wire/world";
import { toScene } from "./axes";

export type MainLevel = "W" | "N" | "B";
export const MAIN_LEVELS: readonly MainLevel[] = ["W", "N", "B"];

/** "W", or the pin of an attack board's square. */
export function levelOf(square: SquareName): string {
  return square.slice(2);
}

export class WorldLayout {
  readonly world: World;
  readonly #boards: ReadonlyMap<InstanceName, WorldBoard>;
  readonly #squares: ReadonlyMap<SquareName, WorldSquare>;
  readonly #pins: ReadonlyMap<PinName, Vector3>;
  /** 0 as the set stands, 1 exploded. */
  explodeFactor = 0;

  constructor(world: World) {
    this.world = world;
    this.#boards = new Map(world.boards.map((boardPosition) => [boardPosition.id, boardPosition]));
    // Both rotations of a board have the same squares at the same places: the first found stands for both.
    this.#squares = new Map(
      [...world.squares].reverse().map((squarePosition) => [squarePosition.square, squarePosition]),
    );
    this.#pins = new Map(world.pins.map((pin) => [pin.id, toScene(pin.position)]));
  }

  instance(id: InstanceName): WorldBoard {
    const board = this.#boards.get(id);
    if (!board) throw new Error(`the World has no board "${id}"`);
    return board;
  }

  /** The board that stands on a pin, or the main board of a level. */
  boardOfLevel(level: string): WorldBoard {
    return this.instance(this.#boards.has(level) ? level : `${level}:0`);
  }

  squareInfo(name: SquareName): WorldSquare {
    const square = this.#squares.get(name);
    if (!square) throw new Error(`the World has no square "${name}"`);
    return square;
  }

  /** The main level a square's or a pin's level belongs to. */
  mainLevel(level: string): MainLevel {
    return this.boardOfLevel(level).over ?? (level as MainLevel);
  }

  boardHeight(board: WorldBoard): number {
    return MathUtils.lerp(board.center[2], board.explodedZ, this.explodeFactor);
  }

  board(board: WorldBoard): Vector3 {
    return toScene([board.center[0], board.center[1], this.boardHeight(board)]);
  }

  square(name: SquareName): Vector3 {
    const { position, board } = this.squareInfo(name);
    return toScene([position[0], position[1], this.boardHeight(this.instance(board))]);
  }

  /** The foot of a pin: the corner of the main board it stands over. */
  socketPosition(pin: PinName): Vector3 {
    const place = this.#pins.get(pin);
    if (!place) throw new Error(`the World has no pin "${pin}"`);
    const over = this.boardOfLevel(this.mainLevel(pin));
    return new Vector3(place.x, this.boardHeight(over), place.z);
  }
}
