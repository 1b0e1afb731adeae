// The contract between the page and the 3D view. `src/scene/index.ts` exports `mountScene` of type `MountScene`;
// the page loads it with a dynamic import, so that the map works before it and without it.
import type { SquareName, PinName } from "../wire/world";
import type { Store } from "./store";
import type { Preset, SavedView } from "./view";

export interface SceneHandle {
  setPreset(preset: Preset): void;
  /** Where the camera stands now, to be kept. */
  currentView(): SavedView;
  /** The view as it is, as a PNG. */
  snapshotPng(): Promise<Blob>;
  /** Where a square or a pin's board is seen now, in CSS pixels from the canvas's corner; null when something covers it. */
  pointOf(target: { square: SquareName } | { pin: PinName }): { x: number; y: number } | null;
  /** Resolves once everything asked for so far is on the screen and nothing moves any more. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface SceneEvents {
  /** WebGL is gone for good (lost and not restored): the page goes on with the map alone. */
  lost(): void;
}

/** Throws when the browser offers no WebGL 2. */
export type MountScene = (canvas: HTMLCanvasElement, store: Store, events: SceneEvents) => SceneHandle;
