// Looks up scene positions in the World and interpolates them towards the exploded view. It computes no coordinates.
import { MathUtils, Vector3 } from "three";
import { MAIN_LEVELS } from "../../view";
import { boardLevel } from "../../worldIndex";
import type {
  InstanceName,
  Level,
  MainLevel,
  PinName,
  SquareName,
  World,
  WorldBoard,
  WorldSquare,
} from "../../../wire/world";
import { toScene } from "./axes";

export class WorldLayout {
  readonly world: World;
  readonly #boards: ReadonlyMap<InstanceName, WorldBoard>;
  readonly #squares: ReadonlyMap<SquareName, WorldSquare>;
  readonly #pins: ReadonlyMap<PinName, Vector3>;
  /** 0 for the assembled set, 1 for the exploded view. */
  explodeFactor = 0;

  constructor(world: World) {
    this.world = world;
    this.#boards = new Map(world.boards.map((board) => [board.id, board]));
    // Both rotations of a board have the same squares at the same positions; reversing keeps the first.
    this.#squares = new Map([...world.squares].reverse().map((square) => [square.square, square]));
    this.#pins = new Map(world.pins.map((pin) => [pin.id, toScene(pin.position)]));
  }

  instance(id: InstanceName): WorldBoard {
    const board = this.#boards.get(id);
    if (!board) throw new Error(`the World has no board "${id}"`);
    return board;
  }

  /** The main board of a level, or the unrotated board of a pin. */
  boardOfLevel(level: Level): WorldBoard {
    return this.instance(this.#boards.has(level) ? level : `${level}:0`);
  }

  square(name: SquareName): WorldSquare {
    const square = this.#squares.get(name);
    if (!square) throw new Error(`the World has no square "${name}"`);
    return square;
  }

  /** The main board, or the pin of the attack board, that a square belongs to. */
  levelOf(square: SquareName): Level {
    return boardLevel(this.instance(this.square(square).board));
  }

  isMain(level: Level): level is MainLevel {
    return this.#boards.has(level);
  }

  /** The main level that a square's level or a pin belongs to. */
  mainLevel(level: Level): MainLevel {
    return this.boardOfLevel(level).over ?? (level as MainLevel);
  }

  /** The storey of a level: main boards are even, the attack boards above them odd. */
  storeyOf(level: Level): number {
    return 2 * MAIN_LEVELS.indexOf(this.mainLevel(level)) + (this.isMain(level) ? 0 : 1);
  }

  /** Any of the attack boards above a main board; all are at one height. */
  attackBoardOver(level: MainLevel): WorldBoard {
    const board = this.world.boards.find(({ over }) => over === level);
    if (!board) throw new Error(`the World has no attack board over "${level}"`);
    return board;
  }

  boardHeight(board: WorldBoard): number {
    return MathUtils.lerp(board.center[2], board.explodedZ, this.explodeFactor);
  }

  boardPosition(board: WorldBoard): Vector3 {
    return toScene([board.center[0], board.center[1], this.boardHeight(board)]);
  }

  squarePosition(name: SquareName): Vector3 {
    const { position, board } = this.square(name);
    return toScene([position[0], position[1], this.boardHeight(this.instance(board))]);
  }

  /** The foot of a pin, at the corner of its main board. */
  socketPosition(pin: PinName): Vector3 {
    const position = this.#pins.get(pin);
    if (!position) throw new Error(`the World has no pin "${pin}"`);
    const over = this.boardOfLevel(this.mainLevel(pin));
    return new Vector3(position.x, this.boardHeight(over), position.z);
  }
}
