// Which pieces stand between the viewer and a square that must be seen.
import { Line3, Vector3 } from "three";
import type { PieceModel } from "./pieceModels";
import { HEIGHT } from "../geometry/pieces";

/** A piece is taken for a rod of this half width. */
const GIRTH = 0.5;

/** Whether a piece covers any of the points, seen from the eye. */
export function occludes(model: PieceModel, eye: Vector3, points: readonly Vector3[]): boolean {
  const foot = model.position;
  const head = new Vector3(foot.x, foot.y + HEIGHT[model.kind] * 0.92, foot.z);
  return points.some((point) => {
    const sight = new Line3(eye, point);
    const length = sight.distance();
    for (const share of [0, 0.35, 0.7, 1]) {
      const body = new Vector3().lerpVectors(foot, head, share);
      const nearest = sight.closestPointToPoint(body, true, new Vector3());
      if (nearest.distanceTo(body) < GIRTH && nearest.distanceTo(eye) < length - 0.9) return true;
    }
    return false;
  });
}
