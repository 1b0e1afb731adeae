// A postcard: the set at its present position as a picture, or as a short film of a whole turn.
import type { Store } from "../../board/store";
import { openPostcard, type Progress } from "../../core/film";
import { SetCamera, type Film } from "./setCamera";

/** The size of the film in pixels. */
const SIZE = 480;
/** The size of the picture in pixels: twice that of the set beside the map. */
const PICTURE = 1600;
const RATE = 15;
const SECONDS = 6;
const FRAMES = RATE * SECONDS;
/** The number of pictures that the colors are chosen from. */
const SAMPLES = 3;
const BITS_PER_SECOND = 4_000_000;

/** A picture of the set, as PNG. */
export function drawSet(store: Store, abort: AbortSignal): Promise<File> {
  return withCamera(store, PICTURE, async (camera, film) => {
    await camera.turn(1, film, abort, () => undefined);
    return new File([await film.canvas.convertToBlob({ type: "image/png" })], "tri-d.png", { type: "image/png" });
  });
}

/** A turn of the set as a GIF. */
export function makeGif(store: Store, abort: AbortSignal, progress: Progress): Promise<File> {
  return withCamera(store, SIZE, async (camera, film) => {
    const studio = openPostcard({ width: SIZE, height: SIZE, delay: Math.round(100 / RATE) }, abort);
    const report = (done: number): void => progress(done, SAMPLES + FRAMES);
    await camera.turn(SAMPLES, film, abort, (at) => {
      studio.sample(pixelsOf(film));
      report(at + 1);
    });
    await camera.turn(FRAMES, film, abort, (at) => {
      studio.add(pixelsOf(film));
      report(SAMPLES + at + 1);
    });
    return new File([await studio.finish()], "tri-d.gif", { type: "image/gif" });
  });
}

/** The kind of video that this browser records; null if it records none. */
export function videoType(): string | null {
  if (typeof MediaRecorder === "undefined") return null;
  return ["video/mp4", "video/webm"].find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** A turn of the set as a video: all pictures are drawn first, then recorded at their pace, so that it is smooth. */
export function makeVideo(type: string, store: Store, abort: AbortSignal, progress: Progress): Promise<File> {
  return withCamera(store, SIZE, async (camera, film) => {
    const frames: ImageBitmap[] = [];
    await camera.turn(FRAMES, film, abort, async (at) => {
      frames.push(await createImageBitmap(film.canvas));
      progress(at + 1, 2 * FRAMES);
    });
    const video = await record(type, frames, abort, (done) => progress(FRAMES + done, 2 * FRAMES));
    return new File([video], `tri-d.${type.replace("video/", "")}`, { type });
  });
}

async function withCamera(
  store: Store,
  size: number,
  make: (camera: SetCamera, film: Film) => Promise<File>,
): Promise<File> {
  const film = new OffscreenCanvas(size, size).getContext("2d", { willReadFrequently: true });
  if (!film) throw new Error("the browser provides no 2D canvas");
  const camera = await SetCamera.open(store, size, size);
  try {
    return await make(camera, film);
  } finally {
    camera.close();
  }
}

function pixelsOf(film: Film): Uint8Array<ArrayBuffer> {
  return new Uint8Array(film.getImageData(0, 0, SIZE, SIZE).data.buffer);
}

async function record(
  type: string,
  frames: readonly ImageBitmap[],
  abort: AbortSignal,
  progress: (done: number) => void,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: SIZE, height: SIZE });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser provides no 2D canvas");
  const recorder = new MediaRecorder(canvas.captureStream(RATE), {
    mimeType: type,
    videoBitsPerSecond: BITS_PER_SECOND,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (const [at, frame] of frames.entries()) {
    if (abort.aborted) break;
    context.drawImage(frame, 0, 0);
    progress(at + 1);
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE));
  }
  recorder.stop();
  await stopped;
  abort.throwIfAborted();
  return new Blob(parts, { type });
}
