// Estimates how much of each piece the camera shows. Glass counts as hiding, because a dark square covers most of it.
import { Vector3 } from "three";
import { HEIGHT } from "../geometry/pieces";
import type { PieceModel } from "./pieceModels";

/**
 * A piece with a smaller visible share gets an outline. The estimate is rough: with this limit it finds every piece of
 * which the visibility test sees less than 35 % of the pixels.
 */
const MIN_SHARE = 0.55;
/** Height of the foot, and radii of foot and body, in world units. */
const FOOT = 0.36;
const FOOT_RADIUS = 0.7;
const BODY_RADIUS = 0.36;

/** A board as seen from above. */
export interface Plate {
  readonly center: Vector3;
  readonly halfWidth: number;
  readonly halfDepth: number;
}

/** The pieces of which the camera shows too little. */
export function hiddenPieces(
  models: readonly PieceModel[],
  plates: readonly Plate[],
  eye: Vector3,
): ReadonlySet<PieceModel> {
  const point = new Vector3();
  const ray = new Vector3();
  const isHidden = (model: PieceModel): boolean =>
    plates.some((plate) => crossesPlate(point, ray, plate)) ||
    models.some((other) => other !== model && crossesPiece(point, ray, other));
  return new Set(
    models.filter((model) => {
      const { position, kind } = model;
      const away = new Vector3().subVectors(position, eye).setY(0).normalize();
      const samples = SAMPLES.filter(({ up, across, back }) => {
        point.set(-away.z * across + away.x * back, up * HEIGHT[kind], away.x * across + away.z * back).add(position);
        ray.subVectors(eye, point);
        return !isHidden(model);
      });
      return samples.length < SAMPLES.length * MIN_SHARE;
    }),
  );
}

/** Points of a piece: shares of its height, and distances across and along the line of sight. */
const SAMPLES = [
  ...[0.02, 0.12].flatMap((up) => [-0.55, -0.2, 0.2, 0.55].map((across) => ({ up, across, back: 0 }))),
  ...[-0.45, 0.45].flatMap((back) => [-0.3, 0.3].map((across) => ({ up: 0.06, across, back }))),
  ...[0.28, 0.4, 0.52, 0.64, 0.76, 0.88].flatMap((up) => [-0.22, 0.22].map((across) => ({ up, across, back: 0 }))),
];

function crossesPlate(point: Vector3, ray: Vector3, { center, halfWidth, halfDepth }: Plate): boolean {
  const t = (center.y - point.y) / ray.y;
  return (
    t > 0 &&
    t < 1 &&
    Math.abs(point.x + ray.x * t - center.x) < halfWidth &&
    Math.abs(point.z + ray.z * t - center.z) < halfDepth
  );
}

/** Whether the ray passes through a piece, approximated by two upright cylinders, where it comes closest to its axis. */
function crossesPiece(point: Vector3, ray: Vector3, { position, kind }: PieceModel): boolean {
  const [x, z] = [position.x - point.x, position.z - point.z];
  const t = (x * ray.x + z * ray.z) / (ray.x * ray.x + ray.z * ray.z);
  const up = point.y + ray.y * t - position.y;
  const radius = up < FOOT ? FOOT_RADIUS : BODY_RADIUS;
  return t > 0 && t < 1 && up > 0 && up < HEIGHT[kind] && Math.hypot(x - ray.x * t, z - ray.z * t) < radius;
}
