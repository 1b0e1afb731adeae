// The analysis screen: importing, editing, saving and exporting studies, with mouse, keyboard and on a phone.
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { SHORT } from "./games";
import {
  analyseText,
  expectNoDialog,
  expectPly,
  openAddress,
  openDialog,
  openPage,
  playInMap,
  playOpening,
  square,
} from "./gamePage";

/** Nested variations, comments, glyphs and shapes, as `trid convert` writes them. */
const NESTED = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ada"]
[Black "Bob"]
[Result "1-0"]
[Variant "Tri-D revised"]
[Termination "resigned"]

{Before the first move} 1. b4N $1 {[%csl Gb4N,RQL1] Good.} (1. c4N {The other
way.} 1... b5N (1... Nb6N $6 2. a3W) 2. a3W) (1. a4N) 1... Nb6N 2. a3W 1-0

`;

function move(page: Page, text: string) {
  return page.locator(".study-move", { hasText: text });
}

function current(page: Page) {
  return page.locator(".study-tree [aria-current]");
}

async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as T-PGN" }).click();
  return readFile(await (await download).path(), "utf8");
}

/** Waits until the address names the study at a path, which is when it has been saved. */
async function expectAddress(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash).toMatch(new RegExp(`^#analysis=\\w+/${path}$`));
}

test("a file with nested variations is shown, edited, annotated, reloaded and exported", async ({ page }) => {
  await openPage(page);
  await analyseText(page, NESTED);
  await expect(page.locator(".study-tree")).toContainText("Before the first move");
  await expect(page.locator(".study-variations .study-variations")).toHaveCount(1);
  await expect(move(page, "a3W")).toHaveCount(3);
  expect(await exported(page)).toBe(NESTED);

  await move(page, "a4N").click();
  await playInMap(page, "b7Bb5N");
  await expect(current(page)).toHaveText("b5N");
  await page.getByRole("button", { name: "Blunder" }).click();
  await page.getByLabel("Comment on b5N").fill("Why not?");
  await page.getByRole("button", { name: "More…" }).click();
  await page.getByRole("menuitem", { name: "Make main line" }).click();
  await expect(page.locator(".study-row").first()).toContainText("a4N");
  await page.getByLabel("Name of this analysis").fill("My study");
  await expectAddress(page, "2");
  await page.reload();
  await expect(current(page)).toHaveText("b5N??");
  await expect(page.getByLabel("Name of this analysis")).toHaveValue("My study");
  // Lines are wrapped at 80 columns.
  const record = (await exported(page)).replace(/\s+/g, " ");
  expect(record).toContain("1. a4N (1. b4N $1");
  expect(record).toContain("1... b5N $4 {Why not?}");

  // It is listed, and can be deleted.
  await openDialog(page, "My games");
  await page.getByRole("button", { name: "Delete My study" }).click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "My games" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^My study/ })).toHaveCount(0);
});

test("Export all restores studies with everything in them, beside the games", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 1));
  await analyseText(page, NESTED);
  await move(page, "a4N").click();
  await page.getByLabel("Name of this analysis").fill("My study");
  await expectAddress(page, "0-2-0");
  await openDialog(page, "My games");
  await expect(page.getByRole("button", { name: /^My study/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all as T-PGN" }).click();
  const buffer = await readFile(await (await download).path());
  const file = { name: "all.tpgn", mimeType: "text/plain", buffer };

  await page.evaluate(async () => {
    localStorage.clear();
    await new Promise((resolve) => (indexedDB.deleteDatabase("trid").onsuccess = resolve));
  });
  await openPage(page);
  await openDialog(page, "Open");
  await page.getByLabel(/^File/).setInputFiles(file);
  await expectPly(page, 1);
  await expect(page.locator(".said-text")).toContainText("An analysis is in My games.");
  await openDialog(page, "My games");
  await page.getByRole("button", { name: /^My study/ }).click();
  await expect(current(page)).toHaveText("1.a4N");
  expect(await exported(page)).toBe(NESTED);

  // A second time it is here already.
  await openDialog(page, "Open");
  await page.getByLabel(/^File/).setInputFiles(file);
  await expectNoDialog(page);
  await openDialog(page, "My games");
  await expect(page.getByRole("button", { name: /^My study/ })).toHaveCount(1);
});

test("analysing a game leaves it as it was, and finds its study again", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 3));
  await page.getByRole("button", { name: "Analyse", exact: true }).last().click();
  await expect(current(page)).toHaveText("b4W");
  await move(page, "d5N").click();
  await playInMap(page, "a2Wa3W");
  await expect(page.locator(".study-variations")).toContainText("a3W");
  await expectAddress(page, "2-1-0");
  const address = page.url();
  await openPage(page);
  await expectPly(page, 3);
  await page.getByRole("button", { name: "Analyse", exact: true }).last().click();
  await expect(page.locator(".study-variations")).toContainText("a3W");
  expect(page.url().split("/").slice(0, -1)).toEqual(address.split("/").slice(0, -1));
});

test("a study that was only opened is exported as T-PGN from the list", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 3));
  await page.getByRole("button", { name: "Analyse", exact: true }).last().click();
  await expect(current(page)).toHaveText("b4W");
  await openDialog(page, "My games");
  const row = page.locator(".game", { has: page.getByRole("button", { name: /Analysis/ }) });
  const download = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Export .* as T-PGN$/ }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toMatch(/^% trid\.study \{.*\}\n\[Event /);
  expect(text).toContain('[Variant "Tri-D revised"]');
});

test("a link opens the study at its node in another browser", async ({ page, browser }) => {
  await page.addInitScript(() => {
    const writeText = (text: string): Promise<void> => {
      document.documentElement.dataset.copied = text;
      return Promise.resolve();
    };
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  await openPage(page);
  await analyseText(page, NESTED);
  await move(page, "Nb6N").first().click();
  await page.getByRole("button", { name: "Copy a link to this position" }).click();
  await expect(page.locator(".said-note")).toContainText("Link copied");
  const link = (await page.locator("html").getAttribute("data-copied")) ?? "";
  const context = await browser.newContext();
  const other = await context.newPage();
  await openAddress(other, link);
  await expect(current(other)).toHaveText("1…Nb6N?!");
  await context.close();
});

test("a file that breaks opens what comes before, and keeps a bad variation as text", async ({ page }) => {
  await openPage(page);
  await analyseText(page, '1. b4N (1. c4N Qz9 {lost?}) Nb6N *\n\n[White "A"]\n\n1. b4N Kz9 *\n');
  await expect(page.locator(".study-unread")).toContainText("Qz9 {lost?}");
  const message = page.locator(".said-text");
  await expect(message).toContainText("game 2");
  await expect(message).toContainText("(line 5)");
  await expect(message).toContainText("A variation of “Pasted game” has an illegal move (line 1)");
  await expect(move(page, "Nb6N")).toHaveCount(1);
});

test("the keyboard walks, annotates, promotes and deletes", async ({ page }) => {
  await openPage(page);
  await analyseText(page, NESTED);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(current(page)).toHaveText("1.c4N");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(current(page)).toHaveText("1.a4N");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(current(page)).toHaveText("b4N!");
  await page.keyboard.press("End");
  await expect(current(page)).toHaveText("a3W");
  await page.keyboard.press("3");
  await expect(current(page)).toHaveText("a3W!!");
  await page.keyboard.press("c");
  await page.keyboard.type("From the keyboard 1?");
  await page.keyboard.press("Escape");
  await expect(page.locator(".study-tree")).toContainText("From the keyboard 1?");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("m");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(current(page)).toHaveText("b4N!");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Enter a variation");
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
});

test("a variation collapses, and other orders of moves are linked", async ({ page }) => {
  await openPage(page);
  await analyseText(page, "1. a3W Nb6N 2. d3W (2. c4N) (2. b4N d5N) *\n");
  await page.getByRole("button", { name: "Start position" }).click();
  for (const text of ["d3W", "Nb6N", "a3W"]) {
    await page.getByLabel("Type a move").fill(text);
    await page.getByLabel("Type a move").press("Enter");
    await expect(current(page)).toContainText(text);
  }
  await page.getByRole("button", { name: "Same position as after 2. d3W" }).click();
  await expect(current(page)).toHaveText("d3W");
  await move(page, "d5N").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Collapse variation" }).click();
  await expect(move(page, "d5N")).toHaveCount(0);
  // It stays collapsed.
  await expectAddress(page, "2-2-0");
  await page.reload();
  await expect(current(page)).toContainText("b4N");
  await expect(move(page, "d5N")).toHaveCount(0);
  await page.getByRole("button", { name: "Show 1 move after b4N" }).click();
  await expect(move(page, "d5N")).toHaveCount(1);
});

test("a change in the moment before the page is closed is stored", async ({ page }) => {
  await openPage(page);
  await analyseText(page, "1. a3W Nb6N *\n");
  await move(page, "a3W").click();
  await expectAddress(page, "1");
  for (const name of ["First", "Second", "Third"]) {
    const loaded = page.waitForEvent("load");
    await page.getByLabel("Name of this analysis").evaluate((field: HTMLInputElement, text) => {
      setTimeout(() => {
        field.value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
        location.reload();
        // The new page arrives while this one is busy, so its timers have no turn before it closes.
        for (const start = performance.now(); performance.now() < start + 500;);
      });
    }, name);
    await loaded;
    await expect(page.getByLabel("Name of this analysis")).toHaveValue(name);
  }
});

test("two tabs with one study never overwrite each other's work", async ({ page, context }) => {
  await openPage(page);
  await analyseText(page, "1. a3W Nb6N *\n");
  await move(page, "a3W").click();
  await expectAddress(page, "1");
  const other = await context.newPage();
  await openAddress(other, page.url());
  await expect(current(other)).toHaveText("a3W");

  // A tab without changes of its own follows the other one.
  await playInMap(other, "b7Bb6B");
  await expect(other.locator(".study-variations")).toContainText("b6B");
  await expect(page.locator(".study-variations")).toContainText("b6B");
  await expect(page.locator(".said-note")).toContainText("changed in another tab");
  await expect(current(page)).toHaveText("a3W");

  // A step in it does not bring the earlier version back.
  await page.getByRole("button", { name: "Start position" }).click();
  await expectAddress(page, "0");
  await expect(other.locator(".study-variations")).toContainText("b6B");

  // Changes that meet another version, which this tab has not heard of, become a copy.
  await other.evaluate(async () => {
    const open = indexedDB.open("trid");
    await new Promise((resolve) => (open.onsuccess = resolve));
    const studies = open.result.transaction("studies", "readwrite").objectStore("studies");
    const all = studies.getAll() as IDBRequest<{ id: string; record: string }[]>;
    await new Promise((resolve) => (all.onsuccess = resolve));
    for (const study of all.result) studies.put({ ...study, record: "1. d3W *" }, study.id);
    open.result.close();
  });
  await page.getByLabel("Comment on the start position").fill("Mine");
  await expect(page.locator(".said-note")).toContainText("Your changes are in “Pasted game (copy)”");
  await expect(page.getByLabel("Name of this analysis")).toHaveValue("Pasted game (copy)");
  await expect(page.locator(".study-tree")).toContainText("Mine");
  await expect(page.locator(".study-variations")).toContainText("b6B");
  await openDialog(page, "My games");
  await page.getByRole("button", { name: /^Pasted game Analysis/ }).click();
  await expect(move(page, "d3W")).toHaveCount(1);
  await expect(page.locator(".study-tree")).not.toContainText("Mine");
});

test("an empty board is played by either rule book", async ({ page }) => {
  await openAddress(page, "./?view=map#analysis");
  const rules = page.getByRole("group", { name: "Rules of this board" });
  await expect(rules.getByRole("button", { name: "Revised rules" })).toHaveAttribute("aria-pressed", "true");
  await rules.getByRole("button", { name: "Meder’s rules" }).click();
  await expect(rules.getByRole("button", { name: "Meder’s rules" })).toHaveAttribute("aria-pressed", "true");
  await expectAccessible(page);
  await playInMap(page, "b2Wb4N");
  await expect(current(page)).toHaveText("b4N");
  await expect(rules).toHaveCount(0);
  expect(await exported(page)).toContain('[Variant "Tri-D meder"]');
});

test("a full storage is reported at once, and the work goes on", async ({ page }) => {
  await openAddress(page, "./?view=map#analysis");
  await expect(page.getByText("Make a move on the boards")).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await playInMap(page, "b2Wb4N");
  await expect(page.locator(".said-error")).toContainText("Export the analysis to keep it");
  expect(await exported(page)).toContain("1. b4N *");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the parts are tabs and the boards stay visible", async ({ page }) => {
    await openAddress(page, "./?view=map#analysis");
    await playInMap(page, "b2Wb4N");
    await expect(current(page)).toHaveText("b4N");
    await page.getByRole("button", { name: "Engine", exact: true }).click();
    await expect(page.locator(".study-tree")).toBeHidden();
    await page.getByRole("button", { name: "Moves", exact: true }).click();
    await expect(page.locator(".study-tree")).toBeVisible();
    await page.locator(".study-tree").scrollIntoViewIfNeeded();
    await expect(page.locator(".map")).toBeInViewport();
    await expectAccessible(page);
  });
});

test("axe finds nothing serious", async ({ page }) => {
  await openPage(page);
  await analyseText(page, NESTED);
  await move(page, "a4N").click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "More…" }).click();
  await expectAccessible(page);
});

test("an empty board starts with White below", async ({ page }) => {
  await openPage(page);
  await page.getByRole("button", { name: "Flip" }).click();
  await page.getByRole("navigation").getByRole("button", { name: "Analyse" }).click();
  await expect(page.getByRole("region", { name: "Moves and variations" })).toBeVisible();
  const rank = async (name: string) => (await square(page, name).boundingBox())?.y ?? 0;
  expect(await rank("a1W")).toBeGreaterThan(await rank("a4W"));
});
