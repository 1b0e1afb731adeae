// What the set covers on the screen, as simple flat shapes: boards and posts as polygons, pieces as stacked boxes.
import { Vector3, type PerspectiveCamera } from "three";
import type { InstanceName } from "../../wire/world";
import type { Rect, ScreenPoint } from "./screenShapes";
import { pixelsPerUnit } from "../camera/viewpoint";
import type { ChessSet } from "../set/chessSet";
import { HEIGHT } from "../geometry/pieces";

export interface Outline {
  readonly board: InstanceName;
  readonly corners: readonly ScreenPoint[];
  readonly depth: number;
}

export type Projection = (place: Vector3) => ScreenPoint;

export function projection(camera: PerspectiveCamera, width: number, height: number): Projection {
  const point = new Vector3();
  return (place) => {
    const depth = place.distanceTo(camera.position);
    point.copy(place).project(camera);
    return { x: ((point.x + 1) * width) / 2, y: ((1 - point.y) * height) / 2, depth };
  };
}

/** The boards on show, frames included. */
export function boardOutlines(set: ChessSet, project: Projection): Outline[] {
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

/** The posts of the attack boards, the spine and the base. */
export function supportOutlines(set: ChessSet, project: Projection): (readonly ScreenPoint[])[] {
  const rods = [
    ...set.boards.attack.map(({ group, pin }) => [set.layout.socketPosition(pin), group.position]),
    ...set.stand.spineSegments(),
  ];
  const slim = rods.map(([foot, head]) => {
    const [low, high] = [project(foot), project(head)];
    const [dx, dy] = [high.x - low.x, high.y - low.y];
    const length = Math.max(1, Math.hypot(dx, dy));
    const [nx, ny] = [(-dy / length) * HALF_ROD, (dx / length) * HALF_ROD];
    const shift = (dot: ScreenPoint, way: number) => ({ ...dot, x: dot.x + nx * way, y: dot.y + ny * way });
    return [shift(low, -1), shift(high, -1), shift(high, 1), shift(low, 1)];
  });
  return [...slim, set.stand.baseOutline().map(project)];
}

/** The pieces that stand, each as a broad foot and a slimmer body. */
export function pieceBoxes(set: ChessSet, project: Projection, height: number): Rect[] {
  const boxes: Rect[] = [];
  const place = new Vector3();
  for (const { kind, position, ghost } of set.pieces.models) {
    if (ghost) continue;
    const tall = HEIGHT[kind];
    for (const [from, to, girth] of [
      [0, 0.35, 0.78],
      [0.3, tall, 0.56],
    ] as const) {
      const dots = [from, to].map((up) => project(place.set(position.x, position.y + up, position.z)));
      const depth = Math.min(...dots.map((dot) => dot.depth));
      const reach = girth * pixelsPerUnit(depth, height);
      // Seen from above, a disc is as high as it is wide; seen from the side it is flat: the full height is the safe side.
      const [low, high] = [Math.max(...dots.map(({ y }) => y)), Math.min(...dots.map(({ y }) => y))];
      const lean = Math.abs(low - high) / Math.max(1, (to - from) * pixelsPerUnit(depth, height));
      const flat = reach * Math.sqrt(Math.max(0, 1 - Math.min(1, lean) ** 2)) + 2;
      const [left, right] = [Math.min(...dots.map(({ x }) => x)), Math.max(...dots.map(({ x }) => x))];
      boxes.push({ left: left - reach, right: right + reach, top: high - flat, bottom: low + flat });
    }
  }
  return boxes;
}

const RAIL = 0.17;
const HALF_ROD = 3;
const RECTANGLE = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;
