// The drawn boards: three fixed main boards, four movable attack boards on posts, and the pin sockets.
import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, SphereGeometry, type BufferGeometry } from "three";
import { MAIN_LEVELS } from "../../view";
import type { Color, SnapshotBoard } from "../../../wire/snapshot";
import type { InstanceName, Level, MainLevel, PinName } from "../../../wire/world";
import type { Materials } from "../materials/materials";
import type { WorldLayout } from "./worldLayout";
import { makeFrame, makeTiles, TILE_THICKNESS, type TileTints } from "../geometry/boards";
import { makePost, makeSocket } from "../geometry/stand";
import { setInlay, type Detail } from "../geometry/lathe";

/** How a board is drawn: `clear` glass where it is in the way, `faded` where its level is out of focus. */
export type BoardLook = "solid" | "clear" | "faded";

/** The current drawing state of an attack board. The group's origin is the board's center. */
export interface AttackBoardModel {
  readonly owner: Color;
  pin: PinName;
  instance: InstanceName;
  controller: Color | null;
  readonly group: Group;
  readonly tiles: Mesh;
  readonly frame: Mesh;
  readonly post: Mesh;
  /** Shows who controls the board: a ball for White, a cube for Black, hidden for neither. */
  readonly controllerMarker: Mesh;
  look: BoardLook;
}

interface MainBoardModel {
  readonly level: MainLevel;
  readonly group: Group;
  readonly tiles: Mesh;
  readonly frame: Mesh;
  look: BoardLook;
}

export class BoardModels {
  readonly group = new Group();
  readonly main: readonly MainBoardModel[];
  readonly attack: AttackBoardModel[] = [];
  readonly sockets: InstancedMesh;
  readonly #layout: WorldLayout;
  readonly #geometries: {
    mainTiles: BufferGeometry;
    attackTiles: BufferGeometry;
    readonly mainFrame: BufferGeometry;
    readonly attackFrame: BufferGeometry;
    readonly posts: Readonly<Record<Color, BufferGeometry>>;
    readonly controllerMarkers: Readonly<Record<Color, BufferGeometry>>;
    readonly socket: BufferGeometry;
  };
  readonly #ghost = new Group();
  readonly #ghostTiles: Mesh;
  readonly #ghostFrame: Mesh;
  #ghostPin: PinName | null = null;
  #materials: Materials;

  constructor(layout: WorldLayout, detail: Detail, tints: TileTints, materials: Materials) {
    this.#layout = layout;
    this.#materials = materials;
    const { world } = layout;
    const mainBoard = layout.instance("W");
    const attackBoard = layout.instance("QL1:0");
    const cube = new BoxGeometry(0.26, 0.26, 0.26);
    cube.rotateY(Math.PI / 4);
    this.#geometries = {
      mainTiles: makeTiles(world, mainBoard, tints),
      attackTiles: makeTiles(world, attackBoard, tints),
      mainFrame: setInlay(makeFrame(world, mainBoard), 0),
      attackFrame: setInlay(makeFrame(world, attackBoard), 0),
      posts: { white: makePost(1, detail), black: makePost(2, detail) },
      controllerMarkers: { white: setInlay(new SphereGeometry(0.19, 20, 14), 0), black: setInlay(cube, 0) },
      socket: makeSocket(detail),
    };
    this.main = MAIN_LEVELS.map((level) => this.#makeMain(level));
    this.sockets = new InstancedMesh(this.#geometries.socket, materials.metal, world.pins.length);
    this.sockets.frustumCulled = false;
    this.#ghostTiles = new Mesh(this.#geometries.attackTiles, materials.ghostTiles);
    this.#ghostFrame = new Mesh(this.#geometries.attackFrame, materials.ghostFrame);
    this.#ghost.add(this.#ghostTiles, this.#ghostFrame);
    this.#ghost.visible = false;
    this.group.add(this.sockets, this.#ghost);
  }

  #makeMain(level: MainLevel): MainBoardModel {
    const group = new Group();
    const tiles = new Mesh(this.#geometries.mainTiles, this.#materials.tiles);
    const frame = new Mesh(this.#geometries.mainFrame, this.#materials.frames[level]);
    frame.receiveShadow = true;
    group.add(tiles, frame);
    this.group.add(group);
    return { level, group, tiles, frame, look: "solid" };
  }

  addAttack(board: SnapshotBoard): AttackBoardModel {
    const group = new Group();
    const material = this.#materials.frames[board.owner];
    const tiles = new Mesh(this.#geometries.attackTiles, this.#materials.tiles);
    const frame = new Mesh(this.#geometries.attackFrame, material);
    const post = new Mesh(this.#geometries.posts[board.owner], material);
    const controllerMarker = new Mesh(this.#geometries.controllerMarkers.white, material);
    const { spacing } = this.#layout.world;
    controllerMarker.position.set(-spacing, 0.12, spacing);
    frame.receiveShadow = true;
    group.add(tiles, frame, post, controllerMarker);
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
      controllerMarker,
      look: "solid",
    };
    this.attack.push(model);
    return model;
  }

  removeAttack(model: AttackBoardModel): void {
    this.group.remove(model.group);
    this.attack.splice(this.attack.indexOf(model), 1);
  }

  /** Shows a preview of a board on a pin, or hides it. */
  showGhost(ghost: { readonly pin: PinName; readonly owner: Color } | null): void {
    this.#ghostPin = ghost?.pin ?? null;
    this.#ghost.visible = ghost !== null;
    this.placeGhost();
  }

  placeGhost(): void {
    if (this.#ghostPin === null) return;
    this.#ghost.position.copy(this.#layout.boardPosition(this.#layout.boardOfLevel(this.#ghostPin)));
  }

  /** Moves a board to its pin and rotation. */
  place(model: AttackBoardModel): void {
    const board = this.#layout.instance(model.instance);
    model.group.position.copy(this.#layout.boardPosition(board));
    model.group.rotation.y = (board.rotation * Math.PI) / 180;
    this.stretchPost(model, this.#layout.socketPosition(model.pin).y);
  }

  /** Scales a board's post to reach down to the given height. */
  stretchPost(model: AttackBoardModel, foot: number): void {
    const top = -TILE_THICKNESS - 0.03;
    const length = model.group.position.y + top - foot;
    model.post.scale.set(1, length, 1);
    model.post.position.y = top - length;
  }

  setController(model: AttackBoardModel, controller: Color | null): void {
    model.controller = controller;
    model.controllerMarker.visible = controller !== null;
    if (controller) model.controllerMarker.geometry = this.#geometries.controllerMarkers[controller];
    this.#applyMaterials(model);
  }

  /** Moves main boards, sockets and the ghost to their current heights. */
  placeFixed(): void {
    for (const { level, group } of this.main)
      group.position.copy(this.#layout.boardPosition(this.#layout.instance(level)));
    const matrix = new Matrix4();
    this.#layout.world.pins.forEach((pin, index) => {
      this.sockets.setMatrixAt(index, matrix.setPosition(this.#layout.socketPosition(pin.id)));
    });
    this.sockets.instanceMatrix.needsUpdate = true;
    this.placeGhost();
  }

  setLooks(lookOf: (level: Level) => BoardLook): void {
    for (const model of this.main) {
      model.look = lookOf(model.level);
      this.#applyMainMaterials(model);
    }
    for (const model of this.attack) {
      model.look = lookOf(model.pin);
      this.#applyMaterials(model);
    }
  }

  #applyMainMaterials({ level, look, tiles, frame }: MainBoardModel): void {
    const materials = this.#materials;
    tiles.material = look === "solid" ? materials.tiles : materials.fadedTiles;
    frame.material = look === "solid" ? materials.frames[level] : materials.fadedFrame;
  }

  #applyMaterials(model: AttackBoardModel): void {
    const { fadedTiles, fadedFrame, tiles, frames } = this.#materials;
    const solid = model.look === "solid";
    model.tiles.material = solid ? tiles : fadedTiles;
    model.frame.material = model.post.material = solid ? frames[model.owner] : fadedFrame;
    model.controllerMarker.material = solid ? frames[model.controller ?? model.owner] : fadedFrame;
  }

  setMaterials(materials: Materials): void {
    this.#materials = materials;
    this.sockets.material = materials.metal;
    this.#ghostTiles.material = materials.ghostTiles;
    this.#ghostFrame.material = materials.ghostFrame;
    for (const model of this.main) this.#applyMainMaterials(model);
    for (const model of this.attack) this.#applyMaterials(model);
  }

  setTints(tints: TileTints): void {
    const { world } = this.#layout;
    const { mainTiles, attackTiles } = this.#geometries;
    this.#geometries.mainTiles = makeTiles(world, this.#layout.instance("W"), tints);
    this.#geometries.attackTiles = makeTiles(world, this.#layout.instance("QL1:0"), tints);
    for (const { tiles } of this.main) tiles.geometry = this.#geometries.mainTiles;
    for (const { tiles } of [...this.attack, { tiles: this.#ghostTiles }])
      tiles.geometry = this.#geometries.attackTiles;
    mainTiles.dispose();
    attackTiles.dispose();
  }

  dispose(): void {
    this.sockets.dispose();
    const { posts, controllerMarkers, ...single } = this.#geometries;
    for (const group of [single, posts, controllerMarkers]) {
      for (const geometry of Object.values(group)) geometry.dispose();
    }
  }
}
