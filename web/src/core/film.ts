// The client of the film worker. Every piece of work has its own worker, which ends with it.
import type { FilmRequest } from "../wire/film";

/** Work that one message describes. */
export type FilmJob =
  | { readonly kind: "svg"; readonly tfen: string; readonly flipped: boolean }
  | { readonly kind: "png"; readonly tfen: string; readonly flipped: boolean; readonly width: number }
  | { readonly kind: "film"; readonly request: FilmRequest };

/** The size of a postcard's pictures in pixels, and how long each is shown, in hundredths of a second. */
export interface PostcardShape {
  readonly width: number;
  readonly height: number;
  readonly delay: number;
}

/** RGBA, four bytes for each pixel. */
type Pixels = Uint8Array<ArrayBuffer>;

/** What the worker receives. */
export type FilmRequestMessage =
  | FilmJob
  | ({ readonly kind: "postcard" } & PostcardShape)
  | { readonly kind: "sample" | "frame"; readonly pixels: Pixels }
  | { readonly kind: "finish" };

/** What the worker sends. */
export type FilmMessage =
  | { readonly kind: "progress"; readonly done: number; readonly total: number }
  | { readonly kind: "made"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "failed"; readonly message: string };

export type FilmWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export type Progress = (done: number, total: number) => void;

export function spawnFilmWorker(): FilmWorker {
  return new Worker(new URL("./filmWorker.ts", import.meta.url), { type: "module" });
}

/** Makes a picture or a film. Aborting ends the worker and rejects. */
export function make(job: FilmJob, abort: AbortSignal, progress: Progress, spawn = spawnFilmWorker): Promise<Pixels> {
  const studio = new Studio(abort, progress, spawn);
  studio.send(job);
  return studio.made;
}

/** A film of pictures that the caller draws. */
export interface PostcardStudio {
  /** Takes the colors of a picture into account; call it before the first frame. */
  sample(pixels: Pixels): void;
  add(pixels: Pixels): void;
  /** The film as a GIF. */
  finish(): Promise<Pixels>;
}

export function openPostcard(shape: PostcardShape, abort: AbortSignal, spawn = spawnFilmWorker): PostcardStudio {
  const studio = new Studio(abort, () => undefined, spawn);
  studio.send({ kind: "postcard", ...shape });
  return {
    sample: (pixels) => studio.send({ kind: "sample", pixels }, pixels),
    add: (pixels) => studio.send({ kind: "frame", pixels }, pixels),
    finish() {
      studio.send({ kind: "finish" });
      return studio.made;
    },
  };
}

/** A worker and what it makes. */
class Studio {
  readonly made: Promise<Pixels>;
  readonly #worker: FilmWorker;

  constructor(abort: AbortSignal, progress: Progress, spawn: () => FilmWorker) {
    const worker = spawn();
    this.#worker = worker;
    this.made = new Promise<Pixels>((resolve, reject) => {
      worker.onerror = () => reject(new Error("the film maker could not be loaded"));
      worker.onmessage = ({ data }: MessageEvent<FilmMessage>) => {
        if (data.kind === "progress") progress(data.done, data.total);
        else if (data.kind === "made") resolve(data.bytes);
        else reject(new Error(data.message));
      };
      abort.addEventListener("abort", () => reject(abort.reason as Error), { once: true });
    }).finally(() => worker.terminate());
    // Its caller may have stopped before it waits for the result.
    this.made.catch(() => undefined);
  }

  send(message: FilmRequestMessage, transferred?: Pixels): void {
    this.#worker.postMessage(message, transferred ? [transferred.buffer] : []);
  }
}
