// The page at its sizes: everything in reach on a phone, ranks aligned, names for who cannot see.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Locator } from "@playwright/test";
import type { World } from "../src/wire/world";
import { expectPly, mapHand, openTable, pin, playBy, square } from "./table";

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

  for (const height of [844, 640]) {
    test(`how the game stands is seen while playing, ${height} high`, async ({ page }) => {
      await page.setViewportSize({ width: height === 844 ? 390 : 360, height });
      await openTable(page, {
        tfen: "4/P3/P3/QB1K|3p/2p1/rP1P/2n1|pqbn/4/p2p/1NP1|QL1w:PB/R1,KL1w:1P/R1,QL5b^:2/2,KL6b:kr/1p w k a2W a8B - - 0 23",
      });
      const stands = page.locator(".bar-status");
      await expect(stands).toHaveText("White to move, in check");
      await expect(stands).toBeInViewport({ ratio: 1 });
      // Not at the boards' cost: where they had room, they still have it.
      const lowest = await page
        .locator(".map .square")
        .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom)));
      if (height === 844) expect(lowest).toBeLessThanOrEqual(height);
      await square(page, "d1KL1").scrollIntoViewIfNeeded();
      await expect(stands).toBeInViewport({ ratio: 1 });
      await square(page, "d1W").tap();
      await page.locator(".square.target").first().tap();
      await expect(stands).toHaveText("Black to move");
      await expect(stands).toBeInViewport({ ratio: 1 });
    });
  }

  test("the clocks are seen while playing", async ({ page }) => {
    await openTable(page);
    await page.getByRole("button", { name: "New game" }).tap();
    await page.getByText("5 + 3").tap();
    await page.getByRole("button", { name: "Start the game" }).tap();
    await square(page, "b2W").tap();
    await square(page, "b4N").tap();
    const clocks = page.locator(".bar-status .clock");
    await expect(clocks).toHaveText(["5:00", /^4:5/]);
    for (const clock of await clocks.all()) await expect(clock).toBeInViewport({ ratio: 1 });
  });

  test("a finger drags a piece and a board, and scrolls the page elsewhere", async ({ page, context }) => {
    await openTable(page, {
      tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
    });
    const session = await context.newCDPSession(page);
    const middle = async (target: Locator) => {
      const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { x: x + width / 2, y: y + height / 2 };
    };
    const drag = async (from: Locator, to: Locator): Promise<void> => {
      const [start, end] = [await middle(from), await middle(to)];
      await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
      for (const part of [0.2, 0.5, 0.8, 1]) {
        const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
        await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
      }
      await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await drag(square(page, "b1W"), square(page, "c1W"));
    await expectPly(page, 1);
    await expect(square(page, "c1W")).toHaveAccessibleName(/^white rook/);
    await drag(square(page, "c6N"), square(page, "d6N"));
    await expectPly(page, 2);
    await drag(pin(page, "QL1"), pin(page, "KL2"));
    await page.getByRole("dialog").getByRole("button", { name: "same place" }).tap();
    await expectPly(page, 3);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await drag(square(page, "b2W"), square(page, "b6N"));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expectPly(page, 3);
  });

  test("nothing sticks out on the narrowest screens", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await openTable(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test("the question where the rider lands does not lie over the board", async ({ page }) => {
    await openTable(page, {
      tfen: "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised",
    });
    await pin(page, "QL1").tap();
    await pin(page, "KL2").tap();
    const card = await page.getByRole("dialog").boundingBox();
    const asked = await pin(page, "KL2").boundingBox();
    if (!card || !asked) throw new Error("nothing is asked");
    expect(card.y >= asked.y + asked.height || card.y + card.height <= asked.y).toBe(true);
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

test.describe("with colours of the system’s own", () => {
  test.use({ forcedColors: "active", colorScheme: "dark" });

  test("squares, pieces and marks can still be told apart", async ({ page }) => {
    await openTable(page);
    const color = (name: string, property: string, pseudo?: string) =>
      square(page, name).evaluate(
        (element, [what, part]) => getComputedStyle(element, part ?? null).getPropertyValue(what ?? ""),
        [property, pseudo],
      );
    expect(await color("b4N", "background-color")).not.toBe(await color("c4N", "background-color"));
    await square(page, "b2W").click();
    const mark = await color("b4N", "background-color", "::after");
    expect(mark).not.toBe(await color("c4N", "background-color"));
    expect(mark).not.toBe("rgba(0, 0, 0, 0)");
    const shown = page.getByRole("group", { name: "Views" }).getByRole("button", { name: "Map" });
    await expect(shown).toHaveCSS("outline-style", "solid");
  });
});
