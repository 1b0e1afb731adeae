// Loads the WebAssembly module with lessons, puzzles and trainers.
import { once } from "./once";

export type LearnModule = typeof import("../wasm/learn/trid_learn");

/** The module, loaded once. */
export const loadLearnModule = once(async (): Promise<LearnModule> => {
  const [module, { default: address }] = await Promise.all([
    import("../wasm/learn/trid_learn"),
    import("../wasm/learn/trid_learn_bg.wasm?url"),
  ]);
  await module.default({ module_or_path: address });
  return module;
});
