// A long evening in a real browser: 500 moves and 50 new games must leave neither heap nor graphics memory behind.
import { expect, test, type CDPSession, type Page } from "@playwright/test";
import { figures, sceneReady, settled } from "../e2e/hand";
import { SHORT } from "../e2e/games";
import { expectPly, openTable } from "../e2e/table";

const GAMES = 50;
/** Games after which everything that is made once has been made. */
const WARM = 8;
/** What finished games may keep of themselves (records, undo), in bytes a move; a leaked piece or Snapshot is far more. */
const BYTES_PER_MOVE = 3_000;

test("500 moves and 50 new games leave nothing behind", async ({ page }) => {
  test.setTimeout(900_000);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openTable(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  const inspector = await page.context().newCDPSession(page);
  // Ten plies a game, with castling and captures.
  const moves = [...SHORT.moves.slice(0, -1), "a1Wb3W", "c7Bc6B"].slice(0, 10);
  for (let game = 0; game < WARM; game++) await play(page, moves);
  const before = { heap: await heap(inspector), ...(await figures(page)) };
  for (let game = WARM; game < GAMES; game++) await play(page, moves);
  const after = { heap: await heap(inspector), ...(await figures(page)) };
  const played = (GAMES - WARM) * moves.length;
  const grown = (after.heap - before.heap) / played;
  process.stdout.write(
    `growth: heap ${(before.heap / 1e6).toFixed(1)} to ${(after.heap / 1e6).toFixed(1)} MB over ${played} moves and ` +
      `${GAMES - WARM} new games, ${grown.toFixed(0)} bytes a move, at most ${BYTES_PER_MOVE}; ` +
      `graphics objects ${before.objects} to ${after.objects}\n`,
  );
  expect(after.objects).toBe(before.objects);
  expect(grown).toBeLessThan(BYTES_PER_MOVE);
});

async function play(page: Page, moves: readonly string[]): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  await expectPly(page, 0);
  const entry = page.getByPlaceholder(/Type a move/);
  for (const [index, move] of moves.entries()) {
    await entry.fill(move);
    await entry.press("Enter");
    await expectPly(page, index + 1);
  }
  await settled(page);
}

async function heap(inspector: CDPSession): Promise<number> {
  for (let round = 0; round < 3; round++) await inspector.send("HeapProfiler.collectGarbage");
  return (await inspector.send("Runtime.getHeapUsage")).usedSize;
}
