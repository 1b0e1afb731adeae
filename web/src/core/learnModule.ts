// Loads the WebAssembly module with lessons, puzzles and trainers.

export type LearnModule = typeof import("../wasm/learn/trid_learn");

let loading: Promise<LearnModule> | null = null;

/** The module, loaded once. A failed attempt is repeated by the next call. */
export function loadLearnModule(): Promise<LearnModule> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<LearnModule> {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/learn/trid_learn"),
    import("../wasm/learn/trid_learn_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module;
}
