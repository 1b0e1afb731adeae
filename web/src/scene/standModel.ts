// The stand: three columns on a plinth, each rising behind the board below to carry the middle of the next.
import { Group, InstancedMesh, Matrix4, Mesh, Vector3 } from "three";
import type { Materials } from "./materials";
import { MAIN_LEVELS, type Places } from "./places";
import { TILE_THICKNESS } from "./shapes/boards";
import { makeCapital, makeColumn, makeFootring, makePlinth } from "./shapes/stand";
import type { Fineness } from "./shapes/turned";

/** The plinth's top and bottom, below the lowest glass. */
const PLINTH_TOP = -1.7;
export const GROUND = PLINTH_TOP - 0.5;
const HALF_WIDTH = 2.3;

export class StandModel {
  readonly group = new Group();
  readonly #places: Places;
  readonly #columns: InstancedMesh;
  readonly #capitals: InstancedMesh;
  readonly #feet: InstancedMesh;
  readonly #plinth: Mesh;
  readonly #halfDepth: number;

  constructor(places: Places, fineness: Fineness, materials: Materials) {
    this.#places = places;
    const count = MAIN_LEVELS.length;
    this.#columns = new InstancedMesh(makeColumn(fineness), materials.metal, count);
    this.#capitals = new InstancedMesh(makeCapital(fineness), materials.metal, count);
    this.#feet = new InstancedMesh(makeFootring(fineness), materials.metal, count);
    const middle = places.board(places.instance("N"));
    const reach = places.board(places.instance("W")).z - middle.z;
    this.#halfDepth = reach + 2.6;
    this.#plinth = new Mesh(makePlinth(HALF_WIDTH, this.#halfDepth), materials.plinth);
    this.#plinth.position.set(middle.x, PLINTH_TOP, middle.z);
    this.#plinth.receiveShadow = true;
    for (const mesh of [this.#columns, this.#capitals, this.#feet]) {
      mesh.frustumCulled = false;
      mesh.castShadow = mesh.receiveShadow = true;
      this.group.add(mesh);
    }
    this.group.add(this.#plinth);
  }

  /** Stretches the columns to the boards' heights. */
  place(): void {
    const matrix = new Matrix4();
    MAIN_LEVELS.forEach((level, index) => {
      const top = this.#places.board(this.#places.instance(level));
      top.y -= TILE_THICKNESS + 0.01;
      const foot = new Vector3(top.x, PLINTH_TOP, top.z);
      this.#columns.setMatrixAt(index, matrix.makeScale(1, top.y - foot.y, 1).setPosition(foot));
      this.#capitals.setMatrixAt(index, matrix.makeTranslation(top));
      this.#feet.setMatrixAt(index, matrix.makeTranslation(foot));
    });
    for (const mesh of [this.#columns, this.#capitals, this.#feet]) mesh.instanceMatrix.needsUpdate = true;
  }

  /** Where the plinth's corners touch the ground. */
  footprint(): Vector3[] {
    const { x, z } = this.#plinth.position;
    return [-1, 1].flatMap((right) =>
      [-1, 1].map((back) => new Vector3(x + right * HALF_WIDTH, GROUND, z + back * this.#halfDepth)),
    );
  }

  setMaterials(materials: Materials): void {
    for (const mesh of [this.#columns, this.#capitals, this.#feet]) mesh.material = materials.metal;
    this.#plinth.material = materials.plinth;
  }

  dispose(): void {
    for (const mesh of [this.#columns, this.#capitals, this.#feet]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.#plinth.geometry.dispose();
  }
}
