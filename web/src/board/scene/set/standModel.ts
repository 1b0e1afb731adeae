// The stand: a base, and a spine behind the boards with an arm under each main board.
import { Group, InstancedMesh, Matrix4, Mesh, Vector3 } from "three";
import type { Materials } from "../materials/materials";
import { MAIN_LEVELS } from "../../view";
import type { MainLevel } from "../../../wire/world";
import type { WorldLayout } from "./worldLayout";
import { JOINT, makeArm, makeBase, makeFoot, makeSpine } from "../geometry/stand";
import type { Detail } from "../geometry/lathe";

/** Height of the ground plane, below the lowest board. */
export const GROUND = -2.2;
const BASE_HEIGHT = 0.4;
/** Half extents of the base. */
const BASE = { width: 2.6, depth: 3.4 };
/** Offset of the base behind the spine's foot; it keeps most of the base out of view through the lowest glass. */
const BASE_BEHIND = 0.8;
/** Extra length of the middle board's arm: the spine bows away from it. */
const BOW = 0.9;

export class StandModel {
  readonly group = new Group();
  readonly #layout: WorldLayout;
  readonly #detail: Detail;
  readonly #spine: Mesh;
  readonly #arms: InstancedMesh;
  readonly #foot: Mesh;
  readonly #base: Mesh;

  constructor(layout: WorldLayout, detail: Detail, materials: Materials) {
    this.#layout = layout;
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

  #makeSpine(): ReturnType<typeof makeSpine> {
    return makeSpine([-this.#root().z, GROUND + BASE_HEIGHT + 0.75], this.#joints(), this.#detail);
  }

  /** The joint behind each main board, as [forward, up]. */
  #joints(): (readonly [number, number])[] {
    return MAIN_LEVELS.map((level) => {
      const board = this.#layout.boardPosition(this.#layout.instance(level));
      return [-board.z + JOINT.behind * armScale(level), board.y - JOINT.below] as const;
    });
  }

  /** The foot of the spine, slightly in front of the lowest joint so that the spine leans back. */
  #root(): Vector3 {
    const { x, z } = this.#layout.boardPosition(this.#layout.instance("W"));
    return new Vector3(x, GROUND, z - JOINT.behind + 0.35);
  }

  /** Rebuilds the spine and moves the arms to the current board heights. */
  place(): void {
    const matrix = new Matrix4();
    MAIN_LEVELS.forEach((level, index) => {
      const place = this.#layout.boardPosition(this.#layout.instance(level));
      this.#arms.setMatrixAt(index, matrix.makeScale(1, 1, armScale(level)).setPosition(place));
    });
    this.#arms.instanceMatrix.needsUpdate = true;
    this.#spine.geometry.dispose();
    this.#spine.geometry = this.#makeSpine();
  }

  /** Points on the outline of the base. */
  baseOutline(): Vector3[] {
    const { x, z } = this.#base.position;
    return Array.from({ length: 16 }, (_, index) => {
      const angle = (index / 16) * Math.PI * 2;
      return new Vector3(x + Math.cos(angle) * BASE.width, GROUND, z + Math.sin(angle) * BASE.depth);
    });
  }

  /** The base as seen from above. */
  get footprint(): { readonly center: Vector3; readonly halfWidth: number; readonly halfDepth: number } {
    return { center: this.#base.position, halfWidth: BASE.width, halfDepth: BASE.depth };
  }

  /** The spine as line segments between its joints. */
  spineSegments(): (readonly [Vector3, Vector3])[] {
    const root = this.#root();
    const { x } = root;
    const points = [root, ...this.#joints().map(([forward, up]) => new Vector3(x, up, -forward))];
    return points.slice(1).map((point, index) => [points[index] ?? point, point]);
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

/** Scale of a level's arm along its length. */
function armScale(level: MainLevel): number {
  return level === "N" ? 1 + BOW / JOINT.behind : 1;
}
