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

/** How far the light swings to either side, in radians, and how often in a turn. */
const SWEEP = { angle: 0.8, times: 4 };

/** Where the light stands when the set has turned so far. */
function sweep(turned: number): number {
  return SWEEP.angle * Math.sin(turned * SWEEP.times);
}

/** Turns until it is stopped; `turn` receives the angle of each step and that of the light, which sweeps over the set. */
export class Turntable {
  readonly #turn: (angle: number, light: number) => void;
  #turned = 0;
  #frame: number | null = null;

  constructor(turn: (angle: number, light: number) => void) {
    this.#turn = turn;
  }

  start(): void {
    if (this.#frame !== null) return;
    let last: number | null = null;
    const step = (now: number): void => {
      const seconds = last === null ? 0 : (now - last) / 1000;
      last = now;
      this.#frame = requestAnimationFrame(step);
      const angle = Math.min(seconds, MAX_STEP) * SPEED;
      this.#turned += angle;
      this.#turn(angle, sweep(this.#turned));
    };
    this.#frame = requestAnimationFrame(step);
  }

  stop(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
  }
}
