// A game of 300 moves: the page does no more for a move than in a short one, and shows where it is.
import { expect, test, type Page } from "@playwright/test";
import { longGame } from "./longGame";
import { expectPly, openTable } from "./table";

const PLIES = 600;

async function openLong(page: Page): Promise<void> {
  await openTable(page);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await page.locator("textarea.record").fill(longGame(PLIES));
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expectPly(page, PLIES);
}

/** How many changes an act makes in the list of moves. */
async function changes(page: Page, act: () => Promise<void>): Promise<number> {
  const counted = await page.evaluateHandle(() => {
    const list = document.querySelector(".moves-list");
    if (!list) throw new Error("no list of moves");
    const found: MutationRecord[] = [];
    new MutationObserver((records) => found.push(...records)).observe(list, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    return found;
  });
  await act();
  return counted.evaluate((found) => found.length);
}

test("going to the start and to the end of a long game changes the mark, not six hundred moves", async ({ page }) => {
  await openLong(page);
  await expect(page.locator(".ply")).toHaveCount(PLIES);
  const shown = page.locator(".ply[aria-current]");
  await expect(shown).toBeInViewport();
  const color = () =>
    page
      .locator(".ply")
      .nth(300)
      .evaluate((ply) => getComputedStyle(ply).color);
  const played = await color();
  expect(
    await changes(page, async () => {
      await page.getByRole("button", { name: "To the start" }).click();
      await expectPly(page, 0);
    }),
  ).toBeLessThan(8);
  await expect(shown).toHaveCount(0);
  await expect(page.locator(".ply").first()).toBeInViewport();
  const undone = await color();
  expect(undone).not.toBe(played);
  await page.getByRole("button", { name: "Redo" }).click();
  await expectPly(page, 1);
  expect(await color()).toBe(undone);
  expect(
    await changes(page, async () => {
      await page.getByRole("button", { name: "To the end" }).click();
      await expectPly(page, PLIES);
    }),
  ).toBeLessThan(8);
  await expect(shown).toBeInViewport();
  expect(await color()).toBe(played);
});
