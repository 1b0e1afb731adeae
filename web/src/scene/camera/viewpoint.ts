// Camera positions: presets that frame the set tightly, and orbit, pan and zoom within limits.
import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import type { Color } from "../../wire/snapshot";
import type { Preset, SavedView } from "../../state/view";
import { rectsOverlap, type Rect } from "../overlay/screenShapes";
import { NARROW_WIDTH } from "../overlay/textAtlas";

/** A camera position in spherical coordinates around a target: radians, azimuth 0 behind White, elevation 0 level. */
export interface Viewpoint {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
  readonly target: readonly [number, number, number];
}

const DEGREE = Math.PI / 180;
export const FIELD_OF_VIEW = 18;
/** Margins around the set for its labels, in CSS pixels. */
const MARGIN = { side: 40, above: 10, below: 24 };
/** The side margin in a narrow viewport, where labels are smaller. */
const NARROW_SIDE_MARGIN = 28;
/** Minimum distance between the set and the page's controls. */
const CLEARANCE = 16;
/** Just short of straight down, where the azimuth is undefined. */
const MAX_ELEVATION = 89.9 * DEGREE;
const MIN_ELEVATION = -50 * DEGREE;

export type FixedPreset = Exclude<Preset, "mine">;

/**
 * Preset directions with White at the bottom; the exploded view looks from higher up. `explodeFactor` limits how far
 * the boards move apart in a preset: a level view needs less.
 */
const DIRECTIONS: Readonly<
  Record<FixedPreset, { azimuth: number; elevation: number; explodedElevation: number; explodeFactor: number }>
> = {
  white: { azimuth: -24 * DEGREE, elevation: 25 * DEGREE, explodedElevation: 38 * DEGREE, explodeFactor: 1 },
  black: { azimuth: 156 * DEGREE, elevation: 17 * DEGREE, explodedElevation: 30 * DEGREE, explodeFactor: 1 },
  top: { azimuth: 0, elevation: MAX_ELEVATION, explodedElevation: MAX_ELEVATION, explodeFactor: 1 },
  side: { azimuth: 90 * DEGREE, elevation: 11 * DEGREE, explodedElevation: 24 * DEGREE, explodeFactor: 0.4 },
  front: { azimuth: 0, elevation: 14 * DEGREE, explodedElevation: 30 * DEGREE, explodeFactor: 0.5 },
};

export function explodeFactorFor(preset: Preset): number {
  return preset === "mine" ? 1 : DIRECTIONS[preset].explodeFactor;
}

export function clampElevation(elevation: number): number {
  return MathUtils.clamp(elevation, MIN_ELEVATION, MAX_ELEVATION);
}

/** The camera's unit axes: right, up, and back towards the eye. */
function cameraAxes(azimuth: number, elevation: number): { right: Vector3; up: Vector3; back: Vector3 } {
  const back = new Vector3(
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    Math.cos(azimuth) * Math.cos(elevation),
  );
  const right = new Vector3(Math.cos(azimuth), 0, -Math.sin(azimuth));
  return { right, up: new Vector3().crossVectors(back, right), back };
}

/** The canvas size in CSS pixels, and the page's controls over it. */
export interface Viewport {
  readonly width: number;
  readonly height: number;
  readonly covered: readonly Rect[];
}

/** The points to keep in view, and how far the boards are exploded (0 to 1). */
export interface FramingSubject {
  readonly points: readonly Vector3[];
  readonly explodeFactor: number;
}

/** The preset's viewpoint that shows all points within the margins. */
export function framePreset(
  preset: FixedPreset,
  bottom: Color,
  subject: FramingSubject,
  viewport: Viewport,
): Viewpoint {
  const { azimuth, elevation, explodedElevation } = DIRECTIONS[preset];
  const flipped = preset !== "white" && preset !== "black" && bottom === "black";
  return fit(
    azimuth + (flipped ? Math.PI : 0),
    MathUtils.lerp(elevation, explodedElevation, subject.explodeFactor),
    subject.points,
    viewport,
  );
}

/** A saved view adapted to the current viewport. */
export function restoreView(saved: SavedView, { points }: FramingSubject, viewport: Viewport): Viewpoint {
  const { azimuth, zoom: factor, target } = saved;
  const elevation = clampElevation(saved.elevation);
  return { azimuth, elevation, target, distance: fit(azimuth, elevation, points, viewport).distance * factor };
}

export function saveView(view: Viewpoint, { points }: FramingSubject, viewport: Viewport): SavedView {
  const { azimuth, elevation, distance, target } = view;
  return { azimuth, elevation, target, zoom: distance / fit(azimuth, elevation, points, viewport).distance };
}

/** The tightest viewpoint in a direction that keeps every point clear of the page's controls. */
function fit(azimuth: number, elevation: number, points: readonly Vector3[], viewport: Viewport): Viewpoint {
  const { width, height, covered } = viewport;
  const view = fitWithMargins(azimuth, elevation, points, viewport, MARGIN);
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const center = new Vector3(...view.target);
  const projected = points.map((point) => {
    const offset = point.clone().sub(center);
    const size = pixelsPerUnit(view.distance - offset.dot(back), height);
    return [width / 2 + offset.dot(right) * size, height / 2 - offset.dot(up) * size] as const;
  });
  const overlapping = covered.filter((box) =>
    projected.some(([x, y]) => rectsOverlap(box, { left: x, right: x, top: y, bottom: y }, CLEARANCE)),
  );
  if (overlapping.length === 0) return view;
  // Reserve the full-width strip at the top or bottom that contains an overlapping control.
  const strips = overlapping.map(({ top, bottom }) =>
    top > height / 2 ? { above: 0, below: height - top } : { above: bottom, below: 0 },
  );
  return fitWithMargins(azimuth, elevation, points, viewport, {
    above: MARGIN.above + Math.max(...strips.map(({ above }) => above)),
    below: MARGIN.below + Math.max(...strips.map(({ below }) => below)),
  });
}

/** The closest viewpoint whose margins contain all points. */
function fitWithMargins(
  azimuth: number,
  elevation: number,
  points: readonly Vector3[],
  { width, height }: Viewport,
  { above, below }: { readonly above: number; readonly below: number },
): Viewpoint {
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const tanHalfFov = Math.tan((FIELD_OF_VIEW / 2) * DEGREE);
  const tangent = (pixels: number) => (tanHalfFov * Math.max(0.2 * height, pixels)) / (height / 2);
  const wide = tangent(width / 2 - (width < NARROW_WIDTH ? NARROW_SIDE_MARGIN : MARGIN.side));
  const inCameraAxes = points.map((point) => [point.dot(right), point.dot(up), point.dot(back)] as const);
  // With the eye at e along `back` and centred at c, a point at offset o is within the tangents `less` and `more` if
  // -less (e - depth) <= o - c <= more (e - depth). Each point bounds c on both sides, which gives the minimal e.
  const bounds = (axis: 0 | 1, less: number, more: number) => ({
    high: Math.max(...inCameraAxes.map((point) => point[axis] + more * point[2])),
    low: Math.min(...inCameraAxes.map((point) => point[axis] - less * point[2])),
    less,
    more,
  });
  const horizontal = bounds(0, wide, wide);
  const vertical = bounds(1, tangent(height / 2 - below), tangent(height / 2 - above));
  const eye = Math.max(...[horizontal, vertical].map(({ high, low, less, more }) => (high - low) / (less + more)));
  const center = ({ high, low, less, more }: typeof horizontal) => (high - more * eye + low + less * eye) / 2;
  const depth = inCameraAxes.reduce((sum, point) => sum + point[2], 0) / inCameraAxes.length;
  const target = right
    .multiplyScalar(center(horizontal))
    .addScaledVector(up, center(vertical))
    .addScaledVector(back, depth);
  return { azimuth, elevation, distance: eye - depth, target: [target.x, target.y, target.z] };
}

/** Interpolates between two viewpoints, turning the shorter way. */
export function interpolate(from: Viewpoint, to: Viewpoint, t: number): Viewpoint {
  const turn = MathUtils.euclideanModulo(to.azimuth - from.azimuth + Math.PI, Math.PI * 2) - Math.PI;
  const mix = (a: number, b: number) => MathUtils.lerp(a, b, t);
  return {
    azimuth: from.azimuth + turn * t,
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

/** Shifts the target by fractions of the viewport's height. */
export function pan(view: Viewpoint, right: number, up: number): Viewpoint {
  const directions = cameraAxes(view.azimuth, view.elevation);
  const height = 2 * Math.tan((FIELD_OF_VIEW / 2) * DEGREE) * view.distance;
  const target = new Vector3(...view.target)
    .addScaledVector(directions.right, right * height)
    .addScaledVector(directions.up, up * height);
  const near = (value: number, center: number) => MathUtils.clamp(value, center - 16, center + 16);
  return { ...view, target: [near(target.x, 5), near(target.y, 7), near(target.z, -9)] };
}

/** Pixels per world unit at a distance from the camera, in a viewport of that height. */
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
