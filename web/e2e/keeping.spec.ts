// What is kept: reload, my games, every form out and in again, links, and whatever is broken.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { expectPly, listedMoves, mapHand, openTable, playBy, tfenOf } from "./table";

const POSITION =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

async function playSome(page: Page, count: number): Promise<void> {
  for (const [index, move] of SHORT.moves.slice(0, count).entries()) {
    await playBy(page, mapHand(page), move);
    await expectPly(page, index + 1);
  }
}

async function header(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name }).click();
}

/** The record in a form, as the dialog shows it and as its file holds it. */
async function exported(page: Page, form: string): Promise<string> {
  await header(page, "Share");
  await page.getByRole("radio", { name: form }).check();
  const shown = page.getByLabel(`The record as ${form}`);
  await expect(shown).not.toHaveValue("");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text).toBe(await shown.inputValue());
  await page.keyboard.press("Escape");
  return text;
}

test("the game under way survives a reload and a new tab", async ({ page, context }) => {
  await openTable(page);
  await playSome(page, 4);
  const tfen = await tfenOf(page);
  await openTable(page);
  expect(await tfenOf(page)).toBe(tfen);
  expect(await listedMoves(page)).toEqual(SHORT.texts.slice(0, 4));
  const other = await context.newPage();
  await openTable(other);
  expect(await tfenOf(other)).toBe(tfen);
  await playBy(other, mapHand(other), SHORT.moves[4] ?? "");
  await expectPly(page, 5);
});

test("undo, redo, jump, and a move that replaces what follows", async ({ page }) => {
  await openTable(page);
  await playSome(page, 5);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectPly(page, 4);
  await page.getByRole("button", { name: "Redo" }).click();
  await expectPly(page, 5);
  await page.getByRole("button", { name: "To the start" }).click();
  await expectPly(page, 0);
  await page.getByRole("button", { name: SHORT.texts[1] ?? "", exact: true }).click();
  await expectPly(page, 2);
  await expect(page.locator(".moves-note")).toContainText("replaces what follows");
  await playBy(page, mapHand(page), "a2Wa3W");
  await expectPly(page, 3);
  expect(await listedMoves(page)).toEqual([...SHORT.texts.slice(0, 2), "a3W"]);
});

test("a game is saved, named, put away, opened again, renamed and deleted", async ({ page }) => {
  await openTable(page);
  await playSome(page, 3);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByLabel("Name").fill("The Evans");
  await page.getByRole("button", { name: "Keep", exact: true }).click();
  await header(page, "New game");
  await page.getByRole("button", { name: "Start the game" }).click();
  await expectPly(page, 0);

  await header(page, "My games");
  await page.getByRole("button", { name: /^The Evans/ }).click();
  await expectPly(page, 3);

  await header(page, "My games");
  await page.getByRole("button", { name: "Rename The Evans" }).click();
  await page.getByLabel("New name").fill("The Gambit");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await page.getByRole("button", { name: "Delete The Gambit" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("button", { name: /^The Gambit/ })).toHaveCount(0);
});

test("a new game asks first while one is under way", async ({ page }) => {
  await openTable(page);
  await playSome(page, 2);
  await header(page, "New game");
  await page.getByRole("button", { name: "Start the game" }).click();
  const question = page.getByRole("dialog", { name: "A game is under way" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expectPly(page, 2);
  await header(page, "New game");
  await page.getByRole("button", { name: "Start the game" }).click();
  await question.getByRole("button", { name: "Keep it and go on" }).click();
  await expectPly(page, 0);
  await header(page, "My games");
  await expect(page.locator(".game-open")).toHaveCount(2);
});

for (const form of ["T-PGN", "JSON"]) {
  test(`a game goes out as ${form} and comes in again by file, by paste and by drop`, async ({ page, browser }) => {
    await openTable(page);
    await playSome(page, SHORT.moves.length);
    const text = await exported(page, form);

    for (const way of ["file", "paste", "drop"] as const) {
      const fresh = await (await browser.newContext()).newPage();
      await openTable(fresh);
      if (way === "drop") {
        const transfer = await fresh.evaluateHandle((content) => {
          const data = new DataTransfer();
          data.items.add(new File([content], "game.txt", { type: "text/plain" }));
          return data;
        }, text);
        await fresh.dispatchEvent(".app", "drop", { dataTransfer: transfer });
      } else {
        await header(fresh, "Open");
        if (way === "file") {
          const file = { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(text) };
          await fresh.getByLabel(/A file/).setInputFiles(file);
        } else {
          await fresh.getByLabel("Or paste it here").fill(text);
          await fresh.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
        }
      }
      await expectPly(fresh, SHORT.moves.length);
      expect(await listedMoves(fresh)).toEqual(SHORT.texts);
      await expect(fresh.locator(".result")).toHaveText("1-0");
      await fresh.context().close();
    }
  });
}

test("a position goes out as T-FEN and comes in again", async ({ page }) => {
  await openTable(page);
  await playSome(page, 4);
  const tfen = await tfenOf(page);
  const text = await exported(page, "T-FEN");
  expect(text.trim()).toBe(`${tfen} revised`);
  await header(page, "Open");
  await page.getByLabel("Or paste it here").fill(text);
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expectPly(page, 0);
  expect(await tfenOf(page)).toBe(tfen);
});

test("links open the game and the position anywhere", async ({ page, browser }) => {
  await openTable(page);
  await playSome(page, 6);
  const tfen = await tfenOf(page);
  await header(page, "Share");
  const game = page.getByLabel("Link to the game", { exact: true });
  await expect(game).not.toHaveValue("");
  const links = [await game.inputValue(), await page.getByLabel("Link to this position", { exact: true }).inputValue()];
  for (const [index, link] of links.entries()) {
    const fresh = await (await browser.newContext()).newPage();
    await fresh.goto(link);
    await expectPly(fresh, index === 0 ? 6 : 0);
    expect(await tfenOf(fresh)).toBe(tfen);
    expect(new URL(fresh.url()).hash).toBe("");
    await fresh.context().close();
  }
});

test("the links are there when the dialog opens", async ({ page }) => {
  await openTable(page);
  await playSome(page, 2);
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>(".link-field input");
      if (!field) return;
      document.documentElement.dataset.seen = field.value;
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await header(page, "Share");
  await expect(page.locator("html")).toHaveAttribute("data-seen", /#game=[\w-]+$/);
  await page.getByText("JSON", { exact: true }).click();
  await expect(page.locator("textarea.record")).toHaveValue(/"version":3/);
});

test("a link keeps the game that was under way", async ({ page }) => {
  await openTable(page);
  await playSome(page, 3);
  const link = "#tfen=4/4/4/3K|4/4/4/4|P3/4/3k/4|QL1w:2/2,QL2b:2/2,KL2b:2/2,QL6w:2/2_w_-_-_-_-_-_0_40_revised";
  await page.evaluate((hash) => (location.hash = hash), link);
  await expectPly(page, 0);
  await header(page, "My games");
  await expect(page.locator(".game-open", { hasText: "2 moves" })).toHaveCount(1);
});

test("a browser that keeps nothing still plays, and says so", async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  await openTable(page);
  await playSome(page, 1);
  await expect(page.locator(".said-error")).toContainText("not being kept");
});

test("a full storage loses nothing that was kept, and says what it does not keep", async ({ page }) => {
  await openTable(page);
  await playSome(page, 1);
  await page.evaluate(() => {
    for (let text = "x".repeat(2 ** 20), count = 0; text !== ""; count++) {
      try {
        localStorage.setItem(`filler${count}`, text);
      } catch {
        text = text.slice(0, Math.floor(text.length / 2));
      }
    }
  });
  await page.reload();
  await expectPly(page, 1);
  await playBy(page, mapHand(page), SHORT.moves[1] ?? "");
  await expectPly(page, 2);
  await expect(page.locator(".said-error")).toContainText("not being kept");
  await header(page, "My games");
  await expect(page.getByRole("dialog")).toContainText("is not being kept");
});

test("two tabs of one game agree", async ({ page, context }) => {
  await openTable(page);
  await playSome(page, 1);
  const other = await context.newPage();
  await openTable(other);
  await expectPly(other, 1);
  await playBy(other, mapHand(other), SHORT.moves[1] ?? "");
  await expectPly(page, 2);
  await playBy(page, mapHand(page), SHORT.moves[2] ?? "");
  await expectPly(other, 3);
});

test("a host may keep the page in any folder, and serve it without https", async ({ page }) => {
  await page.route("http://static.test/**", (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith("/sub/folder/")) return route.fulfill({ status: 404 });
    const path = join(import.meta.dirname, "../dist", pathname.replace("/sub/folder/", "") || "index.html");
    return route.fulfill({ path });
  });
  await page.goto(`http://static.test/sub/folder/?quality=low#tfen=${encodeURIComponent(POSITION)}`);
  await expect(page.locator(".app")).toHaveAttribute("data-tfen", POSITION.replace(" revised", ""));
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
  await header(page, "Share");
  await expect(page.getByRole("textbox", { name: "Link to the game" })).toHaveValue(
    /^http:\/\/static.test\/sub\/folder\/#/,
  );
  await page.getByRole("button", { name: "Copy: Link to the game" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  // What comes later is found there too: the engine in its worker.
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".said-note")).toContainText(/^Hint: /, { timeout: 30_000 });
});

test.describe("broken things are said and harm nothing", () => {
  for (const [name, hash] of [
    ["a link that is cut short", "#game=7ZS9"],
    ["a link to no position", "#tfen=hello"],
    [
      "a link to an impossible position",
      "#tfen=4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2_w_-_-_-_-_-_0_1",
    ],
  ] as const) {
    test(name, async ({ page }) => {
      await openTable(page);
      await playSome(page, 2);
      await page.evaluate((text) => (location.hash = text), hash);
      await expect(page.locator(".said-error")).toBeVisible();
      await expectPly(page, 2);
    });
  }

  for (const [name, text] of [
    ["no record at all", "once upon a time"],
    ["a game with an impossible move", '[Variant "Tri-D revised"]\n\n1. b4N Kd1W *'],
    ["JSON that is no game", '{"version": 3}'],
    ["a version from the future", '{"version": 99, "moves": []}'],
    ["nothing", ""],
  ] as const) {
    test(`a file with ${name}`, async ({ page }) => {
      await openTable(page);
      await header(page, "Open");
      await page.getByLabel("Or paste it here").fill(text);
      await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
      await expect(page.getByRole("alert")).toContainText(/could not be opened: \S+/);
      await expectPly(page, 0);
    });
  }

  test("stored games: the rest of the list still opens, nothing is overwritten", async ({ page }) => {
    await openTable(page);
    await playSome(page, 3);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.evaluate(() => {
      const good = Object.keys(localStorage).find((key) => key.startsWith("trid.game.")) ?? "";
      localStorage.setItem("trid.game.torn", (localStorage.getItem(good) ?? "").slice(0, 40));
      localStorage.setItem("trid.game.empty", "{}");
      localStorage.setItem("trid.current", "torn");
    });
    await openTable(page);
    await expect(page.locator(".said-error")).toContainText("cannot be read");
    await expectPly(page, 0);
    await playBy(page, mapHand(page), "a2Wa3W");
    await expectPly(page, 1);
    await header(page, "My games");
    await expect(page.locator(".game.broken")).toHaveCount(2);
    await page.getByRole("button", { name: /^Game of .*2 moves/ }).click();
    await page.getByRole("button", { name: "Discard it" }).click();
    await expectPly(page, 3);
    const torn = await page.evaluate(() => localStorage.getItem("trid.game.torn"));
    expect(torn).toHaveLength(40);
  });
});
