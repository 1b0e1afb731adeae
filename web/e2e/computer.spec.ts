// The computer: a game against it to the end, a hint, what it thinks; and the page goes on meanwhile.
import { expect, test, type Page } from "@playwright/test";
import { expectPly, mapHand, openTable, playBy, square } from "./table";

async function startAgainst(page: Page, level: number, side: string): Promise<void> {
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "The computer" }).check();
  await page.getByRole("slider").fill(String(level));
  await page.getByRole("radio", { name: side, exact: true }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
}

/** Plays the first move that the Snapshot offers, by typing what a hint or the map would. */
async function playAny(page: Page, turn: number): Promise<void> {
  const squares = page.locator('.map .square[aria-label*=" move"]:not([aria-label*=" 0 moves"])');
  const count = await squares.count();
  await squares.nth((turn * 7) % count).click();
  const targets = page.locator(".map .square.target");
  await targets.nth((turn * 5) % (await targets.count())).click();
  const promotion = page.getByRole("dialog").getByRole("button", { name: "queen" });
  if ((await promotion.count()) > 0) await promotion.click();
}

test("a game against level 3 to the end", async ({ page }) => {
  test.setTimeout(480_000);
  await openTable(page);
  await startAgainst(page, 3, "White");
  const over = page.locator('.notice:not([data-status="ongoing"])');
  for (let turn = 0; turn < 150 && (await over.count()) === 0; turn++) {
    await playAny(page, turn);
    await expect(over.or(page.locator(".player[data-color=white].to-move")).first()).toBeVisible({ timeout: 30_000 });
    const forced = page.getByRole("dialog", { name: /must promote now/ });
    if ((await forced.count()) > 0) await forced.getByRole("button", { name: "queen" }).click();
    await expect(over.or(page.locator(".player[data-color=white].to-move")).first()).toBeVisible({ timeout: 30_000 });
  }
  await expect(over).toHaveCount(1);
  await expect(page.locator(".result")).toBeVisible();
});

test("it opens the game when the person plays Black, who then sits at the bottom", async ({ page }) => {
  await openTable(page);
  await startAgainst(page, 1, "Black");
  await expectPly(page, 1);
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
});

test("undo goes back to one’s own decision", async ({ page }) => {
  await openTable(page);
  await startAgainst(page, 1, "White");
  await playBy(page, mapHand(page), "b2Wb4N");
  await expectPly(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectPly(page, 0);
});

test("a hint points at a move in the map", async ({ page }) => {
  await openTable(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 30_000 });
  await expect(page.locator(".map .square.hint")).toHaveCount(2);
  await expectPly(page, 0);
});

test("what it thinks deepens, and follows the position at once", async ({ page }) => {
  await openTable(page);
  await page.getByRole("button", { name: "Analysis" }).click();
  const depth = page.locator(".thought-head");
  await expect(depth).toContainText(/depth [4-9]/, { timeout: 60_000 });
  await square(page, "b2W").click();
  await expect(square(page, "b2W")).toHaveClass(/selected/, { timeout: 1000 });
  await square(page, "b4N").click();
  await expectPly(page, 1);
  await expect(depth).toContainText(/depth/, { timeout: 30_000 });
  await page.getByRole("button", { name: "Analysis" }).click();
  await expect(page.locator(".thought")).toHaveCount(0);
});
