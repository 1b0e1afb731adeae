// The keyboard: the focus is never lost, even when a move removes the focused element; shortcuts of the page.
import { expect, test } from "@playwright/test";
import { expectNoDialog, expectPly, openDialog, openPage, pin, square, typeMove } from "./gamePage";

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

test("focus follows a board that is moved by keyboard", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await square(page, "z1QL1").focus();
  await page.keyboard.press("b");
  await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
  await pin(page, "KL2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "same corner" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(pin(page, "KL2")).toBeFocused();
  await expect(pin(page, "KL2")).toHaveAccessibleName(/^KL2: White’s board/);
});

test("cancelling a choice returns the focus", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").focus();
  await page.keyboard.press("Enter");
  await pin(page, "KL2").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(pin(page, "KL2")).toBeFocused();
});

test("focus stays in the map when its square moves away with the board", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await square(page, "z1QL1").focus();
  await page.evaluate(() => {
    const entry = document.querySelector<HTMLInputElement>("#move-entry");
    if (entry) entry.value = "QL1-KL2";
    entry?.form?.requestSubmit();
  });
  await expectPly(page, 1);
  await expect(page.locator(".map .square:focus")).toHaveCount(1);
});

test("undo and the next move keep the focus on their buttons", async ({ page }) => {
  await openPage(page);
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
  const redo = page.getByRole("button", { name: "Next move" });
  await redo.focus();
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(redo).toBeFocused();
});

test("the entry field keeps the focus while the computer thinks", async ({ page }) => {
  // Without its module the engine cannot answer before the test has typed.
  await page.route(/trid_engine.*\.wasm/, () => undefined);
  await openPage(page);
  await openDialog(page, "New game");
  await page.getByText("Computer", { exact: true }).click();
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
  const entry = page.locator("#move-entry");
  await entry.fill("b4N");
  await page.keyboard.press("Enter");
  await expectPly(page, 1);
  await expect(entry).toBeFocused();
  // It is the computer’s turn, so nothing is played.
  await page.keyboard.type("b5N");
  await page.keyboard.press("Enter");
  await expect(entry).toBeFocused();
  await expect(entry).toHaveValue("b5N");
  await expectPly(page, 1);
});

test.describe("shortcuts", () => {
  test("arrow keys browse the moves, unless a square has the focus", async ({ page }) => {
    await openPage(page);
    await typeMove(page, "b4N", 1);
    await typeMove(page, "b5N", 2);
    // While typing, the keys belong to the field.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("f");
    await expect(page.locator("#move-entry")).toHaveValue("f");
    await expectPly(page, 2);
    await page.getByRole("button", { name: "Flip" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expectPly(page, 1);
    await page.keyboard.press("ArrowRight");
    await expectPly(page, 2);
    await page.keyboard.press("ArrowUp");
    await expectPly(page, 0);
    await page.keyboard.press("ArrowDown");
    await expectPly(page, 2);
    await square(page, "b2W").focus();
    await page.keyboard.press("ArrowLeft");
    await expect(square(page, "a2W")).toBeFocused();
    await expectPly(page, 2);
  });

  test("F flips the boards, and View switches single keys off", async ({ page }) => {
    await openPage(page);
    const own = page.locator(".player").last();
    await page.keyboard.press("f");
    await expect(own).toHaveAttribute("data-color", "black");
    await openDialog(page, "View");
    await page.getByLabel(/^Keyboard shortcuts/).uncheck();
    await page.keyboard.press("Escape");
    await expectNoDialog(page);
    await page.keyboard.press("f");
    await square(page, "b7B").click();
    await expect(square(page, "b7B")).toHaveClass(/selected/);
    await expect(own).toHaveAttribute("data-color", "black");
    // Escape is no single-key shortcut.
    await page.getByRole("button", { name: "Flip" }).focus();
    await page.keyboard.press("Escape");
    await expect(square(page, "b7B")).not.toHaveClass(/selected/);
  });
});

test("a dialog starts with the focus on its main button or first field", async ({ page }) => {
  await openPage(page);
  const focused = page.locator("dialog :focus");
  await openDialog(page, "New game");
  await expect(focused).toHaveText("Start game");
  await page.keyboard.press("Enter");
  await expectNoDialog(page);
  await openDialog(page, "Open");
  await expect(focused).toHaveAttribute("placeholder", "T-PGN, JSON or T-FEN");
  await page.keyboard.press("Escape");
  await openDialog(page, "View");
  await expect(focused).toHaveAttribute("name", "theme");
  await page.keyboard.press("Escape");
  // Enter does not end the game by accident.
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(focused).toHaveText("Keep playing");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Draw" }).click();
  await expect(focused).toHaveText("Agree to a draw");
});
