// What is refused says why, in a sentence, and points at the squares.
import { expect, test } from "@playwright/test";
import { expectPly, openTable, pin, square } from "./table";

test("a piece that does not move so", async ({ page }) => {
  await openTable(page);
  await square(page, "b1W").click();
  await square(page, "b5N").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_GEOMETRY");
  await expect(page.locator(".said-error")).toContainText(/bishop/);
  await expect(square(page, "b1W")).toHaveClass(/pointed/);
  await expect(page.locator(".square.selected")).toHaveCount(0);
  await expectPly(page, 0);
});

test("a line that is blocked names the piece and points at it", async ({ page }) => {
  await openTable(page);
  await square(page, "b1W").click();
  await square(page, "d3W").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_PATH_BLOCKED");
  await expect(square(page, "c2W")).toHaveClass(/pointed/);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.locator(".said-error")).toHaveCount(0);
});

test("typed nonsense, the other side’s move, two moves at once", async ({ page }) => {
  await openTable(page);
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

test("a pin that a board cannot reach", async ({ page }) => {
  await openTable(page, {
    tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
  });
  await pin(page, "QL1").click();
  await pin(page, "QL5").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", /E_(LEAP|NOT_ADJACENT)/);
  await expect(page.locator(".map-pin.pointed, .map-board.pointed")).not.toHaveCount(0);
});

test("a refusal is read out", async ({ page }) => {
  await openTable(page);
  await square(page, "b1W").click();
  await square(page, "b5N").click();
  await expect(page.locator('[aria-live="polite"]')).toContainText(/bishop/);
});
