// Loads the WebAssembly module with pictures and films. Only its worker does.

export type FilmModule = typeof import("../wasm/film/trid_film");

export async function loadFilmModule(): Promise<FilmModule> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/film/trid_film"),
    import("../wasm/film/trid_film_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module;
}
