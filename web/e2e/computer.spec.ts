// The computer opponent: a whole game against it, hints, and a page that stays usable while it thinks.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectNoDialog, expectPly, openDialog, openPage, playInMap } from "./gamePage";

async function startAgainstComputer(page: Page, level: number, side: string): Promise<void> {
  await openDialog(page, "New game");
  await page.getByRole("radio", { name: "Computer" }).check();
  await page.getByRole("slider").fill(String(level));
  await page.getByRole("radio", { name: side, exact: true }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
}

/** Plays one of the legal moves in the map. */
async function playAnyMove(page: Page, turn: number): Promise<void> {
  const forced = page.getByRole("dialog", { name: /must promote to/ });
  if (await forced.isVisible()) {
    await forced.getByRole("button", { name: "queen" }).click();
    return;
  }
  const squares = page.locator('.map .square[aria-label*=" move"]:not([aria-label*=" 0 moves"])');
  const boards = page.locator(".map .map-handle.movable");
  await expect(squares.or(boards).first()).toBeVisible();
  if ((await squares.count()) === 0) {
    await moveAnyBoard(page, boards);
    return;
  }
  await squares.nth((turn * 7) % (await squares.count())).click();
  const targets = page.locator(".map .square.target");
  await expect(targets).not.toHaveCount(0);
  await targets.nth((turn * 5) % (await targets.count())).click();
}

/** Moves or turns a board, for positions in which no piece can move. */
async function moveAnyBoard(page: Page, boards: Locator): Promise<void> {
  const ply = (await page.locator(".app").getAttribute("data-ply")) ?? "";
  await boards.first().click();
  const selected = page.locator(".map .map-handle.selected");
  await expect(selected).toBeVisible();
  const pins = page.locator(".map .map-pin.target");
  await ((await pins.count()) > 0 ? pins.first() : selected).click();
  const landing = page.getByRole("button", { name: "same corner" });
  await expect(landing.or(page.locator(`.app:not([data-ply="${ply}"])`)).first()).toBeVisible();
  if (await landing.isVisible()) await landing.click();
}

test("a game against level 3 to the end", async ({ page }) => {
  test.setTimeout(900_000);
  await openPage(page);
  await startAgainstComputer(page, 3, "White");
  const over = page.locator('.notice:not([data-status="ongoing"])');
  const whiteToMove = page.locator(".player[data-color=white].to-move");
  for (let turn = 0; turn < 300 && (await over.count()) === 0; turn++) {
    const ply = await page.locator(".app").getAttribute("data-ply");
    await playAnyMove(page, turn);
    const moved = page.locator(`.app:not([data-ply="${ply ?? ""}"])`);
    const promotion = page.getByRole("dialog", { name: "Promote to:" });
    await expect(moved.or(promotion).first()).toBeVisible();
    if (await promotion.isVisible()) {
      await promotion.getByRole("button", { name: "queen" }).click();
      await expect(moved).toBeVisible();
    }
    await expect(over.or(whiteToMove).first()).toBeVisible({ timeout: 60_000 });
  }
  await expect(over).toHaveCount(1);
  await expect(page.locator(".result")).toBeVisible();
});

test("the computer opens as White, and the player's side is at the bottom", async ({ page }) => {
  await openPage(page);
  await startAgainstComputer(page, 1, "Black");
  await expectPly(page, 1);
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
});

test("undo takes back the computer's move and the player's own", async ({ page }) => {
  await openPage(page);
  await startAgainstComputer(page, 1, "White");
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectPly(page, 0);
});

test("a hint marks a move in the map", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: \S+/, { timeout: 60_000 });
  await expect(page.locator(".map .square.hint")).toHaveCount(2);
  await expectPly(page, 0);
});
