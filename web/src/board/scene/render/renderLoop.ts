// Draws frames on request, adapts the quality to their duration, and refines the image when the scene is idle.
import type { Frustum } from "three";
import type { Animations } from "./animations";
import { FrameScheduler } from "./frameScheduler";
import type { AdaptiveQuality, QualityTier } from "./quality";
import type { SceneRenderer } from "./sceneRenderer";

/** What the loop needs from the scene. Sizes are in CSS pixels. */
export interface FrameHooks {
  /** Returns whether the tier changed anything. */
  applyTier(tier: QualityTier): boolean;
  /** Updates everything that depends on the camera and the canvas size. */
  update(width: number, height: number): void;
  placeLabels(width: number, height: number): void;
  /** Limits instanced meshes to a frustum; null includes everything. */
  cull(frustum: Frustum | null): void;
  /** Runs after a measurement changed the tier. */
  tierChanged(): void;
}

/** Frames to skip in measurements after new materials, which compile shaders. */
const WARM_UP_FRAMES = 2;

export class RenderLoop {
  readonly #canvas: HTMLCanvasElement;
  readonly #renderer: SceneRenderer;
  readonly #quality: AdaptiveQuality;
  readonly #animations: readonly Animations[];
  readonly #hooks: FrameHooks;
  readonly #frames: FrameScheduler;
  #frameCount = 0;
  #measurement = 0;
  #warmUp = WARM_UP_FRAMES;
  /** The refinement of the last frame, running or done. */
  #refinement: Promise<boolean> | null = null;

  constructor(
    canvas: HTMLCanvasElement,
    renderer: SceneRenderer,
    quality: AdaptiveQuality,
    animations: readonly Animations[],
    hooks: FrameHooks,
  ) {
    this.#canvas = canvas;
    this.#renderer = renderer;
    this.#quality = quality;
    this.#animations = animations;
    this.#hooks = hooks;
    this.#frames = new FrameScheduler(
      (now) => this.#frame(now),
      () => void this.#refine(),
    );
  }

  get frames(): Pick<FrameScheduler, "request" | "requestAfterNext" | "requestAfter" | "settled"> {
    return this.#frames;
  }

  /** Excludes the next frames from measurements, since new materials compile shaders. */
  skipMeasurements(): void {
    this.#warmUp = WARM_UP_FRAMES;
  }

  /**
   * Finishes all animations and draws the best image. The canvas holds it until the current task ends. Returns false if
   * another frame interrupted it: then the image is an ordinary one.
   */
  async drawStill(): Promise<boolean> {
    for (const animations of this.#animations) animations.finish();
    this.#draw();
    if (await this.#refine()) return true;
    this.#draw();
    this.#frames.request();
    return false;
  }

  stop(): void {
    this.#frames.stop();
    cancelAnimationFrame(this.#measurement);
  }

  #frame(now: number): boolean {
    this.#measure(now);
    for (const animations of this.#animations) animations.step(now);
    this.#draw();
    return this.#animations.some(({ running }) => running);
  }

  /**
   * Measures the frame by the time until the next animation frame, even if that one draws nothing. The request comes
   * before the scheduler's own, so its callback runs first.
   */
  #measure(start: number): void {
    cancelAnimationFrame(this.#measurement);
    this.#measurement = requestAnimationFrame((now) => {
      if (this.#warmUp > 0) this.#warmUp--;
      else if (this.#quality.recordFrame(now - start)) {
        this.#applyTier(this.#quality.tier);
        this.#hooks.tierChanged();
      }
    });
  }

  #applyTier(tier: QualityTier): void {
    if (this.#hooks.applyTier(tier)) this.skipMeasurements();
  }

  #draw(): void {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const { tier, best } = this.#quality;
    this.#refinement = null;
    this.#applyTier(tier);
    this.#renderer.resize(width, height, pixelRatioOf(tier));
    this.#hooks.update(width, height);
    this.#renderer.draw();
    const { render, memory } = this.#renderer.info;
    Object.assign(this.#canvas.dataset, {
      frames: String(++this.#frameCount),
      quality: tier.name,
      refined: String(tier === best),
      calls: String(render.calls),
      objects: String(memory.geometries + memory.textures),
    });
  }

  /** Replaces the last frame by its best image, once for all callers; resolves to false if another frame came first. */
  #refine(): Promise<boolean> {
    return (this.#refinement ??= this.#drawRefined());
  }

  async #drawRefined(): Promise<boolean> {
    const { tier, best } = this.#quality;
    if (tier === best) return true;
    this.#applyTier(best);
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const ratio = pixelRatioOf(best);
    const cull = (frustum: Frustum | null) => this.#hooks.cull(frustum);
    if (!(await this.#renderer.refine(Math.floor(width * ratio), Math.floor(height * ratio), cull))) return false;
    this.#renderer.resize(width, height, ratio);
    this.#hooks.placeLabels(width, height);
    this.#renderer.showRefined();
    this.#canvas.dataset["refined"] = "true";
    return true;
  }
}

function pixelRatioOf(tier: QualityTier): number {
  return Math.min(devicePixelRatio, tier.pixelRatio);
}
