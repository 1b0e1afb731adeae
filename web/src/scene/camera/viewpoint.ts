// Where the set is seen from: presets that frame it tightly, orbits that never turn upside down, eased changes.
import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import type { Color } from "../../wire/snapshot";
import type { Preset, SavedView } from "../../state/view";
import { rectsOverlap, type Rect } from "../overlay/screenShapes";

/** A place to look from, around a target: angles in radians, azimuth 0 behind White, elevation 0 level with the target. */
export interface Viewpoint {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
  readonly target: readonly [number, number, number];
}

const DEGREE = Math.PI / 180;
export const FIELD_OF_VIEW = 18;
/** What a picture leaves free around the set for its labels, in CSS pixels. */
const MARGIN = { side: 40, above: 10, below: 24 };
/** In a narrow picture labels are smaller, and every pixel counts. */
const NARROW = { below: 520, side: 28 };
/** How near the page's own controls a board may come. */
const CLEARANCE = 16;
/** A little short of straight down, and from below only as far as the squares can still be read. */
const HIGHEST = 89.9 * DEGREE;
const LOWEST = -50 * DEGREE;

export type FixedPreset = Exclude<Preset, "mine">;

/**
 * Directions of the presets as seen with White at the bottom. The set climbs away from White and over Black;
 * pulled apart, its boards leave each other room and are seen from higher up.
 */
const DIRECTIONS: Readonly<
  Record<FixedPreset, { azimuth: number; elevation: number; exploded: number; spread: number }>
> = {
  white: { azimuth: -24 * DEGREE, elevation: 25 * DEGREE, exploded: 38 * DEGREE, spread: 1 },
  black: { azimuth: 156 * DEGREE, elevation: 17 * DEGREE, exploded: 30 * DEGREE, spread: 1 },
  top: { azimuth: 0, elevation: HIGHEST, exploded: HIGHEST, spread: 1 },
  side: { azimuth: 90 * DEGREE, elevation: 11 * DEGREE, exploded: 24 * DEGREE, spread: 0.4 },
  front: { azimuth: 0, elevation: 14 * DEGREE, exploded: 30 * DEGREE, spread: 0.5 },
};

/** How far the boards go apart when they are pulled apart: seen level, less is enough, and more would leave the picture empty. */
export function explodeFactorFor(preset: Preset): number {
  return preset === "mine" ? 1 : DIRECTIONS[preset].spread;
}

export function clampElevation(elevation: number): number {
  return MathUtils.clamp(elevation, LOWEST, HIGHEST);
}

/** The directions right, up and towards the eye of a viewpoint. */
function cameraAxes(azimuth: number, elevation: number): { right: Vector3; up: Vector3; back: Vector3 } {
  const back = new Vector3(
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  );
  const right = new Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
  return { right, up: new Vector3().crossVectors(back, right), back };
}

/** The picture's size in CSS pixels, and what the page lays over it. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly covered: readonly Rect[];
}

/** What a picture has to hold: points, and how far the boards are pulled apart (0 to 1). */
export interface FramingSubject {
  readonly points: readonly Vector3[];
  readonly explodeFactor: number;
}

/** The preset's direction at the distance and target that hold all points, with a margin, in the middle of the room. */
export function framePreset(preset: FixedPreset, bottom: Color, subject: FramingSubject, room: Viewport): Viewpoint {
  const { azimuth, elevation, exploded } = DIRECTIONS[preset];
  const turned = preset !== "white" && preset !== "black" && bottom === "black";
  return fit(
    azimuth + (turned ? Math.PI : 0),
    MathUtils.lerp(elevation, exploded, subject.explodeFactor),
    subject.points,
    room,
  );
}

/** A view that a person has kept, on a picture of whatever shape. */
export function restoreView(kept: SavedView, { points }: FramingSubject, room: Viewport): Viewpoint {
  const { azimuth, zoom: share, target } = kept;
  const elevation = clampElevation(kept.elevation);
  return { azimuth, elevation, target, distance: fit(azimuth, elevation, points, room).distance * share };
}

export function saveView(view: Viewpoint, { points }: FramingSubject, room: Viewport): SavedView {
  const { azimuth, elevation, distance, target } = view;
  return { azimuth, elevation, target, zoom: distance / fit(azimuth, elevation, points, room).distance };
}

/** The tightest viewpoint in a direction that keeps every point clear of what the page lays over the picture. */
function fit(azimuth: number, elevation: number, points: readonly Vector3[], room: Viewport): Viewpoint {
  const { width, height, covered } = room;
  const view = fitWithMargins(azimuth, elevation, points, room, MARGIN);
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const center = new Vector3(...view.target);
  const dots = points.map((point) => {
    const offset = point.clone().sub(center);
    const size = pixelsPerUnit(view.distance - offset.dot(back), height);
    return [width / 2 + offset.dot(right) * size, height / 2 - offset.dot(up) * size] as const;
  });
  const hiding = covered.filter((box) =>
    dots.some(([x, y]) => rectsOverlap(box, { left: x, right: x, top: y, bottom: y }, CLEARANCE)),
  );
  if (hiding.length === 0) return view;
  // What hides something takes its whole strip, at the foot or at the head of the picture.
  const strips = hiding.map(({ top, bottom }) =>
    top > height / 2 ? { above: 0, below: height - top } : { above: bottom, below: 0 },
  );
  return fitWithMargins(azimuth, elevation, points, room, {
    above: MARGIN.above + Math.max(...strips.map(({ above }) => above)),
    below: MARGIN.below + Math.max(...strips.map(({ below }) => below)),
  });
}

/** Each side of the room, less its margins, touches some point, or its opposite side does. */
function fitWithMargins(
  azimuth: number,
  elevation: number,
  points: readonly Vector3[],
  { width, height }: Viewport,
  { above, below }: { readonly above: number; readonly below: number },
): Viewpoint {
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const tall = Math.tan((FIELD_OF_VIEW / 2) * DEGREE);
  const tangent = (pixels: number) => (tall * Math.max(0.2 * height, pixels)) / (height / 2);
  const wide = tangent(width / 2 - (width < NARROW.below ? NARROW.side : MARGIN.side));
  const flat = points.map((point) => [point.dot(right), point.dot(up), point.dot(back)] as const);
  // An eye at height e along `back`, over the centre c, sees a point at offset o within the tangents `less` and `more`
  // when -less (e - depth) <= o - c <= more (e - depth): every point bounds c from both sides, and e by their distance.
  const bounds = (axis: 0 | 1, less: number, more: number) => ({
    high: Math.max(...flat.map((point) => point[axis] + more * point[2])),
    low: Math.min(...flat.map((point) => point[axis] - less * point[2])),
    less,
    more,
  });
  const across = bounds(0, wide, wide);
  const along = bounds(1, tangent(height / 2 - below), tangent(height / 2 - above));
  const eye = Math.max(...[across, along].map(({ high, low, less, more }) => (high - low) / (less + more)));
  const center = ({ high, low, less, more }: typeof across) => (high - more * eye + low + less * eye) / 2;
  const depth = flat.reduce((sum, point) => sum + point[2], 0) / flat.length;
  const target = right.multiplyScalar(center(across)).addScaledVector(up, center(along)).addScaledVector(back, depth);
  return { azimuth, elevation, distance: eye - depth, target: [target.x, target.y, target.z] };
}

/** A viewpoint between two, the short way round. */
export function interpolate(from: Viewpoint, to: Viewpoint, share: number): Viewpoint {
  const turn = MathUtils.euclideanModulo(to.azimuth - from.azimuth + Math.PI, Math.PI * 2) - Math.PI;
  const mix = (a: number, b: number) => MathUtils.lerp(a, b, share);
  return {
    azimuth: from.azimuth + turn * share,
    elevation: mix(from.elevation, to.elevation),
    distance: mix(from.distance, to.distance),
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
  };
}

export function orbit(view: Viewpoint, turn: number, rise: number): Viewpoint {
  return { ...view, azimuth: view.azimuth + turn, elevation: clampElevation(view.elevation + rise) };
}

export function zoom(view: Viewpoint, factor: number): Viewpoint {
  return { ...view, distance: MathUtils.clamp(view.distance * factor, 10, 260) };
}

/** Shifts the target by shares of the picture's height. */
export function pan(view: Viewpoint, right: number, up: number): Viewpoint {
  const directions = cameraAxes(view.azimuth, view.elevation);
  const height = 2 * Math.tan((FIELD_OF_VIEW / 2) * DEGREE) * view.distance;
  const target = new Vector3(...view.target)
    .addScaledVector(directions.right, right * height)
    .addScaledVector(directions.up, up * height);
  const within = (value: number, middle: number) => MathUtils.clamp(value, middle - 16, middle + 16);
  return { ...view, target: [within(target.x, 5), within(target.y, 7), within(target.z, -9)] };
}

/** How many pixels a length of 1 covers at a distance, in a picture of that height. */
export function pixelsPerUnit(distance: number, height: number): number {
  return height / (2 * Math.tan((FIELD_OF_VIEW / 2) * DEGREE) * distance);
}

export function applyViewpoint(camera: PerspectiveCamera, view: Viewpoint): void {
  const { right, up, back } = cameraAxes(view.azimuth, view.elevation);
  camera.position.set(...view.target).addScaledVector(back, view.distance);
  camera.matrix.makeBasis(right, up, back).setPosition(camera.position);
  camera.quaternion.setFromRotationMatrix(camera.matrix);
  camera.updateMatrixWorld();
}
