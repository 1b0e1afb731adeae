// Coarse pictures: so few pixels, each the mean of a block, that only what matters is left to compare.
import type { Page } from "@playwright/test";

export interface Coarse {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, opacity of each pixel. */
  readonly pixels: readonly number[];
  readonly png: Buffer;
}

const WIDTH = 64;
/** Steps of a channel (of 255) by which a block may differ, and how many blocks may differ by more. */
const TOLERANCE = 22;
const STRAYS = 3;

/** Makes a picture coarse: each pixel the mean of its block. */
export async function coarse(page: Page, png: Buffer): Promise<Coarse> {
  const made = await page.evaluate(
    async ([data, width]) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const height = Math.round((width * bitmap.height) / bitmap.width);
      const source = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      const target = new OffscreenCanvas(width, height).getContext("2d");
      if (!source || !target) throw new Error("no 2D canvas");
      source.drawImage(bitmap, 0, 0);
      const fine = source.getImageData(0, 0, bitmap.width, bitmap.height).data;
      const image = target.createImageData(width, height);
      const sums = new Float64Array(width * height * 4);
      const counts = new Float64Array(width * height);
      for (let y = 0; y < bitmap.height; y++) {
        for (let x = 0; x < bitmap.width; x++) {
          const block = Math.floor((y * height) / bitmap.height) * width + Math.floor((x * width) / bitmap.width);
          for (let c = 0; c < 4; c++) {
            sums[block * 4 + c] = (sums[block * 4 + c] ?? 0) + (fine[(y * bitmap.width + x) * 4 + c] ?? 0);
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

/** Reads a coarse picture back. */
export function decode(page: Page, png: Buffer): Promise<Coarse> {
  return coarse(page, png);
}

/** The blocks that differ, as "column row", or none when they are few enough to be strays. */
export function differing(one: Coarse, other: Coarse): string[] {
  if (one.width !== other.width || one.height !== other.height) return [`sizes ${one.height} and ${other.height}`];
  const found: string[] = [];
  for (let block = 0; block < one.width * one.height; block++) {
    const apart = [0, 1, 2].map((c) => Math.abs((one.pixels[block * 4 + c] ?? 0) - (other.pixels[block * 4 + c] ?? 0)));
    if (Math.max(...apart) > TOLERANCE) found.push(`${block % one.width} ${Math.floor(block / one.width)}`);
  }
  return found.length > STRAYS ? found : [];
}
