// How much the machine is asked to do while something moves: less when frames take too long, more when they do not.
import type { Quality } from "../../state/view";
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

const SLOW_FRAME = 40;
/** Frames so slow that three of them say enough. */
const CRAWLING_FRAME = 160;
/** A frame so slow that one says everything: no step between helps. */
const FROZEN_FRAME = 450;
const QUICK_FRAME = 18;
const SAMPLES = 10;
/** Frames that must be quick before a step up is tried; doubled each time a step up has to be taken back. */
const PATIENCE = 90;

/** Follows the time between frames while something moves. */
export class AdaptiveQuality {
  #index: number;
  readonly #fixed: boolean;
  #times: number[] = [];
  #quick = 0;
  #patience = PATIENCE;
  #raised = false;

  /** A machine that is known to be slow need not show it first. */
  constructor(quality: Quality, slow: boolean) {
    this.#fixed = quality !== "auto";
    this.#index = quality === "low" || (slow && !this.#fixed) ? 0 : TIERS.length - 1;
  }

  get tier(): QualityTier {
    return TIERS[this.#index] ?? TIERS[0];
  }

  /** What a picture at rest is drawn with, which may take its time. */
  get best(): QualityTier {
    return this.#fixed ? this.tier : TIERS[2];
  }

  /** Takes the time between two successive frames; true when the tier has changed. */
  recordFrame(milliseconds: number): boolean {
    if (this.#fixed) return false;
    this.#times.push(milliseconds);
    if (this.#times.length > SAMPLES) this.#times.shift();
    this.#quick = milliseconds <= QUICK_FRAME ? this.#quick + 1 : 0;
    if (milliseconds > FROZEN_FRAME && this.#index > 0) return this.#step(-this.#index);
    if (this.#slow() && this.#index > 0) {
      if (this.#raised) this.#patience *= 2;
      return this.#step(-1);
    }
    if (this.#quick >= this.#patience && this.#index < TIERS.length - 1) return this.#step(1);
    return false;
  }

  #slow(): boolean {
    const count = this.#times.length;
    return (
      (count === SAMPLES && median(this.#times) > SLOW_FRAME) || (count >= 3 && median(this.#times) > CRAWLING_FRAME)
    );
  }

  #step(by: number): boolean {
    this.#index += by;
    this.#raised = by > 0;
    this.#times = [];
    this.#quick = 0;
    return true;
  }
}

/** Whether pictures are drawn by the processor, for want of a graphics card or of its driver. */
export function usesSoftwareRendering(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2");
  if (!gl) return false;
  const name = gl.getParameter(gl.RENDERER) as string;
  // Some browsers keep the name back unless they are asked for it.
  const told = name === "WebKit WebGL" ? gl.getExtension("WEBGL_debug_renderer_info") : null;
  const full = told ? (gl.getParameter(told.UNMASKED_RENDERER_WEBGL) as string) : name;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(full);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
