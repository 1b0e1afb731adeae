// The worker's side of pictures and films: WebAssembly, one piece of work for each worker.
import type { FilmMessage, FilmRequestMessage } from "./film";
import { loadFilmModule, type FilmModule } from "./filmModule";

const loading = loadFilmModule();
let postcard: InstanceType<FilmModule["WasmPostcard"]> | null = null;

function send(message: FilmMessage, transferred: Transferable[] = []): void {
  postMessage(message, { transfer: transferred });
}

function finish(bytes: Uint8Array): void {
  send({ kind: "made", bytes: bytes as Uint8Array<ArrayBuffer> }, [bytes.buffer]);
}

function makeFilm(module: FilmModule, request: string): void {
  const film = new module.WasmFilm(request);
  const total = film.frames();
  let done = 0;
  do send({ kind: "progress", done: ++done, total });
  while (film.draw_frame());
  finish(film.finish());
}

function handle(module: FilmModule, message: FilmRequestMessage): void {
  switch (message.kind) {
    case "svg":
      return finish(new TextEncoder().encode(module.picture_svg(message.tfen, message.flipped)));
    case "png":
      return finish(module.picture_png(message.tfen, message.flipped, message.width));
    case "film":
      return makeFilm(module, JSON.stringify(message.request));
    case "postcard":
      postcard = new module.WasmPostcard(message.width, message.height, message.delay);
      return;
    case "sample":
      return postcard?.sample(message.pixels);
    case "frame":
      return postcard?.add(message.pixels);
    case "finish":
      return postcard ? finish(postcard.finish()) : undefined;
  }
}

onmessage = async ({ data }: MessageEvent<FilmRequestMessage>): Promise<void> => {
  try {
    handle(await loading, data);
  } catch (error) {
    const message = (error as { message?: string }).message ?? "it failed";
    send({ kind: "failed", message });
  }
};
