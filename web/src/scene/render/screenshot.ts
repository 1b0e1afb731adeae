// Encodes the canvas as a PNG, composed over its backdrop.
import type { Lighting } from "../materials/themes";

/** Centre and edge colours of the backdrop gradient; keep in sync with scene.css. */
const BACKDROPS: Readonly<Record<Lighting, readonly [string, string]>> = {
  light: ["#f1efeb", "#dcd8d1"],
  dark: ["#3a414b", "#15181d"],
};

/** Call it in the task that drew the frame: browsers clear a WebGL canvas after compositing. */
export function takeScreenshot(source: HTMLCanvasElement, lighting: Lighting): Promise<Blob> {
  const { width, height } = source;
  const target = document.createElement("canvas");
  Object.assign(target, { width, height });
  const context = target.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser provides no 2D canvas"));
  const [x, y] = [width / 2, height * 0.38];
  const backdrop = context.createRadialGradient(x, y, 0, x, y, Math.max(width, height));
  const [center, edge] = BACKDROPS[lighting];
  backdrop.addColorStop(0, center);
  backdrop.addColorStop(1, edge);
  context.fillStyle = backdrop;
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0);
  return new Promise((resolve, reject) => {
    target.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the canvas could not be encoded as PNG"));
    }, "image/png");
  });
}
