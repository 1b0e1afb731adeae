// Data written by version 0.1.0 of the page still opens: stored games, preferences and links.
import { expect, test } from "@playwright/test";
import links from "../tests/fixtures/links.json" with { type: "json" };
import visits from "../tests/fixtures/storage.json" with { type: "json" };
import { expectMoves, expectPly, expectTfen, openDialog } from "./gamePage";

for (const { name, storage, shown } of visits) {
  test(`storage after ${name}`, async ({ page }) => {
    await page.addInitScript((entries) => {
      if (localStorage.length > 0) return;
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    await page.goto("./#play");
    await expectPly(page, shown.ply);
    await expectTfen(page, shown.tfen);
    await expectMoves(page, shown.moves);
    await expect(page.locator("html")).toHaveAttribute("data-theme", shown.theme);
    await expect(page.locator(".views")).toHaveClass(`views views-${shown.layout}`);
    await expect(page.locator(".said-error")).toHaveCount(0);
    await openDialog(page, "My games");
    await expect(page.locator(".game:not(.broken) .game-open b")).toHaveText(shown.games);
    await expect(page.locator(".game.broken")).toHaveCount(shown.broken);
  });
}

for (const { name, hash, moves, tfen } of links) {
  test(`the link to ${name}`, async ({ page }) => {
    await page.goto(`./?view=map${hash}`);
    await expectPly(page, moves.length);
    await expectTfen(page, tfen);
    await expectMoves(page, moves);
  });
}
