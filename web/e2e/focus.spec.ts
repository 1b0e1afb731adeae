// By keyboard alone: the focus is never lost, whatever a move does to the boards.
import { expect, test } from "@playwright/test";
import { expectPly, openTable, pin, square } from "./table";

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

test("a board moved by keyboard takes the focus along", async ({ page }) => {
  await openTable(page, { tfen: RIDER });
  await square(page, "z1QL1").focus();
  await page.keyboard.press("b");
  await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
  await pin(page, "KL2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "same place" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(pin(page, "KL2")).toBeFocused();
  await expect(pin(page, "KL2")).toHaveAccessibleName(/^KL2 White’s board/);
});

test("a choice that is let go gives the focus back", async ({ page }) => {
  await openTable(page, { tfen: RIDER });
  await pin(page, "QL1").focus();
  await page.keyboard.press("Enter");
  await pin(page, "KL2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(pin(page, "KL2")).toBeFocused();
});

test("a square that goes with its board leaves the focus in the map", async ({ page }) => {
  await openTable(page, { tfen: RIDER });
  await square(page, "z1QL1").focus();
  await page.evaluate(() => {
    const entry = document.querySelector<HTMLInputElement>("#move-entry");
    if (entry) entry.value = "QL1-KL2";
    entry?.form?.requestSubmit();
  });
  await expectPly(page, 1);
  await expect(page.locator(".map .square:focus")).toHaveCount(1);
});

test("going back to the start and on to the end keeps the focus on its button", async ({ page }) => {
  await openTable(page);
  await page.locator("#move-entry").fill("b4N");
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(page.locator("#move-entry")).toBeFocused();
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  await page.keyboard.press("Enter");
  await expectPly(page, 0);
  await expect(undo).toBeFocused();
  await expect(undo).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Enter");
  await expectPly(page, 0);
  const redo = page.getByRole("button", { name: "Redo" });
  await redo.focus();
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(redo).toBeFocused();
});

test("who types against the computer types on", async ({ page }) => {
  // It never begins to think, and so cannot answer before the test has typed.
  await page.route("**/trid_engine_bg*", () => undefined);
  await openTable(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByText("The computer", { exact: true }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  const entry = page.locator("#move-entry");
  await entry.fill("b4N");
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(entry).toBeFocused();
  // Not for the computer, whose turn it is.
  await page.keyboard.type("b5N");
  await page.keyboard.press("Enter");
  await expect(entry).toBeFocused();
  await expect(entry).toHaveValue("b5N");
  await expectPly(page, 1);
});
