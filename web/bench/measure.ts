// How the measurements look at the page: its own work, when it rests, and what is said of it.
import type { Page } from "@playwright/test";

export function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Waits until what belongs to opening the page is over: compiling, warming up, painting everything once. */
export async function rest(page: Page): Promise<void> {
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

export type Work = (selector: string, event: "click" | "pointerenter") => () => Promise<number>;

/**
 * Processor time of the page's main thread from an event to the frame after it: what does not depend on other
 * programs. The event is sent without a locator, whose search would be counted too.
 */
export async function watchWork(page: Page): Promise<Work> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find((each) => each.name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  return (selector, event) => async () => {
    const expression = `document.querySelector(${JSON.stringify(selector)})
      .dispatchEvent(new PointerEvent("${event}", { bubbles: true }));
      new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`;
    const before = await spent();
    const { exceptionDetails } = await session.send("Runtime.evaluate", { expression, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${selector}: ${exceptionDetails.text}`);
    return (await spent()) - before;
  };
}

export async function inTurn(measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const found: number[] = [];
  for (const measure of measures) found.push(await measure());
  return found;
}

export function middle(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
