// The geometry of an arrow in the set: a tube along an arc between two places, with a cone at its end.
import { Vector3 } from "three";

const SIDES = 8;
const STEPS = 20;
/** The steps from dash to dash; the last one is the gap. */
const DASH_STEPS = 3;
/** Radius of the tube and length of the head of the widest arrow, in world units. */
const RADIUS = 0.13;
const HEAD = 0.8;
/** How high an arc rises: a base, and a share of its length. */
const RISE = 0.7;
const RISE_SHARE = 0.16;
/** How far an arc between squares of one column bulges to the side. */
const BULGE = 1.7;

/** The point that bends the arc. Seen from above, an arc is a straight line. */
export function controlPoint(start: Vector3, end: Vector3, flat: boolean): Vector3 {
  const middle = new Vector3().lerpVectors(start, end, 0.5);
  if (flat) return middle;
  const length = start.distanceTo(end);
  const across = Math.hypot(end.x - start.x, end.z - start.z);
  if (across < 0.5) return middle.add(new Vector3(BULGE, 0, 0));
  middle.y = Math.max(start.y, end.y) + RISE + length * RISE_SHARE;
  return middle;
}

/** A point of the arc, and its direction there. */
function pointAt(start: Vector3, control: Vector3, end: Vector3, t: number): { at: Vector3; along: Vector3 } {
  const first = new Vector3().lerpVectors(start, control, t);
  const second = new Vector3().lerpVectors(control, end, t);
  const along = second.clone().sub(first);
  if (along.lengthSq() < 1e-9) along.copy(end).sub(start);
  return { at: first.lerp(second, t), along: along.normalize() };
}

export interface ArrowStyle {
  /** The width, from 0 to 1. */
  readonly weight: number;
  /** Whether it is a straight line. */
  readonly flat: boolean;
  readonly dashed: boolean;
}

/** The triangles of an arrow, nine numbers each. */
export function arrowVertices(start: Vector3, end: Vector3, { weight, flat, dashed }: ArrowStyle): number[] {
  const control = controlPoint(start, end, flat);
  const radius = RADIUS * (0.5 + 0.5 * weight);
  const head = Math.min(HEAD * (0.6 + 0.4 * weight), start.distanceTo(end) * 0.6);
  const neck = 1 - head / Math.max(0.1, arcLength(start, control, end));
  const rings = Array.from({ length: STEPS + 1 }, (_, step) => {
    const { at, along } = pointAt(start, control, end, (step / STEPS) * neck);
    return circleAround(at, along, radius);
  });
  const tip = pointAt(start, control, end, neck);
  const wide = circleAround(tip.at, tip.along, radius * 2.6);
  const triangles: number[] = [];
  const push = (...points: (Vector3 | undefined)[]) => {
    for (const point of points) if (point) triangles.push(point.x, point.y, point.z);
  };
  for (let side = 0; side < SIDES; side++) {
    const next = (side + 1) % SIDES;
    for (let step = 0; step < STEPS; step++) {
      if (dashed && step % DASH_STEPS === DASH_STEPS - 1) continue;
      const [ring, following] = [rings[step], rings[step + 1]];
      push(ring?.[side], ring?.[next], following?.[side]);
      push(ring?.[next], following?.[next], following?.[side]);
    }
    push(wide[side], wide[next], end);
    push(wide[side], tip.at, wide[next]);
  }
  return triangles;
}

function arcLength(start: Vector3, control: Vector3, end: Vector3): number {
  let length = 0;
  let before = start;
  for (let step = 1; step <= STEPS; step++) {
    const { at } = pointAt(start, control, end, step / STEPS);
    length += before.distanceTo(at);
    before = at;
  }
  return length;
}

function circleAround(center: Vector3, along: Vector3, radius: number): Vector3[] {
  const up = Math.abs(along.y) > 0.95 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
  const side = new Vector3().crossVectors(along, up).normalize();
  const normal = new Vector3().crossVectors(side, along);
  return Array.from({ length: SIDES }, (_, index) => {
    const angle = (index / SIDES) * Math.PI * 2;
    return center
      .clone()
      .addScaledVector(side, Math.cos(angle) * radius)
      .addScaledVector(normal, Math.sin(angle) * radius);
  });
}
