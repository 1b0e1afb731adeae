// Geometry of a board: its squares as bevelled glass tiles merged into one geometry, and the frame around them.
import { BufferGeometry, ExtrudeGeometry, Float32BufferAttribute, Path, Shape } from "three";
import type { World, WorldBoard } from "../../wire/world";

export const TILE_THICKNESS = 0.16;
const BEVEL = 0.035;

/** Linear RGBA of light and dark squares. */
export interface TileTints {
  readonly light: readonly [number, number, number, number];
  readonly dark: readonly [number, number, number, number];
}

/** All tiles of a board relative to its centre, top faces at y = 0, in the order of `world.squares`. */
export function makeTiles(world: World, board: WorldBoard, tints: TileTints): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const colors: number[] = [];
  const half = world.squareSize / 2;
  for (const square of world.squares) {
    if (square.board !== board.id) continue;
    const x = square.position[0] - board.center[0];
    const z = board.center[1] - square.position[1];
    const tint = square.dark ? tints.dark : tints.light;
    const before = positions.length;
    appendTile(x, z, half, positions, normals);
    for (let i = before; i < positions.length; i += 3) colors.push(...tint);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colors, 4));
  return geometry;
}

/** Appends one bevelled slab: four rings of corners joined by flat faces. */
function appendTile(x: number, z: number, half: number, positions: number[], normals: number[]): void {
  const rings = [
    [half - BEVEL, 0],
    [half, -BEVEL],
    [half, -TILE_THICKNESS + BEVEL],
    [half - BEVEL, -TILE_THICKNESS],
  ] as const;
  const corner = ([reach, height]: readonly [number, number], side: number) => {
    const angle = (side * Math.PI) / 2 + Math.PI / 4;
    return [x + Math.SQRT2 * reach * Math.cos(angle), height, z - Math.SQRT2 * reach * Math.sin(angle)] as const;
  };
  type Corner = ReturnType<typeof corner>;
  const face = (a: Corner, b: Corner, c: Corner, d: Corner, normal: readonly [number, number, number]) => {
    for (const point of [a, b, c, a, c, d]) {
      positions.push(...point);
      normals.push(...normal);
    }
  };
  const [top, upper, lower, bottom] = rings;
  face(corner(top, 0), corner(top, 1), corner(top, 2), corner(top, 3), [0, 1, 0]);
  face(corner(bottom, 3), corner(bottom, 2), corner(bottom, 1), corner(bottom, 0), [0, -1, 0]);
  for (let side = 0; side < 4; side++) {
    const next = side + 1;
    const angle = (next * Math.PI) / 2;
    const [nx, nz] = [Math.cos(angle), -Math.sin(angle)];
    const slope = Math.SQRT1_2;
    for (const [above, below, normal] of [
      [top, upper, [nx * slope, slope, nz * slope]],
      [upper, lower, [nx, 0, nz]],
      [lower, bottom, [nx * slope, -slope, nz * slope]],
    ] as const) {
      face(corner(above, side), corner(below, side), corner(below, next), corner(above, next), normal);
    }
  }
}

/** A slim rail around a board. Its bevel rises slightly above the glass. */
export function makeFrame(world: World, board: WorldBoard): BufferGeometry {
  const [files, ranks] = board.size;
  const rail = 0.13;
  const width = files * world.spacing + 0.02;
  const depth = ranks * world.spacing + 0.02;
  const outline = roundedRectangle(new Shape(), width / 2 + rail, depth / 2 + rail, 0.28);
  outline.holes.push(roundedRectangle(new Path(), width / 2, depth / 2, 0.12));
  const geometry = new ExtrudeGeometry(outline, {
    depth: TILE_THICKNESS,
    bevelEnabled: true,
    bevelSize: 0.025,
    bevelThickness: 0.025,
    bevelSegments: 2,
    curveSegments: 6,
  });
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(0, -TILE_THICKNESS, 0);
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
