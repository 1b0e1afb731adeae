// Approximates what the set covers on the screen: boards and posts as polygons, pieces as stacked rectangles.
import { Vector3, type PerspectiveCamera } from "three";
import type { InstanceName, SquareName } from "../../../wire/world";
import type { Rect, ScreenPoint } from "./screenShapes";
import { pixelsPerUnit } from "../camera/viewpoint";
import type { ChessSet } from "../set/chessSet";
import { HEIGHT } from "../geometry/pieces";

/** Width of the frame around a board, in world units. */
export const RAIL = 0.17;
/** Half width of a post in pixels. */
const HALF_ROD = 3;
/** The corners of a rectangle: right and near. */
export const RECTANGLE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

export interface BoardOutline {
  readonly board: InstanceName;
  readonly corners: readonly ScreenPoint[];
  readonly depth: number;
}

export type Projection = (position: Vector3) => ScreenPoint;

export function makeProjection(camera: PerspectiveCamera, width: number, height: number): Projection {
  const point = new Vector3();
  return (position) => {
    const depth = position.distanceTo(camera.position);
    point.copy(position).project(camera);
    return { x: ((point.x + 1) * width) / 2, y: ((1 - point.y) * height) / 2, depth };
  };
}

/** Outlines of all drawn boards with their frames. */
export function boardOutlines(set: ChessSet, project: Projection): BoardOutline[] {
  const { boards, layout } = set;
  const shown = [...boards.main.map(({ level }) => level), ...boards.attack.map(({ instance }) => instance)];
  return shown.map((id) => {
    const board = layout.instance(id);
    const center = layout.boardPosition(board);
    const reach = [0, 1].map((axis) => ((board.size[axis] ?? 0) * layout.world.spacing) / 2 + RAIL);
    const [x = 0, z = 0] = reach;
    const corners = RECTANGLE.map(([right, near]) =>
      project(new Vector3(center.x + right * x, center.y, center.z + near * z)),
    );
    return { board: id, corners, depth: project(center).depth };
  });
}

/** Where a square and the tallest piece on it are. */
export function squareRect(set: ChessSet, project: Projection, square: SquareName): Rect {
  const { position, scale } = set.placementOf(square);
  const half = (set.layout.world.squareSize / 2) * scale;
  const corners = [0, set.isDiagram ? 0 : HEIGHT.king].flatMap((up) =>
    RECTANGLE.map(([x, z]) => project(new Vector3(position.x + x * half, position.y + up, position.z + z * half))),
  );
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Outlines of the attack board posts, the spine and the base. */
export function supportOutlines(set: ChessSet, project: Projection): (readonly ScreenPoint[])[] {
  const rods = [
    ...set.boards.attack.map(({ group, pin }) => [set.layout.socketPosition(pin), group.position]),
    ...set.stand.spineSegments(),
  ];
  const rodOutlines = rods.map(([foot, head]) => {
    const [low, high] = [project(foot), project(head)];
    const [dx, dy] = [high.x - low.x, high.y - low.y];
    const length = Math.max(1, Math.hypot(dx, dy));
    const [nx, ny] = [(-dy / length) * HALF_ROD, (dx / length) * HALF_ROD];
    const shift = (point: ScreenPoint, side: number) => ({ ...point, x: point.x + nx * side, y: point.y + ny * side });
    return [shift(low, -1), shift(high, -1), shift(high, 1), shift(low, 1)];
  });
  return [...rodOutlines, set.stand.baseOutline().map(project)];
}

/** Bounding rectangles of the pieces: one for the wide foot and one for the slimmer body of each. */
export function pieceRects(set: ChessSet, project: Projection, height: number, fieldOfView: number): Rect[] {
  const rects: Rect[] = [];
  const position = new Vector3();
  for (const { kind, position: piece, ghost } of set.pieces.models) {
    if (ghost) continue;
    const pieceHeight = HEIGHT[kind];
    for (const [from, to, radius] of [
      [0, 0.35, 0.78],
      [0.3, pieceHeight, 0.56],
    ] as const) {
      const ends = [from, to].map((up) => project(position.set(piece.x, piece.y + up, piece.z)));
      const depth = Math.min(...ends.map((end) => end.depth));
      const scale = pixelsPerUnit(depth, height, fieldOfView);
      const halfWidth = radius * scale;
      // A disc appears round from above and flat from the side; the tilt follows from the projected height.
      const [low, high] = [Math.max(...ends.map(({ y }) => y)), Math.min(...ends.map(({ y }) => y))];
      const tilt = Math.abs(low - high) / Math.max(1, (to - from) * scale);
      const halfHeight = halfWidth * Math.sqrt(Math.max(0, 1 - Math.min(1, tilt) ** 2)) + 3;
      const [left, right] = [Math.min(...ends.map(({ x }) => x)), Math.max(...ends.map(({ x }) => x))];
      rects.push({
        left: left - halfWidth,
        right: right + halfWidth,
        top: high - halfHeight,
        bottom: low + halfHeight,
      });
    }
  }
  return rects;
}
