// The stand: a weighted base, and a spine that leans back past the boards and holds each with an arm under its middle seam.
import { Group, InstancedMesh, Matrix4, Mesh, Vector3 } from "three";
import type { Materials } from "../materials/materials";
import { MAIN_LEVELS, type MainLevel, type WorldLayout } from "./worldLayout";
import { KNUCKLE, makeArm, makeBase, makeFoot, makeSpine } from "../geometry/stand";
import type { Detail } from "../geometry/lathe";

/** The table's height, below the lowest glass. */
export const GROUND = -2.2;
const BASE_HEIGHT = 0.4;
/** Half the base's width and depth. */
const BASE = { width: 2.6, depth: 3.4 };
/** How far the base's middle lies behind the spine's foot, so that little of it shows through the lowest glass. */
const BASE_BEHIND = 0.8;
/** How far the spine bows away from the middle board. */
const BOW = 0.9;

export class StandModel {
  readonly group = new Group();
  readonly #places: WorldLayout;
  readonly #detail: Detail;
  readonly #spine: Mesh;
  readonly #arms: InstancedMesh;
  readonly #foot: Mesh;
  readonly #base: Mesh;

  constructor(places: WorldLayout, detail: Detail, materials: Materials) {
    this.#places = places;
    this.#detail = detail;
    this.#spine = new Mesh(this.#makeSpine(), materials.metal);
    this.#arms = new InstancedMesh(makeArm(detail), materials.metal, MAIN_LEVELS.length);
    this.#foot = new Mesh(makeFoot(detail), materials.metal);
    this.#base = new Mesh(makeBase(BASE.width, BASE.depth, detail), materials.base);
    const root = this.#root();
    this.#spine.position.x = root.x;
    this.#base.position.copy(root).z -= BASE_BEHIND;
    this.#foot.position.copy(root).setY(GROUND + BASE_HEIGHT - 0.02);
    this.#arms.frustumCulled = false;
    this.#base.receiveShadow = true;
    for (const mesh of [this.#spine, this.#arms, this.#foot]) mesh.castShadow = mesh.receiveShadow = true;
    this.group.add(this.#spine, this.#arms, this.#foot, this.#base);
  }

  /** The spine through the boards' heights as they are now. */
  #makeSpine(): ReturnType<typeof makeSpine> {
    return makeSpine([-this.#root().z, GROUND + BASE_HEIGHT + 0.75], this.#knuckles(), this.#detail);
  }

  /** Where the spine passes behind each board: [forward, up]. */
  #knuckles(): (readonly [number, number])[] {
    return MAIN_LEVELS.map((level) => {
      const board = this.#places.board(this.#places.instance(level));
      return [-board.z + KNUCKLE.behind * stretch(level), board.y - KNUCKLE.below] as const;
    });
  }

  /** Where the spine stands on the table: a little before its lowest knuckle, so that it leans from the start. */
  #root(): Vector3 {
    const { x, z } = this.#places.board(this.#places.instance("W"));
    return new Vector3(x, GROUND, z - KNUCKLE.behind + 0.35);
  }

  /** Lets the spine reach to the boards' heights, and the arms with it. */
  place(): void {
    const matrix = new Matrix4();
    MAIN_LEVELS.forEach((level, index) => {
      const place = this.#places.board(this.#places.instance(level));
      this.#arms.setMatrixAt(index, matrix.makeScale(1, 1, stretch(level)).setPosition(place));
    });
    this.#arms.instanceMatrix.needsUpdate = true;
    this.#spine.geometry.dispose();
    this.#spine.geometry = this.#makeSpine();
  }

  /** The base's outline on the table. */
  rim(): Vector3[] {
    const { x, z } = this.#base.position;
    return Array.from({ length: 16 }, (_, index) => {
      const angle = (index / 16) * Math.PI * 2;
      return new Vector3(x + Math.cos(angle) * BASE.width, GROUND, z + Math.sin(angle) * BASE.depth);
    });
  }

  /** The spine from knuckle to knuckle. */
  rods(): (readonly [Vector3, Vector3])[] {
    const root = this.#root();
    const { x } = root;
    const places = [root, ...this.#knuckles().map(([forward, up]) => new Vector3(x, up, -forward))];
    return places.slice(1).map((place, index) => [places[index] ?? place, place]);
  }

  setMaterials(materials: Materials): void {
    for (const mesh of [this.#spine, this.#arms, this.#foot]) mesh.material = materials.metal;
    this.#base.material = materials.base;
  }

  dispose(): void {
    for (const mesh of [this.#spine, this.#arms, this.#foot, this.#base]) mesh.geometry.dispose();
    this.#arms.dispose();
  }
}

/** How much longer a level's arm is than the others. */
function stretch(level: MainLevel): number {
  return level === "N" ? 1 + BOW / KNUCKLE.behind : 1;
}
