// The page at its sizes: nothing serious for axe-core, everything in reach on a phone, names for who cannot see.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import type { World } from "../src/wire/world";
import { expectPly, mapHand, openTable, pin, playBy, square } from "./table";

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axe });
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const serious = results.violations.filter((each) => each.impact === "serious" || each.impact === "critical");
  const found = serious.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}`));
  expect(found).toEqual([]);
}

for (const theme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`axe-core finds nothing serious: ${theme}, ${viewport.width} wide`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await openTable(page, { search: `?view=map&theme=${theme}` });
      await expectAccessible(page);
      await playBy(page, mapHand(page), "b2Wb4N");
      await square(page, "b7B").click();
      await expectAccessible(page);
      for (const name of ["New game", "My games", "Share", "Open", "View", "Help"]) {
        await page.getByRole("navigation").getByRole("button", { name }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      }
    });
  }
}

for (const theme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(`axe-core finds nothing serious with the set: ${theme}, ${viewport.width} wide`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await openTable(page, { search: `?quality=low&theme=${theme}&debug`, tfen: RIDER });
      await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
      await expectAccessible(page);
      await page.getByText("Look", { exact: true }).click();
      await expectAccessible(page);
      await page.getByText("Look", { exact: true }).click();
      // A board picked, its landing asked for; a refused move; a game that is over.
      await pin(page, "QL1").click();
      await pin(page, "KL2").click();
      await expect(page.getByRole("dialog", { name: /where does the rider land/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.locator("#move-entry").fill("Qz9");
      await page.keyboard.press("Enter");
      await expect(page.locator(".said")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save" }).click();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Resign" }).click();
      await expectAccessible(page);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /resign/i })
        .click();
      await expectAccessible(page);
    });
  }
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("squares and boards are large enough for a finger, and nothing sticks out", async ({ page }) => {
    await openTable(page);
    const boxes = await page
      .locator(".map .square")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    expect(Math.min(...boxes)).toBeGreaterThanOrEqual(40);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });

  test("a move by taps, a board by taps", async ({ page }) => {
    await openTable(page, {
      tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
    });
    await pin(page, "QL1").tap();
    await pin(page, "KL2").tap();
    await page.getByRole("dialog").getByRole("button", { name: "turned" }).tap();
    await expectPly(page, 1);
    await square(page, "c6N").tap();
    await page.locator(".square.target").first().tap();
    await expectPly(page, 2);
  });

  test("a refusal is read where the move was tried", async ({ page }) => {
    await openTable(page);
    await square(page, "b8B").tap();
    await square(page, "b1W").tap();
    await square(page, "b5N").tap();
    await expect(page.locator(".said-error")).toBeInViewport({ ratio: 1 });
  });
});

test("squares have names that say everything", async ({ page }) => {
  await openTable(page);
  await expect(square(page, "a1W")).toHaveAccessibleName("white knight, a1 on W, 2 moves");
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty");
  await square(page, "b2W").click();
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty, can move here");
  await expect(pin(page, "QL1")).toHaveAccessibleName(/^QL1 White’s board, 4 riders/);
});

test("moves are read out", async ({ page }) => {
  await openTable(page);
  const live = page.locator('[aria-live="polite"]');
  await expect(live).toHaveText("White to move.");
  await playBy(page, mapHand(page), "b2Wb4N");
  await expect(live).toHaveText("White played b4N. Black to move.");
});

for (const { view, width, height } of [
  { view: "map", width: 1440, height: 900 },
  { view: "both", width: 1440, height: 900 },
  { view: "both", width: 1280, height: 720 },
]) {
  test(`seven boards side by side, ranks aligned: ${view}, ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openTable(page, { search: `?quality=low&view=${view}` });
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
    // Every square and every pin can be seen without scrolling, and no board covers another.
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

test("hovering a square lights its column on every level", async ({ page }) => {
  await openTable(page);
  await square(page, "b4N").hover();
  await expect(page.locator(".square.column")).toHaveCount(2);
});

const START: Readonly<Record<string, string>> = {
  "QL1:0": "White",
  "KL1:0": "White",
  "QL6:0": "Black",
  "KL6:0": "Black",
};

test("?debug shows all 24 instances with names and coordinates", async ({ page }) => {
  await openTable(page, { search: "?view=map&debug" });
  const rows = page.locator(".debug tbody tr");
  await expect(rows).toHaveCount(24);
  const found = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  // The rules' own list of places, as the terminal prints it.
  const world = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/examples/world.json"), "utf8")) as World;
  const written = (point: readonly number[]): string => point.map((each) => each.toFixed(2)).join(", ");
  const expected = world.boards
    .filter((board) => board.kind === "attack")
    .map(({ id, over, center }) => {
      const squares = world.squares.filter((each) => each.board === id);
      const texts = squares.map((each) => `${each.square} (${written(each.position)})`);
      return [id, START[id] ?? "", over, written(center), texts.join("  ")];
    });
  expect(found).toEqual(expected);
});

test("the theme is kept, and the board can be seen from Black’s side", async ({ page }) => {
  await openTable(page);
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Flip" }).click();
  await openTable(page, { search: "" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
});
