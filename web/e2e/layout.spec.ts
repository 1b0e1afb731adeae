// The page on a large screen: aligned boards, accessible names, themes, the debug table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import type { World } from "../src/wire/world";
import { closeDialog, openDialog, openPage, pin, playInMap, square, typeMove } from "./gamePage";
import { START } from "./positions";

/** White's knight on c2 is pinned by the rook on c5. */
const PINNED = "4/4/2N1/2K1|4/2r1/4/4|4/4/4/3k|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 0 30 revised";

/** A draw can be claimed by the fifty-move rule. */
const CLAIMABLE = "4/4/4/2K1|4/2r1/4/4|4/4/4/3k|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:2/2 w - - - - - 100 80 revised";

/** White's knight controls Black's board on QL5. */
const HELD = "4/4/2N1/2K1|4/2r1/4/4|4/4/4/3k|QL1w:2/2,KL1w:2/2,QL5b:1N/2,KL6b:2/2 w - - - - - 0 30 revised";

test("squares have full accessible names", async ({ page }) => {
  await openPage(page);
  await expect(square(page, "a1W")).toHaveAccessibleName("white knight, a1 on W, 2 moves");
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty");
  await square(page, "b2W").click();
  await expect(square(page, "b4N")).toHaveAccessibleName("b4 on N, empty, can move here");
  await expect(pin(page, "QL1")).toHaveAccessibleName(/^QL1: White’s board, 4 pieces/);
});

test("screen readers announce moves", async ({ page }) => {
  await openPage(page);
  const live = page.locator('[aria-live="polite"]');
  await expect(live).toHaveText("White to move.");
  await playInMap(page, "b2Wb4N");
  await expect(live).toHaveText("White played b4N. Black to move.");
});

const box = async (page: Page, name: string) =>
  (await square(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Every square and pin is on the screen without scrolling, and none covers another. */
async function expectAllInView(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const boxes = await page.locator(".map .square, .map .map-pin, .map .map-handle").evaluateAll((all) =>
    all.map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return { name: each.getAttribute("aria-label") ?? "", left, top, right, bottom };
    }),
  );
  expect(boxes).toHaveLength(64 + 4 + 8);
  for (const each of boxes) {
    expect(each.left, each.name).toBeGreaterThanOrEqual(0);
    expect(each.right, each.name).toBeLessThanOrEqual(width);
    expect(each.bottom, each.name).toBeLessThanOrEqual(height);
    const covered = boxes.filter(
      (other) =>
        other !== each &&
        Math.min(each.right, other.right) - Math.max(each.left, other.left) > 0.5 &&
        Math.min(each.bottom, other.bottom) - Math.max(each.top, other.top) > 0.5,
    );
    expect(covered, each.name).toEqual([]);
  }
}

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
]) {
  test(`the map alone has the levels side by side with aligned ranks: ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    for (const [one, other] of [
      ["a4W", "a4N"],
      ["a5N", "a5B"],
      ["a1W", "a1QL1"],
      ["d8B", "d8KL6"],
    ] as const) {
      const [left, right] = [await box(page, one), await box(page, other)];
      expect(left.y, `${one} beside ${other}`).toBe(right.y);
      expect(Math.abs(left.x - right.x)).toBeGreaterThanOrEqual(left.width);
    }
    await expectAllInView(page);
  });

  test(`beside the set the map is a stack, forward is up on it: ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, { search: "?quality=low&view=both" });
    for (const side of ["white", "black"] as const) {
      const [far, near] = side === "white" ? ["b6B", "b3W"] : ["b3W", "b6B"];
      const [top, middle, bottom] = [await box(page, far), await box(page, "b5N"), await box(page, near)];
      expect(top.y).toBeLessThan(middle.y);
      expect(middle.y).toBeLessThan(bottom.y);
      expect((await box(page, "a1W")).y).toBe((await box(page, "a1QL1")).y);
      expect((await box(page, "d8B")).y).toBe((await box(page, "d8KL6")).y);
      // White's first rank is at the bottom of its board for White and at the top for Black.
      expect((await box(page, "a1W")).y > (await box(page, "a4W")).y).toBe(side === "white");
      await expectAllInView(page);
      await page.getByRole("button", { name: "Flip" }).click();
      await expect(page.locator(".player").last()).toHaveAttribute("data-color", side === "white" ? "black" : "white");
    }
  });
}

test("three rows of actions beside the map leave it and the moves in view", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPage(page, { tfen: CLAIMABLE });
  await typeMove(page, "c1Wb1W", 1);
  const actions = page.locator(".actions button");
  await expect(actions).toHaveCount(6);
  const boxes = await actions.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
  expect(new Set(boxes.map(({ top }) => top)).size).toBeGreaterThanOrEqual(3);
  await expectAllInView(page);
  const map = await page.locator(".map").boundingBox();
  for (const action of await actions.all()) await expect(action).toBeInViewport({ ratio: 1 });
  for (const { left, top } of boxes)
    expect(left >= (map?.x ?? 0) + (map?.width ?? 0) || top >= (map?.y ?? 0) + (map?.height ?? 0)).toBe(true);
  await expect(page.locator(".ply")).toBeInViewport({ ratio: 1 });
});

for (const { name, tfen, moves } of [
  { name: "a game", moves: ["Nc3N"] },
  { name: "a draw to claim", tfen: CLAIMABLE, moves: ["c1Wb1W"] },
]) {
  test(`everything is in view beside the map, with the actions of ${name}`, async ({ page }) => {
    await openPage(page, tfen === undefined ? {} : { tfen });
    for (const [index, move] of moves.entries()) await typeMove(page, move, index + 1);
    const actions = page.locator(".actions button");
    await expect(actions.first()).toBeVisible();
    const pressed = page.locator(".panel .player, .panel .entry, .panel .moves-bar, .actions button");
    for (const each of await pressed.all()) await expect(each).toBeInViewport({ ratio: 1 });
    await expectAllInView(page);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1920, 1080],
  [820, 1180],
  [768, 1024],
] as const) {
  test(`at ${width} x ${height} the panel is beside the map, with the moves in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page);
    await typeMove(page, "Nc3N", 1);
    const [map, panel] = [await page.locator(".map").boundingBox(), await page.locator(".panel").boundingBox()];
    expect(panel?.x).toBeGreaterThanOrEqual((map?.x ?? 0) + (map?.width ?? 0));
    expect(panel?.height).toBeGreaterThan(height * 0.9);
    await expect(page.locator(".ply")).toBeInViewport({ ratio: 1 });
    await expectAllInView(page);
  });
}

test("labels of files and ranks never lie over pieces", async ({ page }) => {
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    for (const tfen of [START, HELD]) {
      await page.setViewportSize({ width, height });
      await openPage(page, { tfen });
      const found = await page.locator(".map").evaluate((map) => {
        const boxes = (selector: string) =>
          [...map.querySelectorAll(selector)]
            .map((each) => each.getBoundingClientRect())
            .filter((box) => box.width > 0);
        const pieces = boxes(".square .piece");
        const labels = boxes(".square-rank, .square-file");
        const covering = labels.filter((label) =>
          pieces.some(
            (piece) =>
              Math.min(label.right, piece.right) - Math.max(label.left, piece.left) > 0 &&
              Math.min(label.bottom, piece.bottom) - Math.max(label.top, piece.top) > 0,
          ),
        );
        return { labels: labels.length, covering: covering.length };
      });
      // Four files and four ranks on each main board, at least.
      expect(found.labels).toBeGreaterThanOrEqual(24);
      expect(found.covering, `${width} x ${height}`).toBe(0);
    }
  }
});

test("a board's handle contains its text, also that the other side controls the board", async ({ page }) => {
  for (const [width, height, view] of [
    [1440, 900, "map"],
    [1440, 900, "both"],
    [1280, 720, "map"],
    [1280, 720, "both"],
    [844, 390, "map"],
    [390, 844, "map"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPage(page, { tfen: HELD, search: `?quality=low&view=${view}` });
    await expect(pin(page, "QL5")).toContainText("White controls");
    const outside = await page.locator(".map-handle").evaluateAll((handles) =>
      handles
        .filter((handle) => {
          const text = document.createRange();
          text.selectNodeContents(handle);
          const [inner, outer] = [text.getBoundingClientRect(), handle.getBoundingClientRect()];
          return (
            inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom
          );
        })
        .map((handle) => handle.textContent),
    );
    expect(outside, `${width} x ${height}, ${view}`).toEqual([]);
  }
});

interface ScreenSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly view: "map" | "both";
  readonly touch?: boolean;
  /** The smallest width of a square, in CSS pixels. */
  readonly square: number;
  /** Whether the whole map is on the first screen. */
  readonly fits: boolean;
}

const SIZES: readonly ScreenSize[] = [
  { name: "large", width: 1440, height: 900, view: "both", square: 42, fits: true },
  { name: "large", width: 1440, height: 900, view: "map", square: 38, fits: true },
  { name: "laptop", width: 1280, height: 720, view: "both", square: 32, fits: true },
  { name: "laptop", width: 1280, height: 720, view: "map", square: 36, fits: true },
  { name: "phone", width: 390, height: 844, view: "map", touch: true, square: 40, fits: true },
  { name: "phone held sideways", width: 844, height: 390, view: "map", touch: true, square: 28, fits: true },
  { name: "wide", width: 1920, height: 1080, view: "map", square: 58, fits: true },
  { name: "tablet", width: 768, height: 1024, view: "map", touch: true, square: 46, fits: true },
  { name: "tablet", width: 820, height: 1180, view: "map", touch: true, square: 54, fits: true },
  { name: "large at 200 %", width: 720, height: 450, view: "map", square: 24, fits: true },
  { name: "large at 200 %", width: 720, height: 450, view: "both", square: 24, fits: false },
];
const SMALLEST_LABEL = 11;

test("squares and labels have their sizes on every screen", async ({ browser, baseURL }) => {
  const rows: string[] = [];
  const failures: string[] = [];
  for (const { name, width, height, view, touch = false, square: smallest, fits } of SIZES) {
    const context = await browser.newContext({ baseURL: baseURL ?? "", viewport: { width, height }, hasTouch: touch });
    const page = await context.newPage();
    await openPage(page, { search: `?quality=low&view=${view}` });
    const widths = await page
      .locator(".map .square")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
    const label = await smallestLabel(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    const cell = Math.min(...widths);
    rows.push(`| ${name} | ${width} x ${height} | ${view} | ${cell} px | ${label} px |`);
    if (cell < smallest) failures.push(`${name}, ${view}: squares of ${cell} px`);
    if (label < SMALLEST_LABEL) failures.push(`${name}, ${view}: a label of ${label} px`);
    if (wide > width) failures.push(`${name}, ${view}: ${wide} px wide`);
    if (fits) await expectAllInView(page);
    await context.close();
  }
  // The figures of docs/notes/layout.md.
  process.stdout.write(`${rows.join("\n")}\n`);
  expect(failures).toEqual([]);
});

/** The smallest font of all text on the page, drawn text of the style sheet included. */
function smallestLabel(page: Page): Promise<number> {
  return page.evaluate(() => {
    const sizes: number[] = [];
    for (const element of document.querySelectorAll("body *")) {
      const { width } = element.getBoundingClientRect();
      if (width < 2) continue;
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      );
      if (hasText) sizes.push(parseFloat(getComputedStyle(element).fontSize));
      const drawn = getComputedStyle(element, "::before");
      if (!["none", "normal", '""'].includes(drawn.content)) sizes.push(parseFloat(drawn.fontSize));
    }
    return Math.min(...sizes);
  });
}

test("hovering a square marks its column on every level", async ({ page }) => {
  await openPage(page);
  await square(page, "b4N").hover();
  await expect(page.locator(".square.column")).toHaveCount(2);
});

test("landings of one column are tied together, and the square under the pointer is named", async ({ page }) => {
  await openPage(page);
  await square(page, "a1W").click();
  await expect(square(page, "b3N")).toHaveClass(/target/);
  await page.mouse.move(0, 0);
  const ends = await page.locator(".map-ties polyline:not(.hovered)").evaluateAll((lines) =>
    lines.map((line) => {
      const { left, right, top } = line.getBoundingClientRect();
      return { left, right, top };
    }),
  );
  expect(ends).toHaveLength(1);
  const [low, middle] = [await box(page, "b3W"), await box(page, "b3N")];
  expect(Math.abs((ends[0]?.left ?? 0) - (low.x + low.width / 2))).toBeLessThan(3);
  expect(Math.abs((ends[0]?.right ?? 0) - (middle.x + middle.width / 2))).toBeLessThan(3);
  await square(page, "d4N").hover();
  await expect(page.locator(".bar-square")).toHaveText("d4, middle board");
  await expect(page.locator(".map-ties .hovered")).toHaveCount(1);
});

test("a piece and a board that cannot move say why", async ({ page }) => {
  await openPage(page);
  await square(page, "z0QL1").click();
  await expect(page.locator(".said-error")).toContainText(
    "The rook on z0QL1 can’t move: your own pieces are in its way.",
  );
  await expect(square(page, "z0QL1")).toHaveClass(/selected/);
  await pin(page, "QL1").click();
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_TOO_MANY_RIDERS");
  // A pinned piece: moving it would leave the king in check.
  await openPage(page, { tfen: PINNED });
  await square(page, "c2W").click();
  await expect(page.locator(".said-error")).toContainText(
    "This piece is pinned: it shields your king from the rook on c5N.",
  );
  await expect(page.locator(".said-error")).toHaveAttribute("data-code", "E_KING_IN_CHECK");
});

const BOARDS_AT_START: Readonly<Record<string, string>> = {
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
    const now = kind === "main" ? "fixed" : (BOARDS_AT_START[id] ?? "");
    return [id, now, over ?? "", written(center), texts.join("  ")];
  });
  expect(found).toEqual(expected);
});

for (const view of ["both", "scene", "map"]) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`the debug table scrolls to its end: ${view}, ${width} x ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openPage(page, { search: `?quality=low&view=${view}&debug` });
      const table = page.locator(".debug-scroll");
      await table.scrollIntoViewIfNeeded();
      await expect(table).toBeInViewport({ ratio: 0.99 });
      await table.press("End");
      await expect(page.locator(".debug tbody tr").last()).toBeInViewport();
    });
  }
}

test("debug mode comes from the address, prints the World, and is switched off in View", async ({ page }) => {
  const printed: string[] = [];
  page.on("console", (message) => printed.push(message.text()));
  await openPage(page, { search: "?view=map&debug" });
  const hidden = page.locator(".map-hidden");
  // Eight of the twelve pins are free.
  await expect(hidden).toHaveCount(32);
  await expect(page).toHaveURL(/\?view=map&debug#play$/);
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
  const debug = page.getByLabel("Debug: outline every square of every board");
  await openDialog(page, "View");
  // It goes away with the mode.
  await debug.click();
  await closeDialog(page);
  await expect(hidden).toHaveCount(0);
  await expect(page).toHaveURL(/\?view=map#play$/);
  await openDialog(page, "View");
  await expect(debug).toHaveCount(0);
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
