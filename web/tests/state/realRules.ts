// The real rules for tests that need games: the module that the page reads records with, loaded from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rules } from "../../src/source/rules";
import * as module from "../../src/wasm/engine/trid_engine";
import type { World } from "../../src/wire/world";

const FILE = join(import.meta.dirname, "../../src/wasm/engine/trid_engine_bg.wasm");

export function realRules(): Rules {
  module.initSync({ module: readFileSync(FILE) });
  return {
    world: JSON.parse(module.world()) as World,
    newGame: (rules, tfen) => new module.WasmGame(rules, tfen ?? undefined),
    prepareReading: () => Promise.resolve(),
    openGame: (text, index) => module.WasmGame.open(text, index),
    countGames: (text) => module.WasmGame.count(text),
  };
}
