// Measures the search speed of the engine in WebAssembly.
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { openPage } from "../e2e/gamePage";
import { median, report, serveModule } from "./measure";

const MODULE = join(import.meta.dirname, "../src/wasm/engine_simd");
const DEPTH = 11;

test("search speed of the network against the classical evaluation", async ({ page }) => {
  await openPage(page);
  await serveModule(page, MODULE);
  const measure = (classical: boolean): Promise<number> =>
    page.evaluate(
      async ([depth, useClassical]) => {
        const address = `${location.origin}/bench/trid_engine_simd.js`;
        const module = (await import(address)) as typeof import("../src/wasm/engine_simd/trid_engine_simd");
        await module.default({ module_or_path: `${location.origin}/bench/trid_engine_simd_bg.wasm` });
        const start = performance.now();
        const nodes = module.bench(depth, useClassical);
        return (nodes / (performance.now() - start)) * 1000;
      },
      [DEPTH, classical] as const,
    );
  const speeds: [number, number][] = [];
  for (let run = 0; run < 5; run++) speeds.push([await measure(false), await measure(true)]);
  const million = (index: 0 | 1): string => (Math.max(...speeds.map((each) => each[index])) / 1e6).toFixed(2);
  const ratio = median(speeds.map(([network, classical]) => network / classical));
  report(
    `search: ${million(0)} million nodes per second with the network, ${million(1)} classical, ratio ${ratio.toFixed(2)}`,
  );
  // Matches at equal nodes stand for equal time.
  expect(ratio).toBeGreaterThanOrEqual(0.9);
});
