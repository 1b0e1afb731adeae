// Drawing on the boards of an analysis: arrows and marks in both views, with pointer, pencil and keys.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { openAddress, square, pin } from "./gamePage";
import { pointOf, sceneReady } from "./scenePage";

async function openAnalysis(page: Page, view = "map"): Promise<void> {
  await openAddress(page, `./?view=${view}&quality=low#analysis`);
  await expect(page.getByRole("complementary", { name: "Analysis" })).toBeVisible();
  await expect(page.locator("summary", { hasText: "Draw" })).toBeAttached();
}

async function openDrawing(page: Page): Promise<void> {
  await page.locator("summary", { hasText: "Draw" }).click();
}

async function center(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  button: "left" | "right",
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up({ button });
}

const arrow = (page: Page, from: string, to: string) =>
  page.locator(`.map-overlay .overlay-arrow[data-from="${from}"][data-to="${to}"]`);
const ring = (page: Page, at: string) => page.locator(`.map-overlay .overlay-ring[data-at="${at}"]`);

test("the right button draws arrows and marks in four colours; drawn again they vanish, and they are stored", async ({
  page,
}) => {
  await openAnalysis(page);
  const [b2, b4] = [await center(square(page, "b2W")), await center(square(page, "b4N"))];
  await drag(page, b2, b4, "right");
  await expect(arrow(page, "b2W", "b4N")).toHaveAttribute("data-tone", "green");
  // A right drag moves no piece.
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "0");
  await square(page, "c7B").click({ button: "right", modifiers: ["Shift"] });
  await expect(ring(page, "c7B")).toHaveAttribute("data-tone", "red");
  await pin(page, "QL3").click({ button: "right", modifiers: ["Alt"] });
  await expect(ring(page, "QL3")).toHaveAttribute("data-tone", "blue");
  await pin(page, "QL1").click({ button: "right", modifiers: ["Alt", "Shift"] });
  await expect(ring(page, "QL1")).toHaveAttribute("data-tone", "yellow");

  await expect(page).toHaveURL(/#analysis=\w+/);
  await page.reload();
  await expect(arrow(page, "b2W", "b4N")).toHaveCount(1);
  await expect(ring(page, "QL1")).toHaveAttribute("data-tone", "yellow");

  await drag(page, b2, b4, "right");
  await expect(arrow(page, "b2W", "b4N")).toHaveCount(0);
  await square(page, "c7B").click({ button: "right", modifiers: ["Shift"] });
  await expect(ring(page, "c7B")).toHaveCount(0);
  await expect(ring(page, "QL3")).toHaveCount(1);
});

test("the pencil draws with a finger or the left button, and the shapes belong to their move", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAnalysis(page);
  const tools = page.getByRole("group", { name: "Parts of the analysis" }).getByRole("button", { name: "Tools" });
  await tools.click();
  await openDrawing(page);
  await page.getByRole("button", { name: "Pencil" }).click();
  await page.getByRole("button", { name: "Blue", exact: true }).click();
  await square(page, "b4N").click();
  await expect(ring(page, "b4N")).toHaveAttribute("data-tone", "blue");
  await square(page, "a2W").scrollIntoViewIfNeeded();
  await drag(page, await center(square(page, "a2W")), await center(square(page, "b2W")), "left");
  await expect(arrow(page, "a2W", "b2W")).toHaveAttribute("data-tone", "blue");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pencil" }).click();
  await square(page, "b2W").click();
  await square(page, "b3W").click();
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "1");
  await expect(ring(page, "b4N")).toHaveCount(0);
});

test("keys draw an arrow between focused squares", async ({ page }) => {
  await openAnalysis(page);
  await openDrawing(page);
  await square(page, "b2W").focus();
  await page.keyboard.press("d");
  await expect(page.getByText("Arrow from b2W. Go to its end and press D")).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("d");
  await expect(arrow(page, "b2W", "b3W")).toHaveCount(1);
  await expect(page.getByRole("listitem").filter({ hasText: "green arrow from b2W to b3W" })).toBeAttached();
  await page.keyboard.press("d");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear drawings" }).press("Enter");
  await expect(arrow(page, "b2W", "b3W")).toHaveCount(0);
});

test("what is drawn in the set shows in both views", async ({ page }) => {
  test.setTimeout(120_000);
  await openAnalysis(page, "both");
  await sceneReady(page);
  const from = await pointOf(page, { square: "b2W" });
  const to = await pointOf(page, { square: "b4N" });
  await drag(page, from, to, "right");
  await expect(arrow(page, "b2W", "b4N")).toHaveCount(1);
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-arrows", "1");
  await page.mouse.click(to.x, to.y, { button: "right" });
  await expect(ring(page, "b4N")).toHaveCount(1);
  await drag(page, from, to, "right");
  await expect(arrow(page, "b2W", "b4N")).toHaveCount(0);
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-arrows", "0");
});
