// How games end by word and by time: resignation, agreement, claims, the clock.
import { expect, test } from "@playwright/test";
import { expectPly, mapHand, openTable, pin, playBy } from "./table";

test("resigning is confirmed", async ({ page }) => {
  await openTable(page);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Play on" }).click();
  await expect(page.locator(".status")).toHaveText("White to move");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "White resigns" }).click();
  await expect(page.locator(".status")).toContainText("White resigned. Black wins");
  await expect(page.locator(".result")).toHaveText("0-1");
  await expect(page.getByLabel("Type a move")).toBeDisabled();
});

test("a draw is agreed", async ({ page }) => {
  await openTable(page);
  await page.getByRole("button", { name: "Draw" }).click();
  await page.getByRole("button", { name: "Both agree" }).click();
  await expect(page.locator(".status")).toContainText("A draw: agreed");
  await expect(page.locator(".result")).toHaveText("½-½");
});

test("a threefold repetition can be claimed", async ({ page }) => {
  await openTable(page);
  const round = ["d1Wc3W", "d8Bc6B", "c3Wd1W", "c6Bd8B"];
  for (const [index, move] of [...round, ...round].entries()) {
    await expect(page.getByRole("button", { name: /Claim a draw/ })).toHaveCount(0);
    await playBy(page, mapHand(page), move);
    await expectPly(page, index + 1);
  }
  await page.getByRole("button", { name: /Claim a draw/ }).click();
  await expect(page.locator(".status")).toContainText("A draw: the position came three times");
});

test("the clock runs after the first move, and its flag falls", async ({ page }) => {
  await page.clock.install();
  await openTable(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "5 + 3" }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  const white = page.getByRole("timer", { name: "White’s clock" });
  const black = page.getByRole("timer", { name: "Black’s clock" });
  await expect(white).toHaveText("5:00");
  await page.clock.runFor(5000);
  await expect(white).toHaveText("5:00");
  await playBy(page, mapHand(page), "b2Wb4N");
  await page.clock.runFor(10_000);
  await expect(black).toHaveText("4:50");
  await playBy(page, mapHand(page), "b7Bb6B");
  await expect(black).toHaveText("4:53");
  await page.clock.runFor(301_000);
  await expect(page.locator(".status")).toContainText("White ran out of time. Black wins");
});

test("a notice tells when a frozen pawn’s way opens again", async ({ page }) => {
  // White's pawn on z1 waits for a board on QL2 or QL3.
  await openTable(page, {
    tfen: "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20 revised",
  });
  await playBy(page, mapHand(page), "d1Wc1W");
  await expectPly(page, 1);
  await pin(page, "KL2").click();
  await pin(page, "QL3").click();
  await expectPly(page, 2);
  await expect(page.locator(".said-note")).toContainText("The way is open again for White’s pawn on z1 on QL1");
});
