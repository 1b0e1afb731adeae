// The real rules for tests: both WebAssembly modules of the page, read from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createCore, type Core } from "../../src/core/core";
import * as analysis from "../../src/wasm/analysis/trid_analysis";
import * as rules from "../../src/wasm/rules/trid_rules";

const MODULES = join(import.meta.dirname, "../../src/wasm");

/** `loadReader` runs when the reader module is loaded, and may throw. */
export function realRules(loadReader: () => void = () => undefined): Core {
  rules.initSync({ module: readFileSync(join(MODULES, "rules/trid_rules_bg.wasm")) });
  return createCore(rules, () => {
    loadReader();
    analysis.initSync({ module: readFileSync(join(MODULES, "analysis/trid_analysis_bg.wasm")) });
    return Promise.resolve(analysis.WasmRecords);
  });
}
