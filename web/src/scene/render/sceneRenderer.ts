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
import { FIELD_OF_VIEW } from "../camera/viewpoint";
import { makeEnvironment, makeLights, type Lights } from "./lights";
import { OVERLAY_LAYER, TiledRenderer } from "./tiledRenderer";
import type { Lighting } from "../materials/themes";

export interface RendererOptions {
  readonly antialias: boolean;
  readonly middle: Vector3;
  readonly reach: number;
  readonly ground: number;
}

export class SceneRenderer {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 2, 600);
  readonly #lights: Lights;
  readonly #refiner: TiledRenderer;
  #environment: { readonly lighting: Lighting; readonly texture: Texture } | null = null;

  constructor(canvas: HTMLCanvasElement, options: RendererOptions) {
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: options.antialias,
      alpha: true,
      powerPreference: "high-performance",
    });
    this.renderer.toneMapping = NeutralToneMapping;
    this.renderer.shadowMap.type = VSMShadowMap;
    this.renderer.setClearAlpha(0);
    this.camera.layers.enable(OVERLAY_LAYER);
    this.#lights = makeLights(options.middle, options.reach, options.ground);
    this.scene.add(this.#lights.group);
    this.#refiner = new TiledRenderer(this.renderer, this.scene, this.camera);
  }

  setLighting(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    this.#lights.update(lighting, reflections, shadows);
    this.renderer.shadowMap.enabled = shadows;
    if (reflections && this.#environment?.lighting !== lighting) {
      this.dropEnvironment();
      this.#environment = { lighting, texture: makeEnvironment(this.renderer, lighting) };
    }
    this.scene.environment = reflections ? (this.#environment?.texture ?? null) : null;
    this.scene.environmentIntensity = lighting === "light" ? 0.62 : 0.9;
  }

  /** Lets go of the reflections, which are gone when the graphics context was lost. */
  dropEnvironment(): void {
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
    this.#refiner.cancel();
    this.renderer.render(this.scene, this.camera);
  }

  /** Draws a better picture of what was drawn last, of so many device pixels; false when something else was drawn before it was there. */
  refine(width: number, height: number, prepare: (seen: Frustum | null) => void): Promise<boolean> {
    return this.#refiner.render(width, height, prepare);
  }

  showRefined(): void {
    this.#refiner.show();
  }

  dispose(): void {
    this.#refiner.dispose();
    this.dropEnvironment();
    this.#lights.dispose();
    this.renderer.dispose();
  }
}
