// The renderer and what every picture needs: camera, light, reflections. It draws when asked, and only then.
import {
  NeutralToneMapping,
  Vector2,
  VSMShadowMap,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
  type Frustum,
  type Texture,
  type Vector3,
} from "three";
import { FIELD_OF_VIEW } from "./camera";
import { makeEnvironment, makeLights, type Lights } from "./environment";
import { OVERLAY, Refiner } from "./refiner";
import type { Lighting } from "./themes";

export interface StageOptions {
  readonly antialias: boolean;
  readonly middle: Vector3;
  readonly reach: number;
  readonly ground: number;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 2, 600);
  readonly #lights: Lights;
  readonly #refiner: Refiner;
  #environment: { readonly lighting: Lighting; readonly texture: Texture } | null = null;

  constructor(canvas: HTMLCanvasElement, options: StageOptions) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: options.antialias,
      alpha: true,
      powerPreference: "high-performance",
    });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.type = VSMShadowMap;
    this.renderer.setClearAlpha(0);
    this.camera.layers.enable(OVERLAY);
    this.#lights = makeLights(options.middle, options.reach, options.ground);
    this.scene.add(this.#lights.group);
    this.#refiner = new Refiner(this.renderer, this.scene, this.camera);
  }

  setLight(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    this.#lights.tune(lighting, reflections, shadows);
    this.renderer.shadowMap.enabled = shadows;
    if (reflections && this.#environment?.lighting !== lighting) {
      this.forget();
      this.#environment = { lighting, texture: makeEnvironment(this.renderer, lighting) };
    }
    this.scene.environment = reflections ? (this.#environment?.texture ?? null) : null;
    this.scene.environmentIntensity = lighting === "light" ? 0.62 : 0.9;
  }

  /** Lets go of the reflections, which are gone when the graphics context was lost. */
  forget(): void {
    this.#environment?.texture.dispose();
    this.#environment = null;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const { x, y } = this.renderer.getSize(new Vector2());
    const same = x === width && y === height && this.renderer.getPixelRatio() === pixelRatio;
    if (same || width === 0 || height === 0) return;
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    this.#refiner.stop();
    this.renderer.render(this.scene, this.camera);
  }

  /** Draws a better picture of what was drawn last, of so many device pixels; false when something else was drawn before it was there. */
  refine(width: number, height: number, prepare: (seen: Frustum | null) => void): Promise<boolean> {
    return this.#refiner.start(width, height, prepare);
  }

  showRefined(): void {
    this.#refiner.show();
  }

  dispose(): void {
    this.#refiner.dispose();
    this.forget();
    this.#lights.dispose();
    this.renderer.dispose();
  }
}
