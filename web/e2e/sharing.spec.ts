// Records and links: every format exported and imported again, and errors for input that is not a game.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { closeDialog, expectMoves, expectPly, expectTfen, openDialog, openPage, playOpening, tfenOf } from "./gamePage";

const POSITION =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

/** Exports the game; the dialog and the downloaded file have the same text. */
async function exportAs(page: Page, format: string): Promise<string> {
  await openDialog(page, "Share");
  await page.getByRole("radio", { name: format }).check();
  const shown = page.getByLabel(`The game as ${format}`);
  await expect(shown).not.toHaveValue("");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  await expect(shown).toHaveValue(text);
  await closeDialog(page);
  return text;
}

async function importByPaste(page: Page, text: string): Promise<void> {
  await openDialog(page, "Open");
  await page.getByLabel("Or paste it here").fill(text);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
}

async function importByFile(page: Page, text: string): Promise<void> {
  await openDialog(page, "Open");
  const file = { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
  await page.getByLabel(/^File/).setInputFiles(file);
}

async function importByDrop(page: Page, text: string): Promise<void> {
  const transfer = await page.evaluateHandle((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], "game.txt", { type: "text/plain" }));
    return data;
  }, text);
  await page.dispatchEvent(".app", "drop", { dataTransfer: transfer });
}

for (const format of ["T-PGN", "JSON"]) {
  test(`a game is exported as ${format} and imported by file, paste and drop`, async ({ page, browser }) => {
    await openPage(page);
    await playOpening(page, SHORT.moves);
    const text = await exportAs(page, format);
    for (const importText of [importByFile, importByPaste, importByDrop]) {
      const context = await browser.newContext();
      const fresh = await context.newPage();
      await openPage(fresh);
      await importText(fresh, text);
      await expectPly(fresh, SHORT.moves.length);
      await expectMoves(fresh, SHORT.texts);
      await expect(fresh.locator(".result")).toHaveText("1-0");
      await context.close();
    }
  });
}

test("of a file with a bad game the others are imported, and the bad one is named with its line", async ({ page }) => {
  await openPage(page);
  await importByFile(page, "1. b4N b5N *\n\n1. Nb9N *\n\n1. c3N c6N 2. a3W *\n");
  await expectMoves(page, ["b4N", "b5N"]);
  const message = page.locator(".notice .said-error");
  await expect(message).toContainText("The other game of “game.txt” is in “My games”.");
  await expect(message).toContainText("Couldn’t read game 2 of “game.txt” (line 3).");
  await openDialog(page, "My games");
  await expect(page.getByRole("dialog")).toContainText("game.txt (2)");
});

test("an export of the original program opens with its moves", async ({ page }) => {
  const text = await readFile(join(import.meta.dirname, "../../docs/examples/older/export.json"), "utf8");
  await openPage(page);
  await importByFile(page, text);
  await expectPly(page, 21);
  await expect(page.locator(".said-error")).toHaveCount(0);
  await expect(page.locator(".moves")).toContainText("O-O-O");
});

test("a position is exported as T-FEN and imported", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 4));
  const tfen = await tfenOf(page);
  const text = await exportAs(page, "T-FEN");
  expect(text.trim()).toBe(`${tfen} revised`);
  await importByPaste(page, text);
  await expectPly(page, 0);
  await expectTfen(page, tfen);
});

test("links open the game and the position in another browser", async ({ page, browser }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 6));
  const tfen = await tfenOf(page);
  await openDialog(page, "Share");
  const game = page.getByLabel("Link to the game", { exact: true });
  await expect(game).not.toHaveValue("");
  const links = [await game.inputValue(), await page.getByLabel("Link to this position", { exact: true }).inputValue()];
  for (const [index, link] of links.entries()) {
    const context = await browser.newContext();
    const fresh = await context.newPage();
    await fresh.goto(link);
    await expectPly(fresh, index === 0 ? 6 : 0);
    await expectTfen(fresh, tfen);
    await expect.poll(() => new URL(fresh.url()).hash).toBe("#play");
    await context.close();
  }
});

test("the link is filled in when the dialog opens", async ({ page }) => {
  await page.clock.install();
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 2));
  await openDialog(page, "Share");
  await closeDialog(page);
  // The dialog opens without a link after 300 ms. Time stands still here, so a slow machine does not run into that.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>(".link-field input");
      if (!field) return;
      document.documentElement.dataset.seen = field.value;
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("navigation").getByRole("button", { name: "Share" }).click();
  await page.clock.runFor(100);
  await expect(page.locator("html")).toHaveAttribute("data-seen", /#game=[\w-]+$/);
  await page.getByText("JSON", { exact: true }).click();
  await expect(page.locator("textarea.record")).toHaveValue(/"version":3/);
});

test("a static host may serve the page from any folder and without https", async ({ page }) => {
  await page.route("http://static.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith("/sub/folder/")) return route.fulfill({ status: 404 });
    const path = join(import.meta.dirname, "../dist", pathname.replace("/sub/folder/", "") || "index.html");
    return route.fulfill({ path });
  });
  await page.goto(`http://static.test/sub/folder/?quality=low#tfen=${encodeURIComponent(POSITION)}`);
  await expectTfen(page, POSITION.replace(" revised", ""));
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 120_000 });
  await openDialog(page, "Share");
  await expect(page.getByRole("textbox", { name: "Link to the game" })).toHaveValue(
    /^http:\/\/static.test\/sub\/folder\/#/,
  );
  // The button says so for a moment only.
  const copied = page.getByRole("button", { name: "Copied" }).waitFor();
  await page.getByRole("button", { name: "Copy: Link to the game" }).click();
  await copied;
  await closeDialog(page);
  // Files that are loaded later are found too: the engine in its worker.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: /, { timeout: 60_000 });
});

test.describe("invalid input shows an error and keeps the game", () => {
  for (const [name, hash] of [
    ["a truncated link", "#game=7ZS9"],
    ["a link whose position is not T-FEN", "#tfen=hello"],
    [
      "a link to an impossible position",
      "#tfen=4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2_w_-_-_-_-_-_0_1",
    ],
  ] as const) {
    test(name, async ({ page }) => {
      await openPage(page);
      await playOpening(page, SHORT.moves.slice(0, 2));
      await page.evaluate((text) => (location.hash = text), hash);
      await expect(page.locator(".said-error")).toBeVisible();
      await expectPly(page, 2);
    });
  }

  for (const [name, text] of [
    ["text that is not a record", "once upon a time"],
    ["a game with an impossible move", '[Variant "Tri-D revised"]\n\n1. b4N Kd1W *'],
    ["JSON that is not a game", '{"version": 3}'],
    ["a record of a later version", '{"version": 99, "moves": []}'],
    ["an empty text", ""],
  ] as const) {
    test(`${name} is not imported`, async ({ page }) => {
      await openPage(page);
      await importByPaste(page, text);
      await expect(page.getByRole("alert")).toContainText(/^Couldn’t open “[^”]+”\. \S+/);
      await expectPly(page, 0);
    });
  }
});

test("a game of ordinary chess is called that once", async ({ page }) => {
  await openPage(page);
  const pgn = '[Event "Casual"]\n[White "Ada"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n';
  await importByPaste(page, `${pgn}\n${pgn}\n${pgn}`);
  const alert = page.getByRole("dialog").getByRole("alert");
  await expect(alert).toHaveText(/^This is a game of ordinary chess\. [^.]*\.$/);
  await page.getByRole("dialog").getByRole("button", { name: "Analyse" }).click();
  await expect(alert).toHaveText(/^This is a game of ordinary chess\. [^.]*\.$/);
});
