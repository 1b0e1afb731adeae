// The bars of the players: what was captured, and who is ahead.
import { expect, test } from "@playwright/test";
import { openPage } from "./gamePage";

/** Black has lost all but the king, a rook and a pawn; White a bishop. */
const AHEAD = "4/4/1P2/1NP1|4/4/4/4|4/4/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:r1/p1,KL6b:1k/2 w - - - - - 0 20 revised";

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`captured pieces are one row with the difference, ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, { tfen: AHEAD });
    const bars = page.locator(".panel > .player");
    await expect(bars.locator(".taken-ahead")).toHaveCount(1);
    await expect(page.locator(".player[data-color=white] .taken-ahead")).toHaveText(/^\+\d+$/);
    await expect(page.locator(".player[data-color=white] .taken")).toHaveAttribute("aria-label", /ahead by \d+$/);
    const pieces = page.locator(".player[data-color=white] .taken .piece");
    const tops = new Set(
      await pieces.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top))),
    );
    expect(await pieces.count()).toBeGreaterThan(10);
    expect(tops.size).toBe(1);
    const [own, other] = [await bars.first().boundingBox(), await bars.last().boundingBox()];
    expect(own?.height).toBe(other?.height);
  });
}
