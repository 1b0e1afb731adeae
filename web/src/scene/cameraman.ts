// Holds the camera: goes to presets and saved views with an eased move, follows a person's hand, keeps the set in the picture.
import type { PerspectiveCamera } from "three";
import type { SavedView, ViewOptions } from "../state/view";
import { between, frame, keep, pose, recall, type Room, type Subject, type Viewpoint } from "./camera";
import type { Motions } from "./motion";

const MOVE = 600;

/** The part of the view options that says where the camera stands. */
export type Framing = Pick<ViewOptions, "preset" | "bottom" | "myView">;

export class Cameraman {
  readonly #camera: PerspectiveCamera;
  readonly #motions: Motions;
  readonly #subject: () => Subject;
  readonly #room: () => Room;
  #viewpoint: Viewpoint | null = null;
  /** What the picture is framed by until a person moves the camera. */
  #framed: Framing | null = null;

  constructor(camera: PerspectiveCamera, motions: Motions, subject: () => Subject, room: () => Room) {
    this.#camera = camera;
    this.#motions = motions;
    this.#subject = subject;
    this.#room = room;
  }

  get viewpoint(): Viewpoint {
    return this.#viewpoint ?? frame("white", "white", this.#subject(), this.#room());
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
    const [subject, room] = [this.#subject(), this.#room()];
    if (preset !== "mine") return frame(preset, bottom, subject, room);
    return myView ? recall(myView, subject, room) : frame(bottom, bottom, subject, room);
  }

  keep(): SavedView {
    return keep(this.viewpoint, this.#subject(), this.#room());
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
