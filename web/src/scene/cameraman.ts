// Holds the camera: goes to presets and saved views with an eased move, follows a person's hand, keeps the set in the picture.
import type { Vector3, PerspectiveCamera } from "three";
import type { SavedView, ViewOptions } from "../state/view";
import { between, frame, keep, pose, recall, type Viewpoint } from "./camera";
import type { Motions } from "./motion";

const MOVE = 600;

/** The part of the view options that says where the camera stands. */
export type Framing = Pick<ViewOptions, "preset" | "bottom" | "myView">;

export class Cameraman {
  readonly #camera: PerspectiveCamera;
  readonly #motions: Motions;
  readonly #outline: () => readonly Vector3[];
  #viewpoint: Viewpoint | null = null;
  /** What the picture is framed by until a person moves the camera. */
  #framed: Framing | null = null;

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
  show(framing: Framing): void {
    this.#framed = framing;
    const from = this.viewpoint;
    const to = this.#place(framing);
    this.#motions.finish();
    this.#motions.run(this.#viewpoint === null ? 0 : MOVE, (share) => {
      this.#viewpoint = between(from, to, share);
    });
  }

  /** The picture's shape or the set's has changed: frames it again, unless a person has taken the camera. */
  reframe(): void {
    if (!this.#framed || this.#motions.busy) return;
    this.#viewpoint = this.#place(this.#framed);
  }

  #place({ preset, bottom, myView }: Framing): Viewpoint {
    const [outline, { aspect }] = [this.#outline(), this.#camera];
    if (preset !== "mine") return frame(preset, bottom, outline, aspect);
    return myView ? recall(myView, outline, aspect) : frame(bottom, bottom, outline, aspect);
  }

  keep(): SavedView {
    return keep(this.viewpoint, this.#outline(), this.#camera.aspect);
  }

  /** A person moves the camera. */
  steer(change: (view: Viewpoint) => Viewpoint): void {
    this.#framed = null;
    this.#motions.finish();
    this.#viewpoint = change(this.viewpoint);
  }

  pose(): void {
    pose(this.#camera, this.viewpoint);
  }
}
