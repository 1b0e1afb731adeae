// The contract between the page and the 3D view. `src/scene/index.ts` exports `mountScene` of type `MountScene`. The page
// loads it with a dynamic import, so that the map works before it and without it.
import type { ReadonlySignal } from "@preact/signals-core";
import type { SquareName, PinName } from "../wire/world";
import type { Rect } from "./scene/overlay/screenShapes";
import type { Store } from "./store";
import type { Preset, SavedView } from "./view";

export type { Rect };

export interface SceneHandle {
  setPreset(preset: Preset): void;
  /** Turns the camera around the set, by radians. */
  turn(right: number, down: number): void;
  /** The camera's viewpoint, to be saved. */
  currentView(): SavedView;
  /** A PNG of the view. */
  snapshotPng(): Promise<Blob>;
  /** Turns the set by an angle in radians and draws it at its best. The canvas holds the picture until the task ends. */
  drawTurned(angle: number): Promise<void>;
  /** A visible point of a square or a pin's board, in CSS pixels from the canvas's corner; null when it is covered. */
  pointOf(target: { square: SquareName } | { pin: PinName }): { x: number; y: number } | null;
  /** Where a square and a piece on it are, covered or not, in CSS pixels from the canvas's corner. */
  areaOf(square: SquareName): Rect;
  /** Resolves once the view has drawn its state and nothing moves. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface SceneEvents {
  /** The WebGL context is lost and was not restored: the page continues with the map alone. */
  lost(): void;
}

/** With `showroom`, the set is shown for its own sake. Throws when the browser has no WebGL 2. */
export type MountScene = (
  canvas: HTMLCanvasElement,
  store: Store,
  showroom: ReadonlySignal<boolean>,
  events: SceneEvents,
) => SceneHandle;
