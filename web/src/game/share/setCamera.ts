// A scene for pictures of the set: without labels, on the dark table, at a fixed size. The page does not show it.
import { signal } from "@preact/signals";
import type { SceneHandle } from "../../board/sceneContract";
import type { Store } from "../../board/store";

/** The canvas that receives the pictures. */
export type Film = OffscreenCanvasRenderingContext2D;

/** The dark table under the set, as on the home screen: the middle of its light and how far it reaches, then its colors. */
const TABLE = { x: 0.56, y: 0.74, width: 0.9, height: 0.7 };
const SHADES = [
  [0, "#4a3a2c"],
  [0.55, "#241d18"],
  [1, "#14110f"],
] as const;
/** A pattern that hides the steps of a slow gradient, and how much it changes a color at most. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => rank / 7.5 - 1);
const STRENGTH = 1.5;

export class SetCamera {
  readonly #canvas: HTMLCanvasElement;
  readonly #scene: SceneHandle;

  private constructor(canvas: HTMLCanvasElement, scene: SceneHandle) {
    this.#canvas = canvas;
    this.#scene = scene;
  }

  /** Throws when the browser has no WebGL 2. Sizes are in CSS pixels. */
  static async open(store: Store, width: number, height: number): Promise<SetCamera> {
    const { mountScene } = await import("../../board/scene/index");
    const canvas = document.createElement("canvas");
    canvas.className = "set-camera";
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    document.body.append(canvas);
    try {
      return new SetCamera(canvas, mountScene(canvas, store, signal(true), { lost: () => undefined }));
    } catch (error) {
      canvas.remove();
      throw error;
    }
  }

  /** Draws a whole turn of the set picture by picture, however long that takes. `take` is called with each. */
  async turn(pictures: number, film: Film, abort: AbortSignal, take: (at: number) => unknown): Promise<void> {
    const { width, height } = film.canvas;
    const table = paintTable(width, height);
    for (let at = 0; at < pictures; at++) {
      await this.#scene.drawTurned((2 * Math.PI) / pictures);
      abort.throwIfAborted();
      film.drawImage(table, 0, 0);
      film.drawImage(this.#canvas, 0, 0, width, height);
      await take(at);
    }
  }

  close(): void {
    this.#scene.dispose();
    this.#canvas.remove();
  }
}

function paintTable(width: number, height: number): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser provides no 2D canvas");
  context.fillStyle = SHADES[2][1];
  context.fillRect(0, 0, width, height);
  // The light is an ellipse: a circle in a unit square.
  context.setTransform(TABLE.width * width, 0, 0, TABLE.height * height, TABLE.x * width, TABLE.y * height);
  const light = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const [at, color] of SHADES) light.addColorStop(at, color);
  context.fillStyle = light;
  context.fillRect(-1, -1, 2, 2);
  const image = context.getImageData(0, 0, width, height);
  image.data.forEach((channel, index, data) => {
    const [x, y] = [(index >> 2) % width, Math.floor((index >> 2) / width)];
    if ((index & 3) < 3) data[index] = channel + STRENGTH * (PATTERN[(y & 3) * 4 + (x & 3)] ?? 0);
  });
  context.putImageData(image, 0, 0);
  return canvas;
}
