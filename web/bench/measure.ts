// Measures main thread time of the page, waits until it is idle, and serves it WebAssembly modules.
import { join } from "node:path";
import type { Page } from "@playwright/test";

/** Prints one line of results. */
export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Serves a WebAssembly module below `/bench/` from its build folder. The page bundles none that can be imported. */
export async function serveModule(page: Page, folder: string): Promise<void> {
  await page.route("**/bench/*", (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    return route.fulfill({ path: join(folder, name) });
  });
}

/** Waits until the page has finished compiling, warming up and its first paint. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let idle = 0; idle < 10;) {
      const { didTimeout } = await new Promise<IdleDeadline>((resolve) =>
        requestIdleCallback(resolve, { timeout: 50 }),
      );
      idle = didTimeout ? 0 : idle + 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });
}

export type MeasureScript = (script: string) => () => Promise<number>;

/** CPU time of the page's main thread from a script to the next frame, which is independent of other programs. */
export async function measureScript(page: Page): Promise<MeasureScript> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((each) => each.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  return (script) => async () => {
    const expression = `${script}; new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`;
    const before = await spent();
    const { exceptionDetails } = await session.send("Runtime.evaluate", { expression, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${script}: ${exceptionDetails.text}`);
    return (await spent()) - before;
  };
}

export type MeasureWork = (selector: string, event: "click" | "pointerenter") => () => Promise<number>;

/** Measures an event, which is dispatched without a locator, whose search would count too. */
export async function measureWork(page: Page): Promise<MeasureWork> {
  const measure = await measureScript(page);
  return (selector, event) =>
    measure(
      `document.querySelector(${JSON.stringify(selector)}).dispatchEvent(new PointerEvent("${event}", { bubbles: true }))`,
    );
}

export async function runInOrder(measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const results: number[] = [];
  for (const measure of measures) results.push(await measure());
  return results;
}

export function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
