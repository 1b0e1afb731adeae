// The set as the home screen shows it: a piece to look at instead of a game, slowly turning.
import type { ViewOptions } from "../view";

/** The options that the showroom sets, whatever the player has chosen for games. */
export const SHOWROOM = {
  preset: "showcase",
  bottom: "white",
  theme: "dark",
  exploded: false,
  focus: null,
  slice: null,
  seeThrough: 0.5,
  labels: false,
  debug: false,
} as const satisfies Partial<ViewOptions>;

/** Radians per second: a turn in 90 seconds. */
const SPEED = (2 * Math.PI) / 90;
/** The longest step, after frames that were not drawn. */
const MAX_STEP = 0.1;

/** Turns until it is stopped; `turn` receives the angle of each step. */
export class Turntable {
  readonly #turn: (angle: number) => void;
  #frame: number | null = null;

  constructor(turn: (angle: number) => void) {
    this.#turn = turn;
  }

  start(): void {
    if (this.#frame !== null) return;
    let last: number | null = null;
    const step = (now: number): void => {
      const seconds = last === null ? 0 : (now - last) / 1000;
      last = now;
      this.#frame = requestAnimationFrame(step);
      this.#turn(Math.min(seconds, MAX_STEP) * SPEED);
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }
}
