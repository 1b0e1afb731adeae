// Puts the drawn set on its backdrop, as a PNG.
import type { Lighting } from "../materials/themes";

/** The backdrop's middle and edge; the page's style sheet has the same for the canvas. */
const BACKDROPS: Readonly<Record<Lighting, readonly [string, string]>> = {
  light: ["#f1efeb", "#dcd8d1"],
  dark: ["#3a414b", "#15181d"],
};

/** `drawn` must hold a frame drawn in this same turn: browsers clear a WebGL canvas after showing it. */
export function takeScreenshot(drawn: HTMLCanvasElement, lighting: Lighting): Promise<Blob> {
  const { width, height } = drawn;
  const picture = document.createElement("canvas");
  Object.assign(picture, { width, height });
  const pen = picture.getContext("2d");
  if (!pen) return Promise.reject(new Error("this browser gives no 2D canvas to draw the picture on"));
  const [x, y] = [width / 2, height * 0.38];
  const backdrop = pen.createRadialGradient(x, y, 0, x, y, Math.max(width, height));
  const [middle, edge] = BACKDROPS[lighting];
  backdrop.addColorStop(0, middle);
  backdrop.addColorStop(1, edge);
  pen.fillStyle = backdrop;
  pen.fillRect(0, 0, width, height);
  pen.drawImage(drawn, 0, 0);
  return new Promise((resolve, reject) => {
    picture.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error("the picture could not be written as PNG"));
    }, "image/png");
  });
}
