// The seven boards on show: three main boards that stay, four attack boards on posts that move, and the sockets of the pins.
import {
  BoxGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  SphereGeometry,
  type BufferGeometry,
  type Material,
} from "three";
import type { Color, SnapshotBoard } from "../../wire/snapshot";
import type { InstanceName, PinName } from "../../wire/world";
import type { Materials } from "../materials/materials";
import { MAIN_LEVELS, type MainLevel, type WorldLayout } from "./worldLayout";
import { makeFrame, makeTiles, TILE_THICKNESS, type TileTints } from "../geometry/boards";
import { makePost, makeSocket } from "../geometry/stand";
import { setInlay, type Detail } from "../geometry/lathe";

/** An attack board as it is drawn now. Its group stands at the board's centre and carries everything but the post's foot. */
export interface AttackBoardModel {
  readonly owner: Color;
  pin: PinName;
  instance: InstanceName;
  controller: Color | null;
  readonly group: Group;
  readonly tiles: Mesh;
  readonly frame: Mesh;
  readonly post: Mesh;
  /** Who controls the board: a ball for White, a cube for Black, nothing for no one. */
  readonly bead: Mesh;
  faded: boolean;
}

interface MainBoardModel {
  readonly level: MainLevel;
  readonly group: Group;
  readonly tiles: Mesh;
  readonly frame: Mesh;
  faded: boolean;
}

export class BoardModels {
  readonly group = new Group();
  readonly main: readonly MainBoardModel[];
  readonly attack: AttackBoardModel[] = [];
  readonly sockets: InstancedMesh;
  readonly #places: WorldLayout;
  readonly #shapes: {
    mainTiles: BufferGeometry;
    attackTiles: BufferGeometry;
    readonly mainFrame: BufferGeometry;
    readonly attackFrame: BufferGeometry;
    readonly posts: Readonly<Record<Color, BufferGeometry>>;
    readonly beads: Readonly<Record<Color, BufferGeometry>>;
    readonly socket: BufferGeometry;
  };
  readonly #ghost = new Group();
  readonly #ghostTiles: Mesh;
  readonly #ghostFrame: Mesh;
  #ghostPin: PinName | null = null;
  #materials: Materials;

  constructor(places: WorldLayout, detail: Detail, tints: TileTints, materials: Materials) {
    this.#places = places;
    this.#materials = materials;
    const { world } = places;
    const mainBoard = places.instance("W");
    const attackBoard = places.instance("QL1:0");
    const cube = new BoxGeometry(0.26, 0.26, 0.26);
    cube.rotateY(Math.PI / 4);
    this.#shapes = {
      mainTiles: makeTiles(world, mainBoard, tints),
      attackTiles: makeTiles(world, attackBoard, tints),
      mainFrame: setInlay(makeFrame(world, mainBoard), 0),
      attackFrame: setInlay(makeFrame(world, attackBoard), 0),
      posts: { white: makePost(1, detail), black: makePost(2, detail) },
      beads: { white: setInlay(new SphereGeometry(0.19, 20, 14), 0), black: setInlay(cube, 0) },
      socket: makeSocket(detail),
    };
    this.main = MAIN_LEVELS.map((level) => this.#makeMain(level));
    this.sockets = new InstancedMesh(this.#shapes.socket, materials.metal, world.pins.length);
    this.sockets.frustumCulled = false;
    this.#ghostTiles = new Mesh(this.#shapes.attackTiles, materials.ghostTiles);
    this.#ghostFrame = new Mesh(this.#shapes.attackFrame, materials.ghostFrame);
    this.#ghost.add(this.#ghostTiles, this.#ghostFrame);
    this.#ghost.visible = false;
    this.group.add(this.sockets, this.#ghost);
  }

  #makeMain(level: MainLevel): MainBoardModel {
    const group = new Group();
    const tiles = new Mesh(this.#shapes.mainTiles, this.#materials.tiles);
    const frame = new Mesh(this.#shapes.mainFrame, this.#materials.frames[level]);
    frame.receiveShadow = true;
    group.add(tiles, frame);
    this.group.add(group);
    return { level, group, tiles, frame, faded: false };
  }

  addAttack(board: SnapshotBoard): AttackBoardModel {
    const group = new Group();
    const material = this.#materials.frames[board.owner];
    const tiles = new Mesh(this.#shapes.attackTiles, this.#materials.tiles);
    const frame = new Mesh(this.#shapes.attackFrame, material);
    const post = new Mesh(this.#shapes.posts[board.owner], material);
    const bead = new Mesh(this.#shapes.beads.white, material);
    const { spacing } = this.#places.world;
    bead.position.set(-spacing, 0.12, spacing);
    frame.receiveShadow = true;
    group.add(tiles, frame, post, bead);
    this.group.add(group);
    const model: AttackBoardModel = {
      owner: board.owner,
      pin: board.pin,
      instance: board.instance,
      controller: board.controller,
      group,
      tiles,
      frame,
      post,
      bead,
      faded: false,
    };
    this.attack.push(model);
    return model;
  }

  removeAttack(model: AttackBoardModel): void {
    this.group.remove(model.group);
    this.attack.splice(this.attack.indexOf(model), 1);
  }

  /** Shows where a board would stand, or that none is meant. */
  showGhost(ghost: { readonly pin: PinName; readonly owner: Color } | null): void {
    this.#ghostPin = ghost?.pin ?? null;
    this.#ghost.visible = ghost !== null;
    this.placeGhost();
  }

  placeGhost(): void {
    if (this.#ghostPin === null) return;
    this.#ghost.position.copy(this.#places.board(this.#places.boardOfLevel(this.#ghostPin)));
  }

  /** Stands a board still on its pin. */
  settle(model: AttackBoardModel): void {
    const board = this.#places.instance(model.instance);
    model.group.position.copy(this.#places.board(board));
    model.group.rotation.y = (board.rotation * Math.PI) / 180;
    this.stretchPost(model, this.#places.socketPosition(model.pin).y);
  }

  /** Lets a board's post reach down to a height. */
  stretchPost(model: AttackBoardModel, foot: number): void {
    const top = -TILE_THICKNESS - 0.03;
    const length = model.group.position.y + top - foot;
    model.post.scale.set(1, length, 1);
    model.post.position.y = top - length;
  }

  setController(model: AttackBoardModel, controller: Color | null): void {
    model.controller = controller;
    model.bead.visible = controller !== null;
    if (controller) model.bead.geometry = this.#shapes.beads[controller];
    this.#dress(model);
  }

  /** Puts everything that stays at its height in the exploded or the plain view. */
  placeMain(): void {
    for (const { level, group } of this.main) group.position.copy(this.#places.board(this.#places.instance(level)));
    const matrix = new Matrix4();
    this.#places.world.pins.forEach((pin, index) => {
      this.sockets.setMatrixAt(index, matrix.setPosition(this.#places.socketPosition(pin.id)));
    });
    this.sockets.instanceMatrix.needsUpdate = true;
    this.placeGhost();
  }

  /** Levels out of focus go thin. */
  setFaded(isThin: (level: string) => boolean): void {
    for (const model of this.main) {
      model.faded = isThin(model.level);
      model.tiles.material = model.faded ? this.#materials.fadedTiles : this.#materials.tiles;
      model.frame.material = model.faded ? this.#materials.fadedFrame : this.#materials.frames[model.level];
    }
    for (const model of this.attack) {
      model.faded = isThin(model.pin);
      this.#dress(model);
    }
  }

  #dress(model: AttackBoardModel): void {
    const { fadedTiles, fadedFrame, tiles, frames } = this.#materials;
    const body: Material = model.faded ? fadedFrame : frames[model.owner];
    model.tiles.material = model.faded ? fadedTiles : tiles;
    model.frame.material = model.post.material = body;
    model.bead.material = model.faded ? fadedFrame : frames[model.controller ?? model.owner];
  }

  setMaterials(materials: Materials): void {
    this.#materials = materials;
    this.sockets.material = materials.metal;
    this.#ghostTiles.material = materials.ghostTiles;
    this.#ghostFrame.material = materials.ghostFrame;
    for (const model of this.main) {
      model.tiles.material = model.faded ? materials.fadedTiles : materials.tiles;
      model.frame.material = model.faded ? materials.fadedFrame : materials.frames[model.level];
    }
    for (const model of this.attack) this.#dress(model);
  }

  setTints(tints: TileTints): void {
    const { world } = this.#places;
    const { mainTiles, attackTiles } = this.#shapes;
    this.#shapes.mainTiles = makeTiles(world, this.#places.instance("W"), tints);
    this.#shapes.attackTiles = makeTiles(world, this.#places.instance("QL1:0"), tints);
    for (const { tiles } of this.main) tiles.geometry = this.#shapes.mainTiles;
    for (const { tiles } of [...this.attack, { tiles: this.#ghostTiles }]) tiles.geometry = this.#shapes.attackTiles;
    mainTiles.dispose();
    attackTiles.dispose();
  }

  dispose(): void {
    this.sockets.dispose();
    const { posts, beads, ...shapes } = this.#shapes;
    for (const shape of [...Object.values(shapes), ...Object.values(posts), ...Object.values(beads)]) shape.dispose();
  }
}
