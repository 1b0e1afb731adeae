// Data written by version 0.1.0 of the page still opens in a browser: stored games, preferences and links.
import { expect, test } from "@playwright/test";
import links from "../tests/fixtures/links.json" with { type: "json" };
import visits from "../tests/fixtures/storage.json" with { type: "json" };
import { expectPly, listedMoves, tfenOf } from "./table";

for (const { name, storage, shown } of visits) {
  test(`storage after ${name}`, async ({ page }) => {
    await page.addInitScript((entries) => {
      if (localStorage.length > 0) return;
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    await page.goto("./");
    await expectPly(page, shown.ply);
    expect(await tfenOf(page)).toBe(shown.tfen);
    expect(await listedMoves(page)).toEqual(shown.moves);
    await expect(page.locator("html")).toHaveAttribute("data-theme", shown.theme);
    await expect(page.locator(".views")).toHaveClass(`views views-${shown.layout}`);
    await expect(page.locator(".said-error")).toHaveCount(0);
    await page.getByRole("navigation").getByRole("button", { name: "My games" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.locator(".game:not(.broken) .game-open b")).toHaveText(shown.games);
    await expect(page.locator(".game.broken")).toHaveCount(shown.broken);
  });
}

for (const { name, hash, moves, tfen } of links) {
  test(`the link to ${name}`, async ({ page }) => {
    await page.goto(`./?view=map${hash}`);
    await expectPly(page, moves.length);
    expect(await tfenOf(page)).toBe(tfen);
    expect(await listedMoves(page)).toEqual(moves);
  });
}
