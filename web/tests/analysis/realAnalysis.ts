// The real analysis module for tests, read from disk.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as analysis from "../../src/wasm/analysis/trid_analysis";

export function realAnalysis(): typeof analysis {
  const path = join(import.meta.dirname, "../../src/wasm/analysis/trid_analysis_bg.wasm");
  analysis.initSync({ module: readFileSync(path) });
  return analysis;
}
