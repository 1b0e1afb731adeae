// Holds the camera: goes to presets and saved views with an eased move, follows a person's hand, keeps the set in the picture.
import type { Vector3, PerspectiveCamera } from "three";
import type { Color } from "../wire/snapshot";
import type { Preset } from "../state/view";
import { between, frame, pose, type Viewpoint } from "./camera";
import type { Motions } from "./motion";

const MOVE = 600;

export class Cameraman {
  readonly #camera: PerspectiveCamera;
  readonly #motions: Motions;
  readonly #outline: () => readonly Vector3[];
  #viewpoint: Viewpoint | null = null;
  /** What the picture is framed by until a person moves the camera. */
  #framed: { readonly preset: Preset; readonly bottom: Color } | null = null;

  /** `outline` gives the points that a picture of the whole set must hold. */
  constructor(camera: PerspectiveCamera, motions: Motions, outline: () => readonly Vector3[]) {
    this.#camera = camera;
    this.#motions = motions;
    this.#outline = outline;
  }

  get viewpoint(): Viewpoint {
    return this.#viewpoint ?? frame("white", "white", this.#outline(), this.#camera.aspect);
  }

  /** Goes to a preset; the first one without a journey. */
  show(preset: Preset, bottom: Color): void {
    this.#framed = { preset, bottom };
    this.goTo(frame(preset, bottom, this.#outline(), this.#camera.aspect), this.#viewpoint === null);
  }

  goTo(to: Viewpoint, atOnce = false): void {
    const from = this.viewpoint;
    this.#motions.finish();
    this.#motions.run(atOnce ? 0 : MOVE, (share) => {
      this.#viewpoint = between(from, to, share);
    });
  }

  /** The picture's shape or the set's has changed: frames it again, unless a person has taken the camera. */
  reframe(): void {
    if (!this.#framed || this.#motions.busy) return;
    const { preset, bottom } = this.#framed;
    this.#viewpoint = frame(preset, bottom, this.#outline(), this.#camera.aspect);
  }

  /** A person moves the camera. */
  steer(change: (view: Viewpoint) => Viewpoint): void {
    this.#framed = null;
    this.#motions.finish();
    this.#viewpoint = change(this.viewpoint);
  }

  release(): void {
    this.#framed = null;
  }

  pose(): void {
    pose(this.#camera, this.viewpoint);
  }
}
