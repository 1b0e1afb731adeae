// Draws a picture at rest as well as it can be drawn, a tile at a time: whatever a person does meanwhile waits for one tile
// at most. On a machine that draws in software a whole picture of the best quality takes a second and more.
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

/** The layer of what lies over the picture by device pixels, not by the camera: labels. */
export const OVERLAY_LAYER = 1;
const TILE = 96;
const SAMPLES = 4;
/** Milliseconds between two looks whether a tile is drawn. */
const LOOK = 8;

export class TiledRenderer {
  readonly #renderer: WebGLRenderer;
  readonly #scene: Scene;
  readonly #camera: PerspectiveCamera;
  readonly #tile = new WebGLRenderTarget(TILE, TILE, { samples: SAMPLES, colorSpace: SRGBColorSpace });
  readonly #whole = new WebGLRenderTarget(1, 1, {
    depthBuffer: false,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  readonly #copy = new TextureBlit();
  #run = 0;

  constructor(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera) {
    this.#renderer = renderer;
    this.#scene = scene;
    this.#camera = camera;
    // Only to such a target does three.js give the screen's tone mapping; the colours are stored as the screen has them.
    Object.assign(this.#tile, { isXRRenderTarget: true });
    this.#tile.texture.internalFormat = "RGBA8";
  }

  /**
   * Draws what is in the scene now, so many device pixels wide and high, to be shown; false when it was stopped, as it must be before anything else is drawn.
   * `prepare` is called before each tile: what cannot be seen in it need not be drawn.
   */
  async render(width: number, height: number, prepare: (seen: Frustum | null) => void): Promise<boolean> {
    this.cancel();
    const run = this.#run;
    await this.#drawn();
    this.#whole.setSize(width, height);
    for (let y = 0; y < height; y += TILE) {
      for (let x = 0; x < width; x += TILE) {
        if (run !== this.#run) return false;
        this.#drawTile(x, y, prepare);
        await this.#drawn();
      }
    }
    return run === this.#run;
  }

  cancel(): void {
    this.#run++;
  }

  /** Shows the whole picture on the canvas. */
  show(): void {
    this.#copy.draw(this.#renderer, this.#whole.texture);
    this.#camera.layers.set(OVERLAY_LAYER);
    this.#renderer.autoClear = false;
    this.#renderer.render(this.#scene, this.#camera);
    this.#renderer.autoClear = true;
    this.#camera.layers.enable(0);
  }

  dispose(): void {
    this.cancel();
    this.#tile.dispose();
    this.#whole.dispose();
    this.#copy.dispose();
  }

  #drawTile(x: number, y: number, prepare: (seen: Frustum | null) => void): void {
    const { width, height } = this.#whole;
    const camera = this.#camera;
    camera.layers.disable(OVERLAY_LAYER);
    camera.setViewOffset(width, height, x, y, TILE, TILE);
    // Everything casts its shadow, once.
    const first = x === 0 && y === 0;
    const view = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    prepare(first ? null : new Frustum().setFromProjectionMatrix(view));
    this.#renderer.shadowMap.autoUpdate = first;
    this.#renderer.setRenderTarget(this.#tile);
    this.#renderer.render(this.#scene, camera);
    this.#renderer.shadowMap.autoUpdate = true;
    camera.clearViewOffset();
    camera.layers.enable(OVERLAY_LAYER);
    this.#whole.viewport.set(x, height - y - TILE, TILE, TILE);
    this.#renderer.setRenderTarget(this.#whole);
    this.#copy.draw(this.#renderer, this.#tile.texture);
    this.#renderer.setRenderTarget(null);
  }

  /** Resolves when the graphics have done all they were told to. */
  async #drawn(): Promise<void> {
    const gl = this.#renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return;
    gl.flush();
    do await new Promise((resolve) => setTimeout(resolve, LOOK));
    while (!gl.isContextLost() && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED);
    gl.deleteSync(fence);
  }
}

/** Puts a texture over all that is drawn to, as it is. */
class TextureBlit {
  readonly #material = new ShaderMaterial({
    uniforms: { picture: { value: null as Texture | null } },
    vertexShader: "varying vec2 at; void main() { at = uv; gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }",
    fragmentShader:
      "uniform sampler2D picture; varying vec2 at; void main() { gl_FragColor = texture2D(picture, at); }",
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

  draw(renderer: WebGLRenderer, picture: Texture): void {
    this.#material.uniforms["picture"] = { value: picture };
    renderer.autoClear = false;
    renderer.render(this.#scene, this.#camera);
    renderer.autoClear = true;
  }

  dispose(): void {
    this.#plane.dispose();
    this.#material.dispose();
  }
}
