// Geometry of a board: a glass plate with a frosted inlay for each dark square, and its polished edge.
import { BufferGeometry, ExtrudeGeometry, Float32BufferAttribute, Path, Shape } from "three";
import type { World, WorldBoard } from "../../../wire/world";

export const TILE_THICKNESS = 0.22;
/** Width of the rim, its bevels, and how far it rises above the squares. */
const RIM = 0.17;
const BEVEL = 0.05;
const RISE = 0.02;
/** Width of the etched line between two squares. */
const LINE = 0.07;

/** Linear RGBA of the glass between the squares, of light squares and of dark squares. */
export interface TileTints {
  readonly clear: readonly [number, number, number, number];
  readonly light: readonly [number, number, number, number];
  readonly dark: readonly [number, number, number, number];
}

/**
 * The glass plate of a board relative to its center, its top at y = 0: each square is an inlay, light ones polished and
 * dark ones frosted, with clear lines between them. The attribute `frost` is 1 on frosted glass.
 */
export function makeTiles(world: World, board: WorldBoard, tints: TileTints): BufferGeometry {
  const plate = new PlateBuilder();
  const [halfWidth, halfDepth] = [(board.size[0] * world.spacing) / 2, (board.size[1] * world.spacing) / 2];
  const inlay = (world.spacing - LINE) / 2;
  const lines = { color: tints.clear, frost: 0 };
  // The lines lie between the inlays, so that transparent faces never overlap.
  const edges = (half: number, count: number) =>
    Array.from({ length: count + 1 }, (_, index) => {
      const at = -half + index * world.spacing;
      return [Math.max(-half, at - LINE / 2), Math.min(half, at + LINE / 2)] as const;
    });
  for (const [near, far] of edges(halfDepth, board.size[1])) plate.add(-halfWidth, halfWidth, near, far, lines);
  for (const square of world.squares) {
    if (square.board !== board.id) continue;
    const x = square.position[0] - board.center[0];
    const z = board.center[1] - square.position[1];
    const glass = square.dark ? { color: tints.dark, frost: 1 } : { color: tints.light, frost: 0 };
    plate.add(x - inlay, x + inlay, z - inlay, z + inlay, glass);
    plate.add(x + inlay, Math.min(halfWidth, x + inlay + LINE), z - inlay, z + inlay, lines);
    if (x - inlay - LINE < -halfWidth) plate.add(-halfWidth, x - inlay, z - inlay, z + inlay, lines);
  }
  return plate.build();
}

/** Builds the top faces of a plate. Its edge is the frame. */
class PlateBuilder {
  readonly #positions: number[] = [];
  readonly #colors: number[] = [];
  readonly #frost: number[] = [];
  readonly #indices: number[] = [];

  add(
    left: number,
    right: number,
    far: number,
    near: number,
    { color, frost }: { readonly color: TileTints["light"]; readonly frost: number },
  ): void {
    const first = this.#positions.length / 3;
    for (const [x, z] of [
      [left, near],
      [right, near],
      [right, far],
      [left, far],
    ] as const) {
      this.#positions.push(x, 0, z);
      this.#colors.push(...color);
      this.#frost.push(frost);
    }
    this.#indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }

  build(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(this.#positions, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(this.#colors, 4));
    geometry.setAttribute("frost", new Float32BufferAttribute(this.#frost, 1));
    geometry.setIndex(this.#indices);
    geometry.computeVertexNormals();
    // A draw for each material of the glass.
    for (const material of [0, 1]) geometry.addGroup(0, this.#indices.length, material);
    return geometry;
  }
}

/** The polished edge of a board's plate: a rim with wide bevels that catch the light. */
export function makeFrame(world: World, board: WorldBoard): BufferGeometry {
  const [files, ranks] = board.size;
  const [width, depth] = [(files * world.spacing) / 2, (ranks * world.spacing) / 2];
  const outline = roundedRectangle(new Shape(), width + RIM - BEVEL, depth + RIM - BEVEL, 0.3);
  outline.holes.push(roundedRectangle(new Path(), width + BEVEL, depth + BEVEL, 0.04));
  const geometry = new ExtrudeGeometry(outline, {
    depth: TILE_THICKNESS - 2 * BEVEL,
    bevelEnabled: true,
    bevelSize: BEVEL,
    bevelThickness: BEVEL,
    bevelSegments: 2,
    curveSegments: 6,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, BEVEL - TILE_THICKNESS + RISE, 0);
  geometry.deleteAttribute("uv");
  return geometry;
}

export function roundedRectangle<P extends Path>(path: P, halfWidth: number, halfDepth: number, radius: number): P {
  path.moveTo(-halfWidth + radius, -halfDepth);
  path.lineTo(halfWidth - radius, -halfDepth);
  path.absarc(halfWidth - radius, -halfDepth + radius, radius, -Math.PI / 2, 0, false);
  path.lineTo(halfWidth, halfDepth - radius);
  path.absarc(halfWidth - radius, halfDepth - radius, radius, 0, Math.PI / 2, false);
  path.lineTo(-halfWidth + radius, halfDepth);
  path.absarc(-halfWidth + radius, halfDepth - radius, radius, Math.PI / 2, Math.PI, false);
  path.lineTo(-halfWidth, -halfDepth + radius);
  path.absarc(-halfWidth + radius, -halfDepth + radius, radius, Math.PI, Math.PI * 1.5, false);
  return path;
}
