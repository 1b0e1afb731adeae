// Measures the page: size of the first load, time to the first interaction, paint latency of the map, perft speed.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { chromium, expect, test, type Page } from "@playwright/test";
import { firstLoad } from "../e2e/firstLoad";
import { openPage, square } from "../e2e/gamePage";
import { GameServer } from "../e2e/server";
import { runInOrder, median, report, serveModule, waitForIdle, measureWork } from "./measure";

const MODULE = join(import.meta.dirname, "../src/wasm/engine");

const HOVERED = ["b4N", "c4N", "d4N", "a3W", "b5B", "c3W"];
const SELECTED = ["b2W", "c2W", "d2W", "a1W", "b1W", "c1W"];
const OPENING = [
  ["b2W", "b4N"],
  ["b7B", "b5N"],
  ["c2W", "c3N"],
  ["c7B", "c6N"],
  ["d1W", "c3W"],
  ["d8B", "c6B"],
] as const;

test("bytes of the first load", async ({ page }) => {
  const server = await GameServer.start();
  const files = await firstLoad(page, server.address);
  await server.close();
  for (const { path, encoding, bytes } of files) report(`  ${kilobytes(bytes)} kB  ${encoding.padEnd(4)}  ${path}`);
  const total = sum(files.map(({ bytes }) => bytes));
  report(`first load: ${kilobytes(total)} kB, at most 340`);
  expect(total).toBeLessThanOrEqual(340_000);
});

test("time to the map and to the first interaction", async ({ browser }) => {
  const times: number[] = [];
  const shown: number[] = [];
  for (let run = 0; run < 5; run++) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        const square = document.querySelector<HTMLElement>('[data-square="b2W"]');
        if (!square) return;
        clearInterval(timer);
        document.documentElement.dataset.mapShown = String(performance.now());
        square.click();
        requestAnimationFrame(() => {
          const selected = square.classList.contains("selected");
          document.documentElement.dataset.firstInteraction = selected ? String(performance.now()) : "none";
        });
      }, 5);
    });
    await page.goto("./?view=map#play");
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-first-interaction", /^[0-9]/);
    times.push(Number(await html.getAttribute("data-first-interaction")));
    shown.push(Number(await html.getAttribute("data-map-shown")));
    await page.context().close();
  }
  report(`map: ${median(shown).toFixed(0)} ms, under 1000`);
  expect(median(shown)).toBeLessThan(1000);
  const medianTime = median(times);
  report(`first interaction: ${medianTime.toFixed(0)} ms, under 1500`);
  expect(medianTime).toBeLessThan(1500);
});

test("time to the first picture of the set", async ({ browser }) => {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector(".scene-canvas[data-refined]")) return;
        observer.disconnect();
        document.documentElement.dataset.setShown = String(performance.now());
      }).observe(document, { subtree: true, childList: true, attributeFilter: ["data-refined"] });
    });
    await page.goto("./");
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-set-shown", /^[0-9]/, { timeout: 120_000 });
    times.push(Number(await html.getAttribute("data-set-shown")));
    await page.context().close();
  }
  report(`set: ${median(times).toFixed(0)} ms in software rendering, under 2000`);
});

/** Browser flags without a GPU: the default compositor as on users' machines, or everything through SwiftShader as in the tests. */
const COMPOSITORS = {
  "default compositor without a GPU": ["--no-sandbox"],
  "everything through SwiftShader": undefined,
} as const;

for (const [compositor, args] of Object.entries(COMPOSITORS)) {
  test(`paint latency of the map, ${compositor}`, async ({ baseURL, launchOptions, viewport }) => {
    const browser = await chromium.launch({ ...launchOptions, ...(args && { args: [...args] }) });
    for (const view of ["map", "both"]) {
      const page = await browser.newPage({ baseURL: baseURL ?? "", viewport });
      await openPage(page, { search: `?view=${view}` });
      await waitForIdle(page);
      if (view === "both") await expect(page.locator("canvas")).toHaveAttribute("data-refined", "true");
      const pointer = await measurePaints(page);
      const times = { hover: [] as number[], select: [] as number[], move: [] as number[] };
      for (const [from, to] of OPENING) {
        times.hover.push(await pointer.moveTo(from));
        times.select.push(await pointer.click());
        times.hover.push(await pointer.moveTo(to));
        times.move.push(await pointer.click());
      }
      for (const [what, found] of Object.entries(times))
        report(
          `${view}: ${what} ${median(found)} ms to the screen, most ${Math.max(...found)}; within 50 (${compositor})`,
        );
      await page.close();
    }
    await browser.close();
  });
}

test("main thread time per paint", async ({ page }) => {
  await openPage(page);
  await waitForIdle(page);
  const work = await measureWork(page);
  const on = (name: string) => `.map [data-square="${name}"]`;
  const hovers = HOVERED.map((name) => work(on(name), "pointerenter"));
  report(`hover: ${median(await runInOrder(hovers)).toFixed(1)} ms of main thread time`);
  const selects = SELECTED.map((name) => work(on(name), "click"));
  report(`select: ${median(await runInOrder(selects)).toFixed(1)} ms of main thread time`);
  await page.keyboard.press("Escape");
  const moves = OPENING.flatMap(([from, to]) => [work(on(from), "click"), work(on(to), "click")]);
  const both = await runInOrder(moves);
  report(`move: ${median(both.filter((_, at) => at % 2 === 1)).toFixed(1)} ms of main thread time`);
});

test("perft speed of WebAssembly against native", async ({ page }) => {
  const native = process.env.TRID;
  test.skip(native === undefined, "TRID names no native binary; run `cargo xtask bench web`");
  await openPage(page);
  await serveModule(page, MODULE);
  const tfen = (await page.locator(".app").getAttribute("data-tfen")) ?? "";
  const ratios: number[] = [];
  for (let run = 0; run < 5; run++) {
    const start = performance.now();
    execFileSync(native ?? "", ["perft", "5"]);
    const nativeTime = performance.now() - start;
    const wasmTime = await page.evaluate(async (position) => {
      const address = `${location.origin}/bench/trid_engine.js`;
      const module = (await import(address)) as typeof import("../src/wasm/engine/trid_engine");
      await module.default({ module_or_path: `${location.origin}/bench/trid_engine_bg.wasm` });
      const start = performance.now();
      module.perft("revised", position, 5);
      return performance.now() - start;
    }, tfen);
    ratios.push(nativeTime / wasmTime);
  }
  report(`perft 5: WebAssembly at ${median(ratios).toFixed(2)} of native, at least 0.4`);
  expect(median(ratios)).toBeGreaterThanOrEqual(0.4);
});

interface TimedPointer {
  /** Moves the pointer to a square. */
  moveTo(name: string): Promise<number>;
  /** Clicks at the current position. */
  click(): Promise<number>;
}

/** A mouse that measures event-to-paint latency with the Event Timing API, which reports in steps of 8 ms from 16 ms. */
async function measurePaints(page: Page): Promise<TimedPointer> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => durations.push(...list.getEntries().map((each) => each.duration))).observe({
      type: "event",
      durationThreshold: 16,
    } as PerformanceObserverInit);
  });
  const longest = async (act: () => Promise<void>): Promise<number> => {
    await act();
    // Let the previous frame finish, as a human would.
    await page.waitForTimeout(400);
    return page.evaluate(() => {
      const { durations } = window as unknown as { durations: number[] };
      return Math.max(8, ...durations.splice(0));
    });
  };
  return {
    moveTo: async (name) => {
      const box = await square(page, name).boundingBox();
      if (!box) throw new Error(`no square ${name}`);
      return longest(() => page.mouse.move(box.x + box.width / 2, box.y + box.height / 2));
    },
    click: () =>
      longest(async () => {
        await page.mouse.down();
        await page.mouse.up();
      }),
  };
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(5);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
