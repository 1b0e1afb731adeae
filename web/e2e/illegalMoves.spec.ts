// An illegal move is refused with a reason in a sentence, and the squares concerned are marked.
import { expect, test } from "@playwright/test";
import { expectPly, openPage, pin, square } from "./gamePage";

test("a move that the piece cannot make", async ({ page }) => {
  await openPage(page);
  await square(page, "b1W").click();
  await square(page, "b5N").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_GEOMETRY");
  await expect(page.locator(".said-error")).toContainText(/Bishops/);
  await expect(square(page, "b1W")).toHaveClass(/pointed/);
  await expect(page.locator(".square.selected")).toHaveCount(0);
  await expectPly(page, 0);
});

test("a blocked path marks the blocking piece", async ({ page }) => {
  await openPage(page);
  await square(page, "b1W").click();
  await square(page, "d3W").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_PATH_BLOCKED");
  await expect(square(page, "c2W")).toHaveClass(/pointed/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".said-error")).toHaveCount(0);
});

test("typed text that is not a legal move", async ({ page }) => {
  await openPage(page);
  const entry = page.getByLabel("Type a move");
  const cases: [string, string][] = [
    ["hello", "E_SYNTAX"],
    ["b7Bb6B", "E_NOT_YOUR_PIECE"],
    ["b2Wb3W; c2Wc3W", "E_ONE_ACTION"],
    ["QL1-QL2", "E_TOO_MANY_RIDERS"],
    ["b3Wb4W", "E_NO_PIECE"],
  ];
  for (const [text, code] of cases) {
    await entry.fill(text);
    await entry.press("Enter");
    await expect(page.locator(".said-error")).toHaveAttribute("data-code", code);
    await expect(entry).toHaveValue(text);
  }
  await expectPly(page, 0);
});

test("a pin that the board cannot reach", async ({ page }) => {
  await openPage(page, {
    tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
  });
  await pin(page, "QL1").click();
  await pin(page, "QL5").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", /E_(LEAP|NOT_ADJACENT)/);
  await expect(page.locator(".map-pin.pointed, .map-board.pointed")).not.toHaveCount(0);
});

test("screen readers announce the reason", async ({ page }) => {
  await openPage(page);
  await square(page, "b1W").click();
  await square(page, "b5N").click();
  await expect(page.locator('[aria-live="polite"]')).toContainText(/Bishops/);
});
