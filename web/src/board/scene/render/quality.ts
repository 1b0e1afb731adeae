// Adaptive quality: lowers the tier when frames are slow and raises it when they are fast.
import type { Quality } from "../../view";
import type { Shading } from "../materials/materials";
import { LOW_DETAIL, HIGH_DETAIL, type Detail } from "../geometry/lathe";

export interface QualityTier {
  readonly name: "low" | "middle" | "high";
  readonly pixelRatio: number;
  readonly shadows: boolean;
  readonly shading: Shading;
  readonly detail: Detail;
}

export const TIERS: readonly [QualityTier, QualityTier, QualityTier] = [
  { name: "low", pixelRatio: 1, shadows: false, shading: "lambert", detail: LOW_DETAIL },
  { name: "middle", pixelRatio: 1.25, shadows: true, shading: "standard", detail: HIGH_DETAIL },
  { name: "high", pixelRatio: 2, shadows: true, shading: "physical", detail: HIGH_DETAIL },
];

/** Frame times in milliseconds. A median over SLOW_FRAME lowers the tier one step. */
const SLOW_FRAME = 40;
/** Lowers the tier after three samples. */
const VERY_SLOW_FRAME = 160;
/** A single frame this slow drops to the lowest tier. */
const STALLED_FRAME = 450;
const FAST_FRAME = 18;
const SAMPLES = 10;
/** Consecutive fast frames before the tier is raised; doubled each time a raise is undone. */
const FAST_FRAMES_TO_RAISE = 90;

export class AdaptiveQuality {
  #index: number;
  readonly #fixed: boolean;
  #times: number[] = [];
  #fastFrames = 0;
  #fastFramesToRaise = FAST_FRAMES_TO_RAISE;
  #raised = false;

  /** `softwareRendering` starts at the lowest tier. */
  constructor(quality: Quality, softwareRendering: boolean) {
    this.#fixed = quality !== "auto";
    this.#index = quality === "low" || (softwareRendering && !this.#fixed) ? 0 : TIERS.length - 1;
  }

  get tier(): QualityTier {
    return TIERS[this.#index] ?? TIERS[0];
  }

  /** The tier for still images, where speed does not matter. */
  get best(): QualityTier {
    return this.#fixed ? this.tier : TIERS[2];
  }

  /** Records the time between two frames; returns whether the tier changed. */
  recordFrame(milliseconds: number): boolean {
    if (this.#fixed) return false;
    this.#times.push(milliseconds);
    if (this.#times.length > SAMPLES) this.#times.shift();
    this.#fastFrames = milliseconds <= FAST_FRAME ? this.#fastFrames + 1 : 0;
    if (milliseconds > STALLED_FRAME && this.#index > 0) return this.#step(-this.#index);
    if (this.#slow() && this.#index > 0) {
      if (this.#raised) this.#fastFramesToRaise *= 2;
      return this.#step(-1);
    }
    if (this.#fastFrames >= this.#fastFramesToRaise && this.#index < TIERS.length - 1) return this.#step(1);
    return false;
  }

  #slow(): boolean {
    const count = this.#times.length;
    return (
      (count === SAMPLES && median(this.#times) > SLOW_FRAME) || (count >= 3 && median(this.#times) > VERY_SLOW_FRAME)
    );
  }

  #step(by: number): boolean {
    this.#index += by;
    this.#raised = by > 0;
    this.#times = [];
    this.#fastFrames = 0;
    return true;
  }
}

/** Whether WebGL runs on the CPU. */
export function usesSoftwareRendering(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const name = gl.getParameter(gl.RENDERER) as string;
  // WebKit reports the real renderer only through the debug extension.
  const debugInfo = name === "WebKit WebGL" ? gl.getExtension("WEBGL_debug_renderer_info") : null;
  const renderer = debugInfo ? (gl.getParameter(debugInfo.UNMASKED_RENDERER_WEBGL) as string) : name;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
