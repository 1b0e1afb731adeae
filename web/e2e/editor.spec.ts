// The position editor: setting up a position in both views, positions that are not possible, and what follows.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { expectPly, openAddress, openPage, pin, square, tfenOf } from "./gamePage";

const ENDGAME = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/1R,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

async function openEditor(page: Page, tfen: string | null = null): Promise<void> {
  const value = tfen === null ? "" : `=${encodeURIComponent(tfen)}`;
  await openAddress(page, `./?view=map#editor${value}`);
  await expect(page.getByRole("heading", { name: "Position editor" })).toBeVisible();
  await expect(page.getByLabel("Position as T-FEN")).toBeVisible();
}

const tool = (page: Page, name: string) =>
  page.getByRole("group", { name: "What to place" }).getByRole("button", { name, exact: true });

test("a position is set up and played against the computer", async ({ page }) => {
  await openEditor(page);
  await expect(page.getByText("This position can be played.")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByText("This position isn’t possible, for 2 reasons:")).toBeVisible();
  await tool(page, "White king").click();
  await square(page, "d0KL1").click();
  await tool(page, "Black king").click();
  await square(page, "d9KL6").click();
  await tool(page, "White rook").click();
  await square(page, "b4N").click();
  await expect(page.getByText("This position can be played.")).toBeVisible();
  // A drag moves a piece, and one off the boards removes it.
  await tool(page, "Move pieces and boards").click();
  await square(page, "b4N").dragTo(square(page, "c4N"));
  await expect(square(page, "c4N")).toHaveAccessibleName(/white rook/);
  await pin(page, "QL1").click();
  await pin(page, "QL3").click();
  await expect(page.getByLabel("Position as T-FEN")).toHaveValue(/QL3w:2\/2/);
  await expect(page).toHaveURL(/#editor=.*QL3w/);
  const tfen = await tfenOf(page);
  await page.getByRole("button", { name: "Play the computer" }).click();
  await expectPly(page, 0);
  await expect(page).toHaveURL(/#play/);
  expect(await tfenOf(page)).toBe(tfen);
  await square(page, "c4N").click();
  await square(page, "c5N").click();
  await expect.poll(() => page.locator(".app").getAttribute("data-ply"), { timeout: 60_000 }).toBe("2");
});

test("an impossible position says why at the squares concerned, and is not played", async ({ page }) => {
  await openEditor(page, ENDGAME.replace("KL6b:k1/2 w", "KL6b:2/2 w"));
  await expect(page.getByText("Black needs a king.")).toBeVisible();
  await tool(page, "White pawn").click();
  await square(page, "b8B").click();
  await expect(page.getByText("The pawn on b8B is on its furthest rank")).toBeVisible();
  await expect(page.locator('.map-overlay [data-at="b8B"][data-tone="wrong"]')).toHaveCount(1);
  await page.getByRole("button", { name: "Go to b8B" }).click();
  await expect(square(page, "b8B")).toBeFocused();
  const start = page.getByRole("button", { name: "Play the computer" });
  const color = () => start.evaluate((button) => getComputedStyle(button).backgroundColor);
  const refused = await color();
  await page.getByRole("button", { name: "Play both sides" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Position editor" })).toBeVisible();
  await expectAccessible(page);
  // It stays in the address, and is there after a reload.
  await page.reload();
  await expect(page.getByText("The pawn on b8B is on its furthest rank")).toBeVisible();
  await page.getByLabel("Position as T-FEN").fill("nonsense");
  await expect(page.getByText("It isn’t a valid position (T-FEN).")).toBeVisible();
  await page.getByLabel("Position as T-FEN").fill(`${ENDGAME} meder`);
  await expect(page.getByText("This position can be played.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Meder’s rules" })).toHaveAttribute("aria-pressed", "true");
  // What cannot be pressed does not look like the main button.
  expect(await color()).not.toBe(refused);
});

test("everything is done with the keyboard alone", async ({ page }) => {
  await openEditor(page, ENDGAME);
  await square(page, "b4N").focus();
  await page.keyboard.press("Q");
  await expect(square(page, "b4N")).toHaveAccessibleName(/white queen/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(square(page, "c4N")).toHaveAccessibleName(/white queen/);
  await page.keyboard.press("Delete");
  await expect(square(page, "c4N")).toHaveAccessibleName(/empty/);
  await pin(page, "QL1").press("Enter");
  await page.getByRole("region", { name: "Board on QL1" }).getByRole("button", { name: "Black" }).press("Enter");
  await expect(page.getByText("White must own two attack boards, not 1.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText("This position can be played.")).toBeVisible();
  await page.getByRole("group", { name: "To move" }).getByRole("button", { name: "Black" }).press("Enter");
  await expect.poll(() => tfenOf(page)).toContain(" b - ");
  await page.getByRole("button", { name: "Play both sides" }).press("Enter");
  await expect(page).toHaveURL(/#play/);
  await expect.poll(() => tfenOf(page)).toContain(" b - ");
});

test("on a phone a position is edited, analysed, and played on from there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, ENDGAME);
  await tool(page, "Black queen").click();
  await square(page, "c6N").click();
  await expect(page.getByLabel("Position as T-FEN")).toHaveValue(/\|1?2?q|2q1/);
  await page.getByText("Rights and pawns").click();
  await page.getByLabel("Move number").fill("12");
  await expect(page.getByLabel("Position as T-FEN")).toHaveValue(/0 12 revised$/);
  await expectAccessible(page);
  await page.locator(".editor").getByRole("button", { name: "Analyse", exact: true }).click();
  await expect(page).toHaveURL(/#analysis=/);
  await expect(square(page, "c6N")).toHaveAccessibleName(/black queen/);
  await page.getByRole("group", { name: "Parts of the analysis" }).getByRole("button", { name: "Tools" }).click();
  await page.locator("summary", { hasText: "Play on from here" }).click();
  await page.getByRole("button", { name: "Play both sides" }).click();
  await expect(page).toHaveURL(/#play/);
  await expect(square(page, "c6N")).toHaveAccessibleName(/black queen/);
});

test("an analysis shows what is attacked, in danger and in check", async ({ page }) => {
  await openEditor(page, ENDGAME.replace("1R,KL1w:2/K1", "2,KL1w:2/KR").replace("KL6b:k1/2 w", "KL6b:1k/2 b"));
  await page.locator(".editor").getByRole("button", { name: "Analyse", exact: true }).click();
  await expect(page).toHaveURL(/#analysis=/);
  await page.locator("summary", { hasText: "Understand this position" }).click();
  await page.getByRole("group", { name: "Attacked squares" }).getByRole("button", { name: "White" }).click();
  await expect(page.locator('.map-overlay [data-at="d1W"][data-tone="white"]')).toHaveCount(1);
  await expect(page.getByText(/White attacks \d+ squares/)).toBeVisible();
  await page.getByLabel("Hanging and pinned pieces").check();
  await expect(page.getByText("Nothing hangs, and nothing is pinned.")).toBeVisible();
  await page.getByLabel("Why it’s mate").check();
  await expect(page.getByText("It isn’t mate.")).toBeVisible();
});

test("Black’s pieces to place have a light outline in the dark theme", async ({ page }) => {
  const outlines: string[] = [];
  for (const theme of ["light", "dark"]) {
    await openAddress(page, `./?view=map&theme=${theme}#editor`);
    const outline = tool(page, "Black king").locator(".piece-outline").first();
    outlines.push(await outline.evaluate((path) => getComputedStyle(path).stroke));
  }
  const [light = 0, dark = 0] = outlines.map((color) => Number(/\d+/.exec(color)?.[0]));
  expect(light).toBeLessThan(80);
  expect(dark).toBeGreaterThan(120);
});

test("the editor opens from White’s side, and the game behind it stays as it was turned", async ({ page }) => {
  await openPage(page);
  const top = async (name: string) => (await square(page, name).boundingBox())?.y ?? 0;
  const isWhiteBelow = async () => (await top("b1W")) > (await top("b4W"));
  await page.getByRole("button", { name: "Flip" }).click();
  await expect.poll(isWhiteBelow).toBe(false);
  await page.evaluate(() => (location.hash = "#editor"));
  await expect(page.getByLabel("Position as T-FEN")).toBeVisible();
  await expect.poll(isWhiteBelow).toBe(true);
  await page.goBack();
  await expect(page.locator(".editor")).toHaveCount(0);
  await expect.poll(isWhiteBelow).toBe(false);
});

test("what to do with a position is one line on each button", async ({ page }) => {
  await openEditor(page);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const heights = await page
      .locator(".play-from-actions button")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    expect(Math.max(...heights), `${width} pixels wide`).toBeLessThan(40);
  }
});
