// Games in the browser's storage: reloads, kept games, several tabs, and storage that is broken, full or denied.
import { expect, test } from "@playwright/test";
import { SHORT } from "./games";
import { expectMoves, expectNoDialog, expectPly, expectTfen } from "./gamePage";
import { openDialog, openPage, playInMap, playOpening, storedItems, storeItems, tfenOf } from "./gamePage";

test("the current game survives a reload and opens in a new tab", async ({ page, context }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 4));
  const tfen = await tfenOf(page);
  await openPage(page);
  await expectTfen(page, tfen);
  await expectMoves(page, SHORT.texts.slice(0, 4));
  const other = await context.newPage();
  await openPage(other);
  await expectTfen(other, tfen);
  await playInMap(other, SHORT.moves[4] ?? "");
  await expectPly(page, 5);
});

test("undo, redo, jump, and a move that replaces the moves after it", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 5));
  await page.getByRole("button", { name: "Undo" }).click();
  await expectPly(page, 4);
  await page.getByRole("button", { name: "Next move" }).click();
  await expectPly(page, 5);
  await page.getByRole("button", { name: "Go to the start" }).click();
  await expectPly(page, 0);
  await page.getByRole("button", { name: SHORT.texts[1] ?? "", exact: true }).click();
  await expectPly(page, 2);
  await expect(page.locator(".moves-note")).toContainText("replaces what follows");
  await playInMap(page, "a2Wa3W");
  await expectPly(page, 3);
  await expectMoves(page, [...SHORT.texts.slice(0, 2), "a3W"]);
});

test("every game is kept without a question, and is reopened, renamed and deleted", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 3));
  await openDialog(page, "New game");
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
  await expectPly(page, 0);
  await expect(page.locator(".said-note")).toContainText("is in My games");

  await openDialog(page, "My games");
  await expect(page.locator(".game-open")).toHaveCount(2);
  await page.getByRole("button", { name: /^Game of .*2 moves/ }).click();
  await expectPly(page, 3);

  await openDialog(page, "My games");
  // The new game without a move is gone.
  await expect(page.locator(".game-open")).toHaveCount(1);
  await page.getByRole("button", { name: /^Rename Game of/ }).click();
  await page.getByLabel("New name").fill("The Gambit");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("button", { name: "Delete The Gambit" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "My games" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^The Gambit/ })).toHaveCount(0);
});

test("opening a link keeps the current game", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 3));
  const link = "#tfen=4/4/4/3K|4/4/4/4|P3/4/3k/4|QL1w:2/2,QL2b:2/2,KL2b:2/2,QL6w:2/2_w_-_-_-_-_-_0_40_revised";
  await page.evaluate((hash) => (location.hash = hash), link);
  await expectPly(page, 0);
  await openDialog(page, "My games");
  await expect(page.locator(".game-open", { hasText: "2 moves" })).toHaveCount(1);
});

test("a browser that denies storage still plays, and says that nothing is saved", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "indexedDB"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 1));
  await expect(page.locator(".said-error")).toContainText("isn’t being saved");
});

test("full storage loses no saved game, and the page says what is not saved", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 1));
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await playInMap(page, SHORT.moves[1] ?? "");
  await expectPly(page, 2);
  await expect(page.locator(".said-error")).toContainText("isn’t being saved");
  await openDialog(page, "My games");
  await expect(page.getByRole("dialog")).toContainText("isn’t being saved");
  await page.reload();
  await expectPly(page, 1);
});

test("a browser without a database keeps games in its small storage, and says so", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 2));
  await page.reload();
  await expectPly(page, 2);
  await openDialog(page, "My games");
  await expect(page.getByRole("dialog")).toContainText("only room for a few games");
});

test("two tabs show the same game", async ({ page, context }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 1));
  const other = await context.newPage();
  await openPage(other);
  await expectPly(other, 1);
  await playInMap(other, SHORT.moves[1] ?? "");
  await expectPly(page, 2);
  await playInMap(page, SHORT.moves[2] ?? "");
  await expectPly(other, 3);
});

test("a broken saved game harms neither the other games nor what it holds", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 3));
  const good = Object.entries(await storedItems(page)).find(([key]) => key.startsWith("trid.game."))?.[1] ?? "";
  await storeItems(page, {
    "trid.game.torn": good.slice(0, 40),
    "trid.game.empty": "{}",
    "trid.current": "torn",
  });
  await openPage(page);
  await expect(page.locator(".said-error")).toContainText("Couldn’t read your last game");
  await expectPly(page, 0);
  await playInMap(page, "a2Wa3W");
  await expectPly(page, 1);
  await openDialog(page, "My games");
  await expect(page.locator(".game.broken")).toHaveCount(2);
  await page.getByRole("button", { name: /^Game of .*2 moves/ }).click();
  await expectPly(page, 3);
  expect((await storedItems(page))["trid.game.torn"]).toHaveLength(40);
});
