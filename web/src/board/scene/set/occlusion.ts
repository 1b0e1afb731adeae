// Tests whether a piece or a board blocks a line of sight from the camera to a point.
import { Line3, Vector3 } from "three";
import type { PieceModel } from "./pieceModels";
import { HEIGHT } from "../geometry/pieces";

/** Pieces are approximated by vertical capsules of this radius. */
const RADIUS = 0.5;

export function occludes(model: PieceModel, eye: Vector3, points: readonly Vector3[]): boolean {
  const foot = model.position;
  const head = new Vector3(foot.x, foot.y + HEIGHT[model.kind] * 0.92, foot.z);
  return points.some((point) => {
    const sight = new Line3(eye, point);
    const length = sight.distance();
    for (const t of [0, 0.35, 0.7, 1]) {
      const body = new Vector3().lerpVectors(foot, head, t);
      const nearest = sight.closestPointToPoint(body, true, new Vector3());
      if (nearest.distanceTo(body) < RADIUS && nearest.distanceTo(eye) < length - 0.9) return true;
    }
    return false;
  });
}

/** A board as seen from above. */
export interface Plate {
  readonly center: Vector3;
  readonly halfWidth: number;
  readonly halfDepth: number;
}

/** Width of the frame around a plate. */
const FRAME = 0.2;

export function crossesPlate(
  { center, halfWidth, halfDepth }: Plate,
  eye: Vector3,
  points: readonly Vector3[],
): boolean {
  return points.some((point) => {
    const t = (center.y - point.y) / (eye.y - point.y);
    const { x, z } = new Vector3().lerpVectors(point, eye, t);
    return t > 0 && t < 1 && Math.abs(x - center.x) < halfWidth + FRAME && Math.abs(z - center.z) < halfDepth + FRAME;
  });
}
