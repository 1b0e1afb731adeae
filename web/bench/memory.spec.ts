// Memory growth in a real browser over 500 moves and 50 new games: heap, DOM nodes, listeners and GPU objects.
import { expect, test, type CDPSession, type Page } from "@playwright/test";
import { openPage } from "../e2e/gamePage";
import { renderStats, sceneReady, settled } from "../e2e/scenePage";
import tests from "../playwright.config";

/** Ten plies with castling and captures. */
const MOVES = "d1Wc3N d7Bd5N b2Wb4W O-O c3Nd5N b7Bb6N d5Nb6N a7Ba6N a1Wb3W c7Bc6B".split(" ");
/** Games before the first measurement, which allocate everything that is created once. */
const WARM_UP_GAMES = 20;
const GAMES = 50;
/** Tolerance for garbage collector noise. One leaked Snapshot per move would be 8,000. */
const BYTES_PER_MOVE = 200;

// Traces and optimised code both grow the page's heap.
const browser = tests.use?.launchOptions;
test.use({
  trace: "off",
  launchOptions: { ...browser, args: [...(browser?.args ?? []), "--js-flags=--no-opt --no-maglev --no-sparkplug"] },
});

test("500 moves and 50 new games leak no memory", async ({ page }) => {
  test.setTimeout(900_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  const inspector = await page.context().newCDPSession(page);
  await inspector.send("Performance.enable");
  await play(page, WARM_UP_GAMES);
  const before = { ...(await renderStats(page)), ...(await memoryOf(inspector)) };
  await play(page, GAMES);
  const after = { ...(await renderStats(page)), ...(await memoryOf(inspector)) };
  const moves = GAMES * MOVES.length;
  const bytesPerMove = (after.heap - before.heap) / moves;
  process.stdout.write(
    `growth over ${moves} moves and ${GAMES} new games: heap ${(before.heap / 1e6).toFixed(2)} to ` +
      `${(after.heap / 1e6).toFixed(2)} MB, ${bytesPerMove.toFixed(0)} bytes a move, at most ${BYTES_PER_MOVE}; ` +
      `graphics objects ${before.objects} to ${after.objects}, nodes ${before.nodes} to ${after.nodes}, ` +
      `listeners ${before.listeners} to ${after.listeners}\n`,
  );
  expect(after.objects).toBe(before.objects);
  expect(after.nodes).toBe(before.nodes);
  // A closing dialog may still have a few listeners; a leak would add at least one per game.
  expect(after.listeners).toBeLessThan(before.listeners + GAMES / 2);
  expect(bytesPerMove).toBeLessThan(BYTES_PER_MOVE);
});

/** Plays games through the page's buttons and move input. It runs inside the page, so the driver adds nothing to its heap. */
async function play(page: Page, games: number): Promise<void> {
  for (let game = 0; game < games; game++) {
    await page.evaluate(async (moves) => {
      const until = async (done: () => boolean) => {
        const start = performance.now();
        while (!done()) {
          if (performance.now() - start > 10_000) throw new Error(`timed out waiting for ${String(done)}`);
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      const button = (name: string) =>
        [...document.querySelectorAll("button")].find((each) => each.textContent.trim() === name);
      const press = async (name: string) => {
        await until(() => button(name) !== undefined);
        button(name)?.click();
      };
      const ply = () => document.querySelector<HTMLElement>(".app")?.dataset["ply"];
      const isUnderWay = ply() !== "0";
      await press("New game");
      await press("Start game");
      if (isUnderWay) await press("Don’t save");
      await until(() => ply() === "0");
      for (const [index, move] of moves.entries()) {
        const input = document.querySelector<HTMLInputElement>("input[placeholder^='Type a move']");
        if (!input) throw new Error("the move input is missing");
        input.value = move;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        await until(() => input.value === move);
        input.form?.requestSubmit();
        await until(() => ply() === String(index + 1));
      }
    }, MOVES);
  }
  await settled(page);
}

async function memoryOf(inspector: CDPSession): Promise<{ heap: number; nodes: number; listeners: number }> {
  for (let round = 0; round < 3; round++) await inspector.send("HeapProfiler.collectGarbage");
  const { metrics } = await inspector.send("Performance.getMetrics");
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  const { usedSize } = await inspector.send("Runtime.getHeapUsage");
  return { heap: usedSize, nodes: metric("Nodes"), listeners: metric("JSEventListeners") };
}
