// Renders a high-quality still image tile by tile, so that input never waits for more than one tile. With software
// rendering a whole image at the best quality takes more than a second.
import {
  Frustum,
  Matrix4,
  Mesh,
  NearestFilter,
  NoBlending,
  OrthographicCamera,
  PlaneGeometry,
  SRGBColorSpace,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type PerspectiveCamera,
  type Texture,
  type WebGLRenderer,
} from "three";
import { OVERLAY_LAYER } from "./layers";

const TILE_SIZE = 96;
const SAMPLES = 4;
/** Milliseconds between polls of the GPU fence. */
const POLL_INTERVAL = 8;

export class TiledRenderer {
  readonly #renderer: WebGLRenderer;
  readonly #scene: Scene;
  readonly #camera: PerspectiveCamera;
  readonly #tile = new WebGLRenderTarget(TILE_SIZE, TILE_SIZE, {
    samples: SAMPLES,
    colorSpace: SRGBColorSpace,
    stencilBuffer: true,
  });
  readonly #image = new WebGLRenderTarget(1, 1, {
    depthBuffer: false,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  readonly #blit = new TextureBlit();
  #run = 0;

  constructor(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera) {
    this.#renderer = renderer;
    this.#scene = scene;
    this.#camera = camera;
    // three.js applies tone mapping only to the screen and to XR targets; the target stores sRGB like the screen.
    Object.assign(this.#tile, { isXRRenderTarget: true });
    this.#tile.texture.internalFormat = "RGBA8";
  }

  /**
   * Renders the scene at a size in device pixels; returns false if cancelled. Cancel before any other rendering.
   * `prepare` runs before each tile with its frustum, for culling.
   */
  async render(width: number, height: number, prepare: (frustum: Frustum | null) => void): Promise<boolean> {
    this.cancel();
    const run = this.#run;
    await this.#gpuFinished();
    this.#image.setSize(width, height);
    for (let y = 0; y < height; y += TILE_SIZE) {
      for (let x = 0; x < width; x += TILE_SIZE) {
        if (run !== this.#run) return false;
        this.#drawTile(x, y, prepare);
        await this.#gpuFinished();
      }
    }
    return run === this.#run;
  }

  cancel(): void {
    this.#run++;
  }

  /** Copies the finished image to the canvas and draws the overlay on top. */
  show(): void {
    this.#blit.draw(this.#renderer, this.#image.texture);
    this.#camera.layers.set(OVERLAY_LAYER);
    this.#renderer.autoClear = false;
    this.#renderer.render(this.#scene, this.#camera);
    this.#renderer.autoClear = true;
    this.#camera.layers.enable(0);
  }

  dispose(): void {
    this.cancel();
    this.#tile.dispose();
    this.#image.dispose();
    this.#blit.dispose();
  }

  #drawTile(x: number, y: number, prepare: (frustum: Frustum | null) => void): void {
    const { width, height } = this.#image;
    const camera = this.#camera;
    camera.layers.disable(OVERLAY_LAYER);
    camera.setViewOffset(width, height, x, y, TILE_SIZE, TILE_SIZE);
    // The first tile renders the shadow map of the whole scene.
    const first = x === 0 && y === 0;
    const view = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    prepare(first ? null : new Frustum().setFromProjectionMatrix(view));
    this.#renderer.shadowMap.autoUpdate = first;
    this.#renderer.setRenderTarget(this.#tile);
    this.#renderer.render(this.#scene, camera);
    this.#renderer.shadowMap.autoUpdate = true;
    camera.clearViewOffset();
    camera.layers.enable(OVERLAY_LAYER);
    this.#image.viewport.set(x, height - y - TILE_SIZE, TILE_SIZE, TILE_SIZE);
    this.#renderer.setRenderTarget(this.#image);
    this.#blit.draw(this.#renderer, this.#tile.texture);
    this.#renderer.setRenderTarget(null);
  }

  /** Resolves when the GPU has finished all submitted commands. */
  async #gpuFinished(): Promise<void> {
    const gl = this.#renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    do await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
    while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED);
    gl.deleteSync(fence);
  }
}

/** Copies a texture to the current render target. */
class TextureBlit {
  readonly #material = new ShaderMaterial({
    uniforms: { source: { value: null as Texture | null } },
    vertexShader: "varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }",
    fragmentShader:
      "uniform sampler2D source; varying vec2 vUv; void main() { gl_FragColor = texture2D(source, vUv); }",
    blending: NoBlending,
    depthTest: false,
    depthWrite: false,
  });
  readonly #scene = new Scene();
  readonly #camera = new OrthographicCamera();
  readonly #plane = new PlaneGeometry();

  constructor() {
    const mesh = new Mesh(this.#plane, this.#material);
    mesh.frustumCulled = false;
    this.#scene.add(mesh);
  }

  draw(renderer: WebGLRenderer, source: Texture): void {
    this.#material.uniforms["source"] = { value: source };
    renderer.autoClear = false;
    renderer.render(this.#scene, this.#camera);
    renderer.autoClear = true;
  }

  dispose(): void {
    this.#plane.dispose();
    this.#material.dispose();
  }
}
