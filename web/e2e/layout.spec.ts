// The page on a large screen: aligned boards, accessible names, themes, the debug table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { World } from "../src/wire/world";
import { closeDialog, openDialog, openPage, pin, playInMap, square } from "./gamePage";

test("squares have full accessible names", async ({ page }) => {
  await openPage(page);
  await expect(square(page, "a1W")).toHaveAccessibleName("white knight, a1 on W, 2 moves");
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty");
  await square(page, "b2W").click();
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty, can move here");
  await expect(pin(page, "QL1")).toHaveAccessibleName(/^QL1 White’s board, 4 riders/);
});

test("screen readers announce moves", async ({ page }) => {
  await openPage(page);
  const live = page.locator('[aria-live="polite"]');
  await expect(live).toHaveText("White to move.");
  await playInMap(page, "b2Wb4N");
  await expect(live).toHaveText("White played b4N. Black to move.");
});

for (const { view, width, height } of [
  { view: "map", width: 1440, height: 900 },
  { view: "both", width: 1440, height: 900 },
  { view: "both", width: 1280, height: 720 },
]) {
  test(`seven boards are side by side with aligned ranks: ${view}, ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, { search: `?quality=low&view=${view}` });
    await expect(page.locator(".map")).not.toHaveClass(/map-stacked/);
    const box = async (name: string) => (await square(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const [one, other] of [
      ["a4W", "a4N"],
      ["a5N", "a5B"],
      ["a1W", "a1QL1"],
      ["d8B", "d8KL6"],
    ] as const) {
      const [left, right] = [await box(one), await box(other)];
      expect(left.y, `${one} beside ${other}`).toBe(right.y);
      expect(Math.abs(left.x - right.x)).toBeGreaterThanOrEqual(left.width);
    }
    // Every square and pin is in view without scrolling, and none covers another.
    const boxes = await page.locator(".map .square, .map .map-pin, .map .map-handle").evaluateAll((all) =>
      all.map((each) => {
        const { left, top, right, bottom } = each.getBoundingClientRect();
        return { name: each.getAttribute("aria-label") ?? "", left, top, right, bottom };
      }),
    );
    expect(boxes).toHaveLength(64 + 4 + 8);
    for (const each of boxes) {
      expect(each.bottom, each.name).toBeLessThanOrEqual(height);
      const covered = boxes.filter(
        (other) =>
          other !== each &&
          Math.min(each.right, other.right) - Math.max(each.left, other.left) > 0.5 &&
          Math.min(each.bottom, other.bottom) - Math.max(each.top, other.top) > 0.5,
      );
      expect(covered, each.name).toEqual([]);
    }
  });
}

test("hovering a square marks its column on every level", async ({ page }) => {
  await openPage(page);
  await square(page, "b4N").hover();
  await expect(page.locator(".square.column")).toHaveCount(2);
});

const START: Readonly<Record<string, string>> = {
  "QL1:0": "White",
  "KL1:0": "White",
  "QL6:0": "Black",
  "KL6:0": "Black",
};

test("?debug lists all 27 boards with names and coordinates", async ({ page }) => {
  await openPage(page, { search: "?view=map&debug" });
  const rows = page.locator(".debug tbody tr");
  await expect(rows).toHaveCount(27);
  const found = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  // The same coordinates as `trid world` prints them.
  const world = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/examples/world.json"), "utf8")) as World;
  const written = (point: readonly number[]): string => point.map((each) => each.toFixed(2)).join(", ");
  const expected = world.boards.map(({ id, kind, over, center }) => {
    const squares = world.squares.filter((each) => each.board === id);
    const texts = squares.map((each) => `${each.square} (${written(each.position)})`);
    const now = kind === "main" ? "fixed" : (START[id] ?? "");
    return [id, now, over ?? "", written(center), texts.join("  ")];
  });
  expect(found).toEqual(expected);
});

test("debug mode is switched in View, stays in the address, and prints the World", async ({ page }) => {
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  await openPage(page, { search: "?view=map" });
  const hidden = page.locator(".map-hidden");
  await expect(hidden).toHaveCount(0);
  await openDialog(page, "View");
  const debug = page.getByLabel("Debug: every square of every board");
  await debug.check();
  await closeDialog(page);
  // Eight of the twelve pins are free.
  await expect(hidden).toHaveCount(32);
  await expect(page).toHaveURL(/\?view=map&debug$/);
  await expect.poll(() => printed.some((text) => text.startsWith("World"))).toBe(true);
  const names = await page
    .locator(".map .square")
    .evaluateAll((squares) =>
      squares.map((each) => [
        each.getAttribute("data-square"),
        each.querySelector(".square-rank")?.getAttribute("data-text")?.replace("\n", ""),
        getComputedStyle(each).boxShadow.includes("rgb(18, 128, 63)"),
      ]),
    );
  expect(names).toHaveLength(64);
  expect(names.filter(([square, name, green]) => square !== name || green !== true)).toEqual([]);
  await page.reload();
  await expect(hidden).toHaveCount(32);
  await openDialog(page, "View");
  await debug.uncheck();
  await closeDialog(page);
  await expect(hidden).toHaveCount(0);
  await expect(page).toHaveURL(/\?view=map$/);
});

test("the theme and the flipped board survive a reload", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "View");
  await page.getByRole("radio", { name: "Dark" }).check();
  await closeDialog(page);
  await page.getByRole("button", { name: "Flip" }).click();
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
  await openPage(page, { search: "" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
});

test.describe("with forced colors", () => {
  test.use({ forcedColors: "active", colorScheme: "dark" });

  test("squares, pieces and marks stay distinguishable", async ({ page }) => {
    await openPage(page);
    const color = (name: string, property: string, pseudo?: string) =>
      square(page, name).evaluate(
        (element, [what, part]) => getComputedStyle(element, part ?? null).getPropertyValue(what ?? ""),
        [property, pseudo],
      );
    expect(await color("b4N", "background-color")).not.toBe(await color("c4N", "background-color"));
    await square(page, "b2W").click();
    await expect(square(page, "b4N")).toHaveClass(/target/);
    const mark = await color("b4N", "background-color", "::after");
    expect(mark).not.toBe(await color("c4N", "background-color"));
    expect(mark).not.toBe("rgba(0, 0, 0, 0)");
    const shown = page.getByRole("group", { name: "Views" }).getByRole("button", { name: "Map" });
    await expect(shown).toHaveCSS("outline-style", "solid");
  });
});
