// The renderer and what every picture needs: camera, light, reflections, quality. It draws when asked, and only then.
import {
  NeutralToneMapping,
  VSMShadowMap,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
  type Texture,
  type Vector3,
} from "three";
import { FIELD_OF_VIEW } from "./camera";
import { makeEnvironment, makeLights, type Lights } from "./environment";
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
  #environment: Texture | null = null;
  #lighting: Lighting = "light";
  #reflections = true;

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
    this.#lights = makeLights(options.middle, options.reach, options.ground);
    this.scene.add(this.#lights.group);
  }

  setLight(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    this.#lighting = lighting;
    this.#reflections = reflections;
    this.#lights.tune(lighting, reflections, shadows);
    this.renderer.shadowMap.enabled = shadows;
    this.renewEnvironment();
  }

  /** Renders the reflections anew; also needed when the graphics context was lost. */
  renewEnvironment(): void {
    this.#environment?.dispose();
    this.#environment = this.#reflections ? makeEnvironment(this.renderer, this.#lighting) : null;
    this.scene.environment = this.#environment;
    this.scene.environmentIntensity = this.#lighting === "light" ? 0.62 : 0.9;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.renderer.setPixelRatio(pixelRatio);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
  }

  dispose(): void {
    this.#environment?.dispose();
    this.#lights.dispose();
    this.renderer.dispose();
  }
}
