// Controls the camera: animates to presets and saved views, applies user input, and keeps the set framed.
import type { PerspectiveCamera } from "three";
import type { SavedView, ViewOptions } from "../../view";
import type { Animations } from "../render/animations";
import {
  applyViewpoint,
  framePreset,
  interpolate,
  restoreView,
  saveView,
  type FramingSubject,
  type Viewpoint,
  type Viewport,
} from "./viewpoint";

const DURATION = 600;

/** The view options that determine the camera position. */
export type Framing = Pick<ViewOptions, "preset" | "bottom" | "myView">;

export class CameraController {
  readonly #camera: PerspectiveCamera;
  readonly #animations: Animations;
  readonly #subject: () => FramingSubject;
  readonly #viewport: () => Viewport;
  #viewpoint: Viewpoint | null = null;
  /** The framing to maintain; null once the user has moved the camera. */
  #framing: Framing | null = null;

  constructor(
    camera: PerspectiveCamera,
    animations: Animations,
    subject: () => FramingSubject,
    viewport: () => Viewport,
  ) {
    this.#camera = camera;
    this.#animations = animations;
    this.#subject = subject;
    this.#viewport = viewport;
  }

  get viewpoint(): Viewpoint {
    return this.#viewpoint ?? framePreset("white", "white", this.#subject(), this.#viewport());
  }

  /** Moves to a preset or saved view; only the first call skips the animation. */
  show(framing: Framing): void {
    this.#framing = framing;
    const from = this.viewpoint;
    const to = this.#viewpointFor(framing);
    this.#animations.finish();
    this.#animations.run(this.#viewpoint === null ? 0 : DURATION, (t) => {
      this.#viewpoint = interpolate(from, to, t);
    });
  }

  /** Returns to a preset or saved view if the camera was moved. */
  settle(framing: Framing): void {
    if (this.#framing === null) this.show(framing);
  }

  /** Adapts to a new shape of the canvas or of the set, unless the user has moved the camera. */
  reframe(): void {
    if (!this.#framing || this.#animations.running) return;
    this.#viewpoint = this.#viewpointFor(this.#framing);
  }

  #viewpointFor({ preset, bottom, myView }: Framing): Viewpoint {
    const [subject, viewport] = [this.#subject(), this.#viewport()];
    if (preset !== "mine") return framePreset(preset, bottom, subject, viewport);
    return myView ? restoreView(myView, subject, viewport) : framePreset(bottom, bottom, subject, viewport);
  }

  save(): SavedView {
    return saveView(this.viewpoint, this.#subject(), this.#viewport());
  }

  /** Applies a camera movement of the user. */
  moveBy(change: (view: Viewpoint) => Viewpoint): void {
    this.#framing = null;
    this.#animations.finish();
    this.#viewpoint = change(this.viewpoint);
  }

  /** Writes the viewpoint to the three.js camera. */
  apply(): void {
    applyViewpoint(this.#camera, this.viewpoint);
  }
}
