// Measures the page: bytes of the first load, time to the first interaction, paints in the map, perft beside native.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { firstLoad } from "../e2e/bytes";
import { openTable, square } from "../e2e/table";

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

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

test("bytes of the first load", async ({ page }) => {
  const files = await firstLoad(page);
  for (const { name, gzip, brotli } of files)
    report(`  ${kilobytes(gzip)} kB gzip  ${kilobytes(brotli)} kB brotli  ${name}`);
  const [gzip, brotli] = [sum(files.map((each) => each.gzip)), sum(files.map((each) => each.brotli))];
  report(`first load: ${kilobytes(gzip)} kB with gzip, at most 300; ${kilobytes(brotli)} kB with brotli`);
  expect(gzip).toBeLessThanOrEqual(300_000);
});

test("time to the first interaction", async ({ browser }) => {
  const times: number[] = [];
  for (let run = 0; run < 5; run++) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(() => {
      const timer = setInterval(() => {
        const square = document.querySelector<HTMLElement>('[data-square="b2W"]');
        if (!square) return;
        clearInterval(timer);
        square.click();
        requestAnimationFrame(() => {
          const selected = square.classList.contains("selected");
          document.documentElement.dataset.firstInteraction = selected ? String(performance.now()) : "none";
        });
      }, 5);
    });
    await page.goto("./?view=map");
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-first-interaction", /^[0-9]/);
    times.push(Number(await html.getAttribute("data-first-interaction")));
    await page.context().close();
  }
  const median = middle(times);
  report(`first interaction: ${median.toFixed(0)} ms, under 1500`);
  expect(median).toBeLessThan(1500);
});

test("paints in the map", async ({ page }) => {
  await openTable(page);
  await rest(page);
  const hover = await paints(page, HOVERED, "pointerenter", "column");
  report(`hover: ${hover.toFixed(1)} ms to the paint, within 50`);
  const select = await paints(page, SELECTED, "click", "selected");
  report(`select: ${select.toFixed(1)} ms to the paint, within 50`);
  const moves: number[] = [];
  for (const [from, to] of OPENING) {
    await paints(page, [from], "click", "selected");
    moves.push(await paints(page, [to], "click", "last"));
  }
  report(`move: ${middle(moves).toFixed(1)} ms to the paint, within 50`);
  expect(Math.max(hover, select, middle(moves))).toBeLessThan(50);
});

test("what the page itself works for a paint", async ({ page }) => {
  await openTable(page);
  await rest(page);
  const work = await watchWork(page);
  const click = (name: string) => () => square(page, name).dispatchEvent("click");
  const hovers = HOVERED.map((name) => work(() => square(page, name).dispatchEvent("pointerenter")));
  report(`hover: ${middle(await inTurn(hovers)).toFixed(1)} ms of the page's own work`);
  const selects = SELECTED.map((name) => work(click(name)));
  report(`select: ${middle(await inTurn(selects)).toFixed(1)} ms of the page's own work`);
  await page.keyboard.press("Escape");
  const moves = OPENING.flatMap(([from, to]) => [work(click(from)), work(click(to))]);
  const both = await inTurn(moves);
  report(`move: ${middle(both.filter((_, at) => at % 2 === 1)).toFixed(1)} ms of the page's own work`);
});

test("perft in WebAssembly beside native", async ({ page }) => {
  const native = process.env.TRID;
  test.skip(native === undefined, "TRID names no native binary; run it by `cargo xtask bench web`");
  await openTable(page);
  // The page itself has no use for perft: the module that is built for speed is served as it was built.
  await page.route("**/bench/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return route.fulfill({ path: join(MODULE, name) });
  });
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
      const begun = performance.now();
      module.perft("revised", position, 5);
      return performance.now() - begun;
    }, tfen);
    ratios.push(nativeTime / wasmTime);
  }
  report(`perft 5: WebAssembly at ${middle(ratios).toFixed(2)} of native, at least 0.4`);
  expect(middle(ratios)).toBeGreaterThanOrEqual(0.4);
});

/** Waits until what belongs to opening the page is over: compiling, warming up, painting everything once. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 10;) {
      const { didTimeout } = await new Promise<IdleDeadline>((resolve) =>
        requestIdleCallback(resolve, { timeout: 50 }),
      );
      quiet = didTimeout ? 0 : quiet + 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

type Work = (act: () => Promise<void>) => () => Promise<number>;

/** Processor time of the page's main thread from an act to the frame after it: what does not depend on other programs. */
async function watchWork(page: Page): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((each) => each.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  return (act) => async () => {
    const before = await spent();
    await act();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    return (await spent()) - before;
  };
}

async function inTurn(measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const found: number[] = [];
  for (const measure of measures) found.push(await measure());
  return found;
}

/** The median time from an event on a square to the frame that shows its class. */
async function paints(page: Page, squares: readonly string[], event: string, shown: string): Promise<number> {
  const times = await page.evaluate(
    async ([names, type, mark]) => {
      const found: number[] = [];
      for (const name of names) {
        const square = document.querySelector<HTMLElement>(`[data-square="${name}"]`);
        if (!square) throw new Error(`no square ${name}`);
        // As a hand does, which is never so quick that the frame before is still being drawn.
        await new Promise((resolve) => setTimeout(resolve, 150));
        const begun = performance.now();
        square.dispatchEvent(new PointerEvent(type, { bubbles: true }));
        while (!square.classList.contains(mark)) await new Promise((resolve) => setTimeout(resolve));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        found.push(performance.now() - begun);
      }
      return found;
    },
    [squares, event, shown] as const,
  );
  return middle(times);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1).padStart(5);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function middle(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
