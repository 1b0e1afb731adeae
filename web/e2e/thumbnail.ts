// Thumbnails of screenshots: so few pixels, each the mean of a block, that fonts, drivers and rounding make no difference.
import type { Page } from "@playwright/test";

export interface Thumbnail {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, alpha of each pixel. */
  readonly pixels: readonly number[];
  readonly png: Buffer;
}

const WIDTH = 96;
/** How far a channel, of 255, may differ. */
const TOLERANCE = 22;
/** How many pixels may differ by more. */
const MAX_OUTLIERS = 3;

/** Scales a picture down; each pixel is the mean of its block. A thumbnail stays as it is. */
export async function makeThumbnail(page: Page, png: Buffer): Promise<Thumbnail> {
  const made = await page.evaluate(
    async ([data, width]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const height = Math.round((width * bitmap.height) / bitmap.width);
      const source = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      const target = new OffscreenCanvas(width, height).getContext("2d");
      if (!source || !target) throw new Error("no 2D canvas");
      source.drawImage(bitmap, 0, 0);
      const original = source.getImageData(0, 0, bitmap.width, bitmap.height).data;
      const image = target.createImageData(width, height);
      const sums = new Float64Array(width * height * 4);
      const counts = new Float64Array(width * height);
      for (let y = 0; y < bitmap.height; y++) {
        for (let x = 0; x < bitmap.width; x++) {
          const block = Math.floor((y * height) / bitmap.height) * width + Math.floor((x * width) / bitmap.width);
          for (let c = 0; c < 4; c++) {
            sums[block * 4 + c] = (sums[block * 4 + c] ?? 0) + (original[(y * bitmap.width + x) * 4 + c] ?? 0);
          }
          counts[block] = (counts[block] ?? 0) + 1;
        }
      }
      for (let i = 0; i < sums.length; i++) {
        image.data[i] = Math.round((sums[i] ?? 0) / Math.max(1, counts[Math.floor(i / 4)] ?? 1));
      }
      target.putImageData(image, 0, 0);
      const bytes = new Uint8Array(await (await target.canvas.convertToBlob()).arrayBuffer());
      return { width, height, pixels: [...image.data], png: [...bytes] };
    },
    [png.toString("base64"), WIDTH] as const,
  );
  return { ...made, png: Buffer.from(made.png) };
}

/** The pixels that differ, as "column row"; none if they are few enough to be outliers. */
export function differingPixels(one: Thumbnail, other: Thumbnail): string[] {
  if (one.width !== other.width || one.height !== other.height) return [`sizes ${one.height} and ${other.height}`];
  const found: string[] = [];
  for (let pixel = 0; pixel < one.width * one.height; pixel++) {
    const differences = [0, 1, 2].map((channel) =>
      Math.abs((one.pixels[pixel * 4 + channel] ?? 0) - (other.pixels[pixel * 4 + channel] ?? 0)),
    );
    if (Math.max(...differences) > TOLERANCE) found.push(`${pixel % one.width} ${Math.floor(pixel / one.width)}`);
  }
  return found.length > MAX_OUTLIERS ? found : [];
}
