// The real learn module for tests, read from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as learn from "../../src/wasm/learn/trid_learn";

export function realLearn(): typeof learn {
  const path = join(import.meta.dirname, "../../src/wasm/learn/trid_learn_bg.wasm");
  learn.initSync({ module: readFileSync(path) });
  return learn;
}
