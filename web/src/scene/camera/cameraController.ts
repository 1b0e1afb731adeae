// Holds the camera: goes to presets and saved views with an eased move, follows a person's hand, keeps the set in the picture.
import type { PerspectiveCamera } from "three";
import type { SavedView, ViewOptions } from "../../state/view";
import {
  interpolate,
  framePreset,
  saveView,
  applyViewpoint,
  restoreView,
  type Viewport,
  type FramingSubject,
  type Viewpoint,
} from "./viewpoint";
import type { Animations } from "../render/animations";

const MOVE = 600;

/** The part of the view options that says where the camera stands. */
export type Framing = Pick<ViewOptions, "preset" | "bottom" | "myView">;

export class CameraController {
  readonly #camera: PerspectiveCamera;
  readonly #motions: Animations;
  readonly #subject: () => FramingSubject;
  readonly #room: () => Viewport;
  #viewpoint: Viewpoint | null = null;
  /** What the picture is framed by until a person moves the camera. */
  #framed: Framing | null = null;

  constructor(camera: PerspectiveCamera, motions: Animations, subject: () => FramingSubject, room: () => Viewport) {
    this.#camera = camera;
    this.#motions = motions;
    this.#subject = subject;
    this.#room = room;
  }

  get viewpoint(): Viewpoint {
    return this.#viewpoint ?? framePreset("white", "white", this.#subject(), this.#room());
  }

  /** Goes to a preset; the first one without a journey. */
  show(framing: Framing): void {
    this.#framed = framing;
    const from = this.viewpoint;
    const to = this.#place(framing);
    this.#motions.finish();
    this.#motions.run(this.#viewpoint === null ? 0 : MOVE, (share) => {
      this.#viewpoint = interpolate(from, to, share);
    });
  }

  /** The picture's shape or the set's has changed: frames it again, unless a person has taken the camera. */
  reframe(): void {
    if (!this.#framed || this.#motions.running) return;
    this.#viewpoint = this.#place(this.#framed);
  }

  #place({ preset, bottom, myView }: Framing): Viewpoint {
    const [subject, room] = [this.#subject(), this.#room()];
    if (preset !== "mine") return framePreset(preset, bottom, subject, room);
    return myView ? restoreView(myView, subject, room) : framePreset(bottom, bottom, subject, room);
  }

  save(): SavedView {
    return saveView(this.viewpoint, this.#subject(), this.#room());
  }

  /** A person moves the camera. */
  moveBy(change: (view: Viewpoint) => Viewpoint): void {
    this.#framed = null;
    this.#motions.finish();
    this.#viewpoint = change(this.viewpoint);
  }

  apply(): void {
    applyViewpoint(this.#camera, this.viewpoint);
  }
}
