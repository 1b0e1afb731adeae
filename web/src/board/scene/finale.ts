// The end of a game: the camera turns to the mated king, and the squares that it could not flee to light up one by one.
import type { ReadonlySignal, Signal } from "@preact/signals-core";
import { loadAnalysisModule } from "../../core/analysisModule";
import { parse } from "../../core/json";
import type { Snapshot } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";
import type { ViewOptions } from "../view";
import type { CameraController } from "./camera/cameraController";
import type { ChessSet } from "./set/chessSet";

/** What the finale changes. */
export interface Stage {
  readonly camera: CameraController;
  readonly set: ChessSet;
  /** The squares that are lit. */
  readonly lit: Signal<readonly SquareName[]>;
  readonly view: ReadonlySignal<ViewOptions>;
}

/** Radians that the camera turns, its angle to the boards, the middle of a king, and the visible part of the set. */
const VIEW = { turn: 0.35, elevation: 0.5, middle: 1.3, zoom: 0.45 };
const SWING = 700;
const STEP = 260;

/** Plays until it is stopped: by a press, which lights all squares at once, or by `stop`. */
export class Finale {
  readonly #stage: Stage;
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  #flights: readonly SquareName[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  readonly #press = (): void => {
    if (this.#end()) this.#stage.lit.value = this.#flights;
  };

  constructor(stage: Stage, snapshot: Snapshot) {
    this.#stage = stage;
    document.addEventListener("pointerdown", this.#press);
    // Without the module the king is shown, and no square is lit.
    void this.#play(snapshot).catch(() => this.#end());
  }

  /** Puts out the lights and turns the camera back. */
  stop(): void {
    this.#end();
    const { camera, lit, view } = this.#stage;
    lit.value = [];
    if (!this.#still) camera.show(view.peek());
  }

  async #play({ rules, tfen, check }: Snapshot): Promise<void> {
    if (check && !this.#still) this.#turnTo(check);
    const { insight } = await loadAnalysisModule();
    if (this.#stopped) return;
    const escapes = parse(insight(rules, tfen)).mate?.escapes ?? [];
    const flights = escapes.flatMap(({ kind, to }) => (kind === "flight" && to !== null ? [to] : []));
    this.#flights = [...new Set(flights)];
    if (this.#still) this.#press();
    else this.#light(SWING);
  }

  #turnTo(king: SquareName): void {
    const { camera, set, view } = this.#stage;
    if (set.isDiagram) return;
    const { x, y, z } = set.layout.squarePosition(king);
    const { azimuth } = camera.viewpoint;
    const target = [x, y + VIEW.middle, z] as const;
    const myView = { target, azimuth: azimuth + VIEW.turn, elevation: VIEW.elevation, zoom: VIEW.zoom };
    camera.show({ preset: "mine", bottom: view.peek().bottom, myView });
  }

  #light(delay: number): void {
    const { lit } = this.#stage;
    this.#timer = setTimeout(() => {
      lit.value = this.#flights.slice(0, lit.peek().length + 1);
      if (lit.peek().length < this.#flights.length) this.#light(STEP);
      else this.#end();
    }, delay);
  }

  /** Returns whether it was still playing. */
  #end(): boolean {
    const playing = !this.#stopped;
    this.#stopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener("pointerdown", this.#press);
    return playing;
  }
}
