// Camera positions: presets that frame the set tightly, and orbit, pan and zoom within limits.
import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import type { Color } from "../../../wire/snapshot";
import type { Preset, SavedView } from "../../view";
import { rectsOverlap, type Rect } from "../overlay/screenShapes";

/** A camera position in spherical coordinates around a target: radians, azimuth 0 behind White, elevation 0 level. */
export interface Viewpoint {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: number;
  readonly target: readonly [number, number, number];
  /** Vertical field of view in degrees. */
  readonly fieldOfView: number;
}

const DEGREE = Math.PI / 180;
/** A long lens, as in product photography. */
export const FIELD_OF_VIEW = 14;
/** Straight from above, a lens so long that all squares of a column coincide to within half a pixel. */
const TOP_FIELD_OF_VIEW = 0.055;
/** Distance from the target to the clipping planes, in world units. */
const DEPTH_RANGE = 70;
/** Margins around the set for its labels, in CSS pixels. */
const MARGIN = { left: 40, right: 40, above: 10, below: 24 };
/** A viewport narrower than this has no room to spare: its side margins are smaller by this. */
const NARROW_WIDTH = 520;
const NARROW_SAVING = 26;
/** Minimum distance between the set and the page's controls. */
const CLEARANCE = 16;
/** Just short of straight down, where the azimuth is undefined. */
const MAX_ELEVATION = 89.99 * DEGREE;
const MIN_ELEVATION = -50 * DEGREE;
/** Visible height at the target, in world units. */
const ZOOM_RANGE = { min: 3.2, max: 82 };

export type FixedPreset = Exclude<Preset, "mine">;

interface Direction {
  readonly azimuth: number;
  readonly elevation: number;
}

function degrees(azimuth: number, elevation: number): Direction {
  return { azimuth: azimuth * DEGREE, elevation: elevation * DEGREE };
}

const STRAIGHT_DOWN: Direction = { azimuth: 0, elevation: MAX_ELEVATION };

interface PresetDirections {
  readonly assembled: Direction;
  readonly exploded: Direction;
  /** Limits how far the boards move apart: a level view needs less. */
  readonly explodeFactor: number;
}

/**
 * Preset directions with White at the bottom. White's and Black's show most of every piece while the boards stay apart;
 * `visibility.test.ts` measures it. Black's is lower, because the boards rise towards Black.
 */
const DIRECTIONS: Readonly<Record<FixedPreset, PresetDirections>> = {
  white: { assembled: degrees(22, 22), exploded: degrees(28, 28), explodeFactor: 1 },
  black: { assembled: degrees(204, 22), exploded: degrees(204, 19), explodeFactor: 1 },
  showcase: { assembled: degrees(54, 32), exploded: degrees(54, 30), explodeFactor: 1 },
  top: { assembled: STRAIGHT_DOWN, exploded: STRAIGHT_DOWN, explodeFactor: 1 },
  side: { assembled: degrees(90, 11), exploded: degrees(90, 20), explodeFactor: 0.4 },
  front: { assembled: degrees(0, 14), exploded: degrees(0, 26), explodeFactor: 0.5 },
};

export function explodeFactorFor(preset: Preset): number {
  return preset === "mine" ? 1 : DIRECTIONS[preset].explodeFactor;
}

/** The screen's right and up as directions on the boards, in the view from above. */
export interface DiagramAxes {
  readonly right: Vector3;
  readonly up: Vector3;
}

/** The axes if a viewpoint shows the set as a flat diagram, from straight above; else null. */
export function diagramAxes({ azimuth, fieldOfView }: Viewpoint): DiagramAxes | null {
  if (fieldOfView >= 1) return null;
  const { right } = cameraAxes(azimuth, 0);
  return { right, up: new Vector3().crossVectors(new Vector3(0, 1, 0), right) };
}

function fieldOfViewFor(elevation: number): number {
  return elevation >= MAX_ELEVATION ? TOP_FIELD_OF_VIEW : FIELD_OF_VIEW;
}

/** The height visible at the target, in world units. */
function frameHeight({ distance, fieldOfView }: Pick<Viewpoint, "distance" | "fieldOfView">): number {
  return distance * heightAtUnitDistance(fieldOfView);
}

function heightAtUnitDistance(fieldOfView: number): number {
  return 2 * Math.tan((fieldOfView / 2) * DEGREE);
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
  const { assembled, exploded } = DIRECTIONS[preset];
  const flipped = preset !== "white" && preset !== "black" && bottom === "black";
  const mix = (axis: keyof Direction) => MathUtils.lerp(assembled[axis], exploded[axis], subject.explodeFactor);
  return frame(mix("azimuth") + (flipped ? Math.PI : 0), mix("elevation"), subject.points, viewport);
}

/** A saved view adapted to the current viewport. */
export function restoreView(saved: SavedView, { points }: FramingSubject, viewport: Viewport): Viewpoint {
  const { azimuth, zoom: factor, target } = saved;
  const elevation = clampElevation(saved.elevation);
  const { distance, fieldOfView } = frame(azimuth, elevation, points, viewport);
  return { azimuth, elevation, target, fieldOfView, distance: distance * factor };
}

export function saveView(view: Viewpoint, { points }: FramingSubject, viewport: Viewport): SavedView {
  const { azimuth, elevation, distance, target } = view;
  return { azimuth, elevation, target, zoom: distance / frame(azimuth, elevation, points, viewport).distance };
}

/** The tightest viewpoint in a direction that keeps every point clear of the page's controls. */
export function frame(azimuth: number, elevation: number, points: readonly Vector3[], viewport: Viewport): Viewpoint {
  const { width, height, covered } = viewport;
  const view = fitWithMargins(azimuth, elevation, points, viewport, MARGIN);
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const center = new Vector3(...view.target);
  const projected = points.map((point) => {
    const offset = point.clone().sub(center);
    const size = pixelsPerUnit(view.distance - offset.dot(back), height, view.fieldOfView);
    return [width / 2 + offset.dot(right) * size, height / 2 - offset.dot(up) * size] as const;
  });
  const overlapping = covered.filter((box) =>
    projected.some(([x, y]) => rectsOverlap(box, { left: x, right: x, top: y, bottom: y }, CLEARANCE)),
  );
  if (overlapping.length === 0) return view;
  // Reserve the strip along the nearest edge that contains an overlapping control.
  const margin = { ...MARGIN };
  for (const { left, right, top, bottom } of overlapping) {
    const reserve = (side: keyof typeof margin, size: number) => {
      margin[side] = Math.max(margin[side], MARGIN[side] + size);
    };
    if (bottom - top > right - left)
      reserve(left > width / 2 ? "right" : "left", left > width / 2 ? width - left : right);
    else reserve(top > height / 2 ? "below" : "above", top > height / 2 ? height - top : bottom);
  }
  return fitWithMargins(azimuth, elevation, points, viewport, margin);
}

/** The closest viewpoint whose margins contain all points. */
function fitWithMargins(
  azimuth: number,
  elevation: number,
  points: readonly Vector3[],
  { width, height }: Viewport,
  { left, right: rightMargin, above, below }: Readonly<typeof MARGIN>,
): Viewpoint {
  const { right, up, back } = cameraAxes(azimuth, elevation);
  const fieldOfView = fieldOfViewFor(elevation);
  const perPixel = heightAtUnitDistance(fieldOfView) / height;
  const tangent = (pixels: number) => perPixel * Math.max(0.2 * height, pixels);
  const half = width / 2 + (width < NARROW_WIDTH ? NARROW_SAVING : 0);
  const inCameraAxes = points.map((point) => [point.dot(right), point.dot(up), point.dot(back)] as const);
  // With the eye at e along `back` and centered at c, a point at offset o is within the tangents `less` and `more` if
  // -less (e - depth) <= o - c <= more (e - depth). Each point bounds c on both sides, which gives the minimal e.
  const bounds = (axis: 0 | 1, less: number, more: number) => ({
    high: Math.max(...inCameraAxes.map((point) => point[axis] + more * point[2])),
    low: Math.min(...inCameraAxes.map((point) => point[axis] - less * point[2])),
    less,
    more,
  });
  const horizontal = bounds(0, tangent(half - left), tangent(half - rightMargin));
  const vertical = bounds(1, tangent(height / 2 - below), tangent(height / 2 - above));
  const eye = Math.max(...[horizontal, vertical].map(({ high, low, less, more }) => (high - low) / (less + more)));
  const center = ({ high, low, less, more }: typeof horizontal) => (high - more * eye + low + less * eye) / 2;
  const depth = inCameraAxes.reduce((sum, point) => sum + point[2], 0) / inCameraAxes.length;
  const target = right
    .multiplyScalar(center(horizontal))
    .addScaledVector(up, center(vertical))
    .addScaledVector(back, depth);
  return { azimuth, elevation, fieldOfView, distance: eye - depth, target: [target.x, target.y, target.z] };
}

/** Interpolates between two viewpoints, turning the shorter way. */
export function interpolate(from: Viewpoint, to: Viewpoint, t: number): Viewpoint {
  const turn = MathUtils.euclideanModulo(to.azimuth - from.azimuth + Math.PI, Math.PI * 2) - Math.PI;
  const mix = (a: number, b: number) => MathUtils.lerp(a, b, t);
  const fieldOfView = mix(from.fieldOfView, to.fieldOfView);
  return {
    azimuth: from.azimuth + turn * t,
    elevation: mix(from.elevation, to.elevation),
    fieldOfView,
    distance: mix(frameHeight(from), frameHeight(to)) / heightAtUnitDistance(fieldOfView),
    target: [mix(from.target[0], to.target[0]), mix(from.target[1], to.target[1]), mix(from.target[2], to.target[2])],
  };
}

/** Turns around the target; the lens follows the elevation, and the frame keeps its height. */
export function orbit(view: Viewpoint, turn: number, rise: number): Viewpoint {
  const elevation = clampElevation(view.elevation + rise);
  const fieldOfView = fieldOfViewFor(elevation);
  const distance = frameHeight(view) / heightAtUnitDistance(fieldOfView);
  return { ...view, azimuth: view.azimuth + turn, elevation, fieldOfView, distance };
}

export function zoom(view: Viewpoint, factor: number): Viewpoint {
  const height = MathUtils.clamp(frameHeight(view) * factor, ZOOM_RANGE.min, ZOOM_RANGE.max);
  return { ...view, distance: height / heightAtUnitDistance(view.fieldOfView) };
}

/** Shifts the target by fractions of the viewport's height. */
export function pan(view: Viewpoint, right: number, up: number): Viewpoint {
  const directions = cameraAxes(view.azimuth, view.elevation);
  const height = frameHeight(view);
  const target = new Vector3(...view.target)
    .addScaledVector(directions.right, right * height)
    .addScaledVector(directions.up, up * height);
  const near = (value: number, center: number) => MathUtils.clamp(value, center - 16, center + 16);
  return { ...view, target: [near(target.x, 5), near(target.y, 10), near(target.z, -9)] };
}

/** Pixels per world unit at a distance from the camera, in a viewport of that height. */
export function pixelsPerUnit(distance: number, height: number, fieldOfView: number): number {
  return height / (heightAtUnitDistance(fieldOfView) * distance);
}

export function applyViewpoint(camera: PerspectiveCamera, view: Viewpoint): void {
  const { right, up, back } = cameraAxes(view.azimuth, view.elevation);
  camera.position.set(...view.target).addScaledVector(back, view.distance);
  camera.matrix.makeBasis(right, up, back).setPosition(camera.position);
  camera.quaternion.setFromRotationMatrix(camera.matrix);
  camera.fov = view.fieldOfView;
  camera.near = Math.max(0.5, view.distance - DEPTH_RANGE);
  camera.far = view.distance + DEPTH_RANGE;
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}
