// The engine in WebAssembly, with and without SIMD, searches the same nodes as the native one and is small.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import * as scalar from "../../src/wasm/engine/trid_engine";
import * as simd from "../../src/wasm/engine_simd/trid_engine_simd";

const MODULES = join(import.meta.dirname, "../../src/wasm");
const DOCUMENT = join(import.meta.dirname, "../../../docs/notes/engine.md");
/** The depth of `trid bench`. */
const BENCH_DEPTH = 9;
/** What a browser downloads at most, with the network inside. */
const MOST_BYTES = 450_000;

test.each([
  ["engine/trid_engine", scalar],
  ["engine_simd/trid_engine_simd", simd],
])("%s has the documented node count", (file, module) => {
  const [, documented] = /^Bench: (\d+) nodes$/m.exec(readFileSync(DOCUMENT, "utf8")) ?? [];
  module.initSync({ module: readFileSync(join(MODULES, `${file}_bg.wasm`)) });
  expect(module.bench(BENCH_DEPTH, false)).toBe(Number(documented));
});

test.each(["engine/trid_engine", "engine_simd/trid_engine_simd"])("%s is small", (file) => {
  const module = readFileSync(join(MODULES, `${file}_bg.wasm`));
  expect(brotliCompressSync(module).length).toBeLessThanOrEqual(MOST_BYTES);
});
