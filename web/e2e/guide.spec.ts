// The guide: search, rule books, a diagram to play on, and the way there from Help and from an illegal move.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import {
  expectCached,
  expectPly,
  expectTfen,
  openAddress,
  openDialog,
  openPage,
  pin,
  square,
  tfenOf,
} from "./gamePage";
import { sceneInput, sceneReady } from "./scenePage";

async function openGuide(page: Page, section = ""): Promise<void> {
  await openAddress(page, `./?view=map#guide${section && `=${section}`}`);
  await expect(page.getByRole("heading", { name: "How to play Tri-D" })).toBeVisible();
}

test("search finds headings and text, by keyboard, and leads to the paragraph", async ({ page }) => {
  await openGuide(page);
  await page.keyboard.press("/");
  const search = page.getByRole("textbox", { name: "Search the guide" });
  await expect(search).toBeFocused();
  await search.fill("shaft");
  const hits = page.locator(".guide-hits a");
  await expect(hits.first()).toContainText("The shaft");
  await expect(page.getByRole("search")).toContainText(/\d+ results/);
  await expect(page.locator(".guide-text mark").first()).toHaveText(/shaft/i);
  await search.press("Enter");
  await expect(page).toHaveURL(/#guide=the-shaft$/);
  await expect(page.getByRole("heading", { name: "The shaft" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "The shaft" })).toBeInViewport();
  await search.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(hits.nth(1)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");
  await expect(hits).toHaveCount(0);
  await search.fill("hyperspace");
  await expect(page.getByRole("search")).toContainText("Nothing found");
});

test("one rule book alone leaves out the lines of the other", async ({ page }) => {
  await openGuide(page);
  const meder = page.locator('.guide-text [data-book="meder"]');
  const revised = page.locator('.guide-text [data-book="revised"]');
  await expect(meder).not.toHaveCount(0);
  await page.getByRole("group", { name: "Rule book" }).getByRole("button", { name: "Revised" }).click();
  await expect(meder.filter({ visible: true })).toHaveCount(0);
  await expect(revised.filter({ visible: true })).not.toHaveCount(0);
});

test("diagrams are maps with the marks of the game: a ring takes, a cross is not allowed", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openGuide(page, "columns");
  const rook = page.getByRole("img", { name: /^A rook on b2W/ });
  await rook.scrollIntoViewIfNeeded();
  await expect(rook.locator('[data-square="b2W"]')).toHaveClass(/selected/);
  await expect(rook.locator('[data-square="b5N"]')).toHaveClass(/captures/);
  await expect(rook.locator('[data-square="b5B"]')).toHaveClass(/target/);
  // Upright: every board is one above the other, and a file's name can be read.
  const [low, high] = await Promise.all(
    ["b2W", "b7B"].map((name) => rook.locator(`[data-square="${name}"]`).boundingBox()),
  );
  expect([low?.x, (low?.y ?? 0) > (high?.y ?? 0)]).toEqual([high?.x, true]);
  expect(low?.width).toBeGreaterThanOrEqual(30);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const gap = page.getByRole("img", { name: /^A rook on z1QL1/ });
  await gap.scrollIntoViewIfNeeded();
  await expect(gap.locator('.overlay-sign.cross[data-at="z8QL6"]')).toBeVisible();
  await expect(gap.locator(".overlay-sign.cross").first()).toHaveCSS("stroke", await inkOf(page));
});

/** The colour of text, which no capture has. */
function inkOf(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).color);
}

test("a diagram opens as a board, by either rule book, and back leads to its paragraph", async ({ page }) => {
  await openPage(page);
  const game = await tfenOf(page);
  await openGuide(page);
  await page.getByRole("link", { name: /^Play on this position: A rook on z1QL1/ }).click();
  await expect(square(page, "z1QL1")).toHaveClass(/selected/);
  await expect(square(page, "d1W")).toHaveClass(/target/);
  await expect(square(page, "z8QL6")).not.toHaveClass(/target/);
  await page.getByRole("group", { name: "Rule book" }).getByRole("button", { name: "Meder" }).click();
  await expect(square(page, "z8QL6")).toHaveClass(/target/);
  await square(page, "z8QL6").click();
  await expectPly(page, 1);
  await page.getByRole("button", { name: "Reset" }).click();
  await expectPly(page, 0);
  await page.getByRole("link", { name: "Back to the guide" }).click();
  await expect(page.getByRole("img", { name: /^A rook on z1QL1/ })).toBeInViewport();
  // The game is as it was.
  await page.evaluate(() => (location.hash = "#play"));
  await expect(page.locator(".app")).toHaveAttribute("data-tfen", game);
});

test("a diagram is played on in the set", async ({ page }) => {
  await openAddress(page, "./?view=both&quality=low#guide=play/knight");
  await expect(square(page, "b4N")).toHaveClass(/selected/);
  await sceneReady(page);
  await sceneInput(page).square("d5N");
  await expectPly(page, 1);
});

test("a diagram is analysed with the moves that were tried on it", async ({ page }) => {
  await openAddress(page, "./?view=map#guide=play/knight");
  await expect(square(page, "b4N")).toHaveClass(/selected/);
  await square(page, "d5N").click();
  await expectPly(page, 1);
  const shown = await tfenOf(page);
  await page.locator(".guide-board").getByRole("button", { name: "Analyse" }).click();
  await expect(page).toHaveURL(/#analysis=/);
  await expect(page.getByLabel("Name of this analysis")).toHaveValue("Diagram of the guide");
  await expect(page.locator(".study-tree [aria-current]")).toHaveText("Nd5N");
  await expectTfen(page, shown);
  await page.keyboard.press("ArrowLeft");
  await expect(square(page, "b4N")).toHaveAccessibleName(/white knight/);
  // The address of another node is written when the study has been saved.
  await expect(page).toHaveURL(/#analysis=\w+\/0$/);
  await page.reload();
  await expect(page.locator(".study-move")).toHaveText(["Nd5N"]);
});

test("“Why?” shows the rule beside the game, and leads back to it", async ({ page }) => {
  await openPage(page);
  await pin(page, "QL1").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_TOO_MANY_RIDERS");
  await page.getByRole("button", { name: "Why?" }).click();
  const rule = page.getByRole("dialog", { name: "Moving a board" });
  await expect(rule).toContainText("You control it.");
  // The boards stay in view.
  const [{ x: edge = 0 }, board] = [(await rule.boundingBox()) ?? {}, await square(page, "d4W").boundingBox()];
  expect((board?.x ?? 0) + (board?.width ?? 0)).toBeLessThan(edge);
  await expect(rule.getByRole("button", { name: "Back to the boards" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator(".said-error")).toBeVisible();
  await expectPly(page, 0);
});

test("“Why?” of a frozen pawn shows the paragraph on frozen pawns", async ({ page }) => {
  await openPage(page, {
    tfen: "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20 revised",
  });
  // Its mark is explained while it is selected.
  await square(page, "z1QL1").click();
  await page.getByRole("button", { name: "Why?" }).click();
  await expect(page.getByRole("dialog")).toContainText("frozen");
});

test("Help sums the rules up and links to the guide", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "Help");
  await expect(page.getByRole("dialog")).toContainText("A board that carries a piece can’t move backward.");
  await page.getByRole("dialog").getByRole("link", { name: "Promotion" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Promotion" })).toBeInViewport();
});

test("Help leads to the licenses of the software in the page", async ({ page, context }) => {
  await openPage(page);
  await openDialog(page, "Help");
  const opened = context.waitForEvent("page");
  await page.getByRole("dialog").getByRole("link", { name: "Licenses" }).click();
  await expect((await opened).locator("body")).toContainText("SQLite, in libsqlite3-sys (public domain)");
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });
  test("the guide and its diagrams open", async ({ page, context }) => {
    await openPage(page);
    await expectCached(page);
    await context.setOffline(true);
    await openGuide(page, "castling");
    await page.getByRole("link", { name: /^Play on this position: King on d0KL1/ }).click();
    await expect(square(page, "d0KL1")).toBeVisible();
  });
});

for (const [theme, width] of [
  ["light", 1440],
  ["dark", 390],
] as const) {
  test(`axe finds nothing serious in the guide and on a diagram, ${theme}, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await openAddress(page, `./?view=map&theme=${theme}#guide`);
    await page.getByRole("textbox", { name: "Search the guide" }).fill("board");
    await expect(page.locator(".guide-hits a")).not.toHaveCount(0);
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole("link", { name: /^Play on this position: A knight on b4N/ }).click();
    await expect(square(page, "b4N")).toHaveClass(/selected/);
    await expectAccessible(page);
  });
}

test("on a phone every table fits the screen, and pictures are large", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openGuide(page);
  const tables = page.locator(".guide-table");
  const cut = await tables.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.getAttribute("aria-label")),
  );
  expect(cut).toEqual([]);
  const castling = tables.filter({ has: page.getByRole("img", { name: /before castling/ }) });
  const widths = await castling
    .getByRole("img")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
  expect(widths).toHaveLength(2);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(300);
  await expect(castling.getByRole("columnheader")).toHaveText(["before", "after O-O, short, in both"]);
});
