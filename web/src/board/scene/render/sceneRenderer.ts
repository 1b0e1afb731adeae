// The WebGL renderer with its scene, camera, lights and environment map. It renders only on request.
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
import { Ground, type ShadowCaster } from "./ground";
import { makeEnvironment, Lights } from "./lights";
import { OVERLAY_LAYER } from "./layers";
import type { TiledRenderer } from "./tiledRenderer";
import type { Lighting } from "../materials/families";

export interface RendererOptions {
  readonly antialias: boolean;
  readonly center: Vector3;
  /** Half extent of the shadow camera around the center. */
  readonly shadowExtent: number;
  /** Height of the surface that the set stands on. */
  readonly ground: number;
  readonly base: ShadowCaster;
  readonly boards: readonly ShadowCaster[];
}

export class SceneRenderer {
  readonly #webgl: WebGLRenderer;
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 2, 600);
  readonly #lights: Lights;
  readonly #ground: Ground;
  /** Null until the first still image. */
  #tiledRenderer: TiledRenderer | null = null;
  /** Counts what is drawn, to notice another frame while the tiled renderer loads. */
  #drawn = 0;
  #environment: { readonly lighting: Lighting; readonly texture: Texture } | null = null;

  constructor(canvas: HTMLCanvasElement, options: RendererOptions) {
    this.#webgl = new WebGLRenderer({
      canvas,
      antialias: options.antialias,
      alpha: true,
      stencil: true,
      powerPreference: "high-performance",
    });
    this.#webgl.toneMapping = NeutralToneMapping;
    this.#webgl.shadowMap.type = VSMShadowMap;
    this.#webgl.setClearAlpha(0);
    this.camera.layers.enable(OVERLAY_LAYER);
    this.#lights = new Lights(options.center, options.shadowExtent);
    this.#ground = new Ground(options.ground, options.base, options.boards);
    this.scene.add(this.#lights.group, this.#ground.mesh);
  }

  get info(): WebGLRenderer["info"] {
    return this.#webgl.info;
  }

  get pixelRatio(): number {
    return this.#webgl.getPixelRatio();
  }

  setLighting(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    this.#lights.update(lighting, reflections, shadows);
    this.#webgl.shadowMap.enabled = shadows;
    if (reflections && this.#environment?.lighting !== lighting) {
      this.dropEnvironment();
      this.#environment = { lighting, texture: makeEnvironment(this.#webgl, lighting) };
    }
    this.scene.environment = reflections ? (this.#environment?.texture ?? null) : null;
    this.scene.environmentIntensity = lighting === "light" ? 0.62 : 0.9;
  }

  /** Turns the lights and reflections about the set, from where they stand. */
  turnLight(angle: number): void {
    this.#lights.turn(angle);
    this.scene.environmentRotation.y = angle;
  }

  setGround(lighting: Lighting, color: number): void {
    this.#ground.setColor(lighting, color);
  }

  /** Disposes of the environment map; a lost context invalidates it. */
  dropEnvironment(): void {
    this.#environment?.texture.dispose();
    this.#environment = null;
  }

  resize(width: number, height: number, pixelRatio: number): void {
    const { x, y } = this.#webgl.getSize(new Vector2());
    const same = x === width && y === height && this.#webgl.getPixelRatio() === pixelRatio;
    if (same || width === 0 || height === 0) return;
    this.#webgl.setPixelRatio(pixelRatio);
    this.#webgl.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  draw(): void {
    this.#drawn++;
    this.#tiledRenderer?.cancel();
    this.#webgl.render(this.scene, this.camera);
  }

  /** Renders a still image at a size in device pixels; returns false if another frame was drawn first. */
  async refine(width: number, height: number, prepare: (frustum: Frustum | null) => void): Promise<boolean> {
    const drawn = this.#drawn;
    const part = await import("./tiledRenderer").catch(() => null);
    if (!part || drawn !== this.#drawn) return false;
    this.#tiledRenderer ??= new part.TiledRenderer(this.#webgl, this.scene, this.camera);
    return this.#tiledRenderer.render(width, height, prepare);
  }

  showRefined(): void {
    this.#tiledRenderer?.show();
  }

  dispose(): void {
    this.#drawn++;
    this.#tiledRenderer?.dispose();
    this.dropEnvironment();
    this.#lights.dispose();
    this.#ground.dispose();
    this.#webgl.dispose();
  }
}
