// A game of 300 moves: navigation updates the move list as little as in a short game, and scrolls to the current move.
import { expect, test, type Page } from "@playwright/test";
import { expectPly, openDialog, openPage } from "./gamePage";
import { longGame } from "./longGame";

const PLIES = 600;

async function openLongGame(page: Page): Promise<void> {
  await openPage(page);
  await openDialog(page, "Open");
  await page.locator("textarea.record").fill(longGame(PLIES));
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expectPly(page, PLIES);
}

/** How many DOM mutations an action causes in the move list. */
async function countMutations(page: Page, action: () => Promise<void>): Promise<number> {
  const mutations = await page.evaluateHandle(() => {
    const list = document.querySelector(".moves-list");
    if (!list) throw new Error("the page has no move list");
    const found: MutationRecord[] = [];
    new MutationObserver((records) => found.push(...records)).observe(list, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return found;
  });
  await action();
  return mutations.evaluate((found) => found.length);
}

test("jumping to the start and the end of a long game does not redraw its 600 moves", async ({ page }) => {
  await openLongGame(page);
  await expect(page.locator(".ply")).toHaveCount(PLIES);
  const current = page.locator(".ply[aria-current]");
  await expect(current).toBeInViewport();
  const middle = page.locator(".ply").nth(300);
  const color = () => middle.evaluate((ply) => getComputedStyle(ply).color);
  const played = await color();
  const toStart = await countMutations(page, async () => {
    await page.getByRole("button", { name: "Go to the start" }).click();
    await expectPly(page, 0);
    await expect(current).toHaveCount(0);
  });
  expect(toStart).toBeLessThan(8);
  await expect(page.locator(".ply").first()).toBeInViewport();
  await expect(middle).not.toHaveCSS("color", played);
  const undone = await color();
  await page.getByRole("button", { name: "Next move" }).click();
  await expectPly(page, 1);
  await expect(current).toHaveCount(1);
  await expect(middle).toHaveCSS("color", undone);
  const toEnd = await countMutations(page, async () => {
    await page.getByRole("button", { name: "Go to the end" }).click();
    await expectPly(page, PLIES);
    await expect(page.locator(".ply").last()).toHaveAttribute("aria-current");
  });
  expect(toEnd).toBeLessThan(8);
  await expect(current).toBeInViewport();
  await expect(middle).toHaveCSS("color", played);
});
