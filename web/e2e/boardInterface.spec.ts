// What the architecture draft of the original program says of its interface: selecting, letting go, boards and pins,
// previews, promotion and messages. The rules behind it are cases in `crates/rules/tests/conformance`.
import { expect, test, type Page } from "@playwright/test";
import { expectMoves, expectPly, openPage, pin, playInMap, square } from "./gamePage";
import { clickTarget, pointOf, sceneReady, settled } from "./scenePage";

/** White’s pawn on z1 rides alone on QL1. */
const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";
/** White's pawn on a8 is deferred by the board on QL6. */
const DEFERRED = "4/4/4/1K2|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/2,QL6b:2/2,KL6b:k1/2 b - - - - - 0 30 revised";
/** White's pawn on z7QL4 waits for a board on QL6. */
const WAITING = "4/4/4/1K2|4/4/4/4|4/4/4/4|KL1w:2/2,QL4w:P1/2,QL5b:2/2,KL6b:k1/2 b - - - - - 0 30 revised";
const PROMOTION =
  "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57 revised";

const BOTH = "?view=both&quality=low";

const selected = (page: Page) => page.locator(".map .square.selected, .map .map-handle.selected");

test("a piece is selected and its squares are highlighted", async ({ page }) => {
  await openPage(page);
  await square(page, "b2W").click();
  await expect(square(page, "b2W")).toHaveClass(/selected/);
  const targets = page.locator(".map .square.target");
  await expect(targets).toHaveCount(4);
  expect(await targets.evaluateAll((all) => all.map((each) => each.getAttribute("data-square")).sort())).toEqual([
    "b3N",
    "b3W",
    "b4N",
    "b4W",
  ]);
});

test("a highlighted square plays the move", async ({ page }) => {
  await openPage(page);
  await square(page, "b2W").click();
  await square(page, "b4N").click();
  await expectMoves(page, ["b4N"]);
});

test("another piece of the player takes the selection over", async ({ page }) => {
  await openPage(page);
  await square(page, "b2W").click();
  await square(page, "a1W").click();
  await expect(square(page, "a1W")).toHaveClass(/selected/);
  await expect(selected(page)).toHaveCount(1);
});

test("the same square, any other one and Escape deselect", async ({ page }) => {
  await openPage(page);
  for (const release of [
    () => square(page, "b2W").click(),
    () => square(page, "c5N").click(),
    () => page.keyboard.press("Escape"),
  ]) {
    await square(page, "b2W").click();
    await expect(selected(page)).toHaveCount(1);
    await release();
    await expect(selected(page)).toHaveCount(0);
    await expect(page.locator(".map .square.target")).toHaveCount(0);
    await expectPly(page, 0);
  }
});

test("a board is picked by its handle in the map", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").click();
  await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
});

test("a board is picked by its post in the set", async ({ page }) => {
  await openPage(page, { tfen: RIDER, search: BOTH });
  await sceneReady(page);
  await clickTarget(page, { pin: "QL1" });
  await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
});

test("a board is picked by its disc, the rim around its squares, in the set", async ({ page }) => {
  await openPage(page, { tfen: RIDER, search: BOTH });
  await sceneReady(page);
  await page.getByRole("group", { name: "Camera" }).getByRole("button", { name: "Top", exact: true }).click();
  await settled(page);
  const canvas = await page.locator(".scene-canvas").boundingBox();
  // Half way along the left edge of the board, just outside its squares.
  const rim = await page.evaluate(() => {
    const [near, far] = ["z0QL1", "z1QL1"].map((name) => window.tridScene?.areaOf(name));
    if (!near || !far) throw new Error("there is no scene");
    const width = near.right - near.left;
    return { x: near.left - width * 0.07, y: (near.bottom + far.top) / 2 };
  });
  await page.mouse.click((canvas?.x ?? 0) + rim.x, (canvas?.y ?? 0) + rim.y);
  await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
});

for (const view of ["map", "set"] as const) {
  test(`a double click on a board with a rider turns nothing in the ${view}`, async ({ page }) => {
    await openPage(page, { tfen: RIDER, search: view === "map" ? "?view=map" : BOTH });
    if (view === "map") {
      await pin(page, "QL1").dblclick();
    } else {
      await sceneReady(page);
      const { x, y } = await pointOf(page, { pin: "QL1" });
      await page.mouse.dblclick(x, y);
    }
    await expect(selected(page)).toHaveCount(0);
    await expectPly(page, 0);
  });

  test(`a board turns by the mark where its rider would land, in the ${view}`, async ({ page }) => {
    await openPage(page, { tfen: RIDER, search: view === "map" ? "?view=map" : BOTH });
    if (view === "map") {
      await pin(page, "QL1").click();
    } else {
      await sceneReady(page);
      await clickTarget(page, { pin: "QL1" });
      await settled(page);
      await expect(page.locator(".scene-captions")).toContainText("⟳ a0QL1: opposite corner");
    }
    await expect(square(page, "a0QL1")).toHaveAccessibleName(/turn the board: its piece lands here/);
    await expect(square(page, "a0QL1").locator(".landing-preview .piece")).toBeVisible();
    if (view === "map") await square(page, "a0QL1").click();
    else await clickTarget(page, { square: "a0QL1" });
    await expectMoves(page, ["QL1^180"]);
  });
}

test("pins are free, eligible or occupied, and look so", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await expect(pin(page, "KL2")).toHaveClass(/^map-pin$/);
  await expect(pin(page, "QL6")).toHaveClass(/map-handle/);
  const free = await pin(page, "KL2").evaluate((each) => getComputedStyle(each).borderColor);
  await pin(page, "QL1").click();
  await expect(pin(page, "KL2")).toHaveClass(/target/);
  await expect(pin(page, "QL5")).not.toHaveClass(/target/);
  await expect(pin(page, "QL6")).not.toHaveClass(/target/);
  expect(await pin(page, "KL2").evaluate((each) => getComputedStyle(each).borderColor)).not.toBe(free);
});

test("an occupied pin is refused, with the reason", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").click();
  await pin(page, "QL6").click();
  await expectPly(page, 0);
  await expect(page.locator(".said-error")).toBeVisible();
});

test("both landings are previewed on the pin before one is chosen", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").click();
  await pin(page, "KL2").click();
  await expect(page.locator(".map-landing .landing-preview .piece")).toHaveCount(2);
  await expectPly(page, 0);
});

/** Fails if the open question covers one of these places. */
async function expectUncovered(page: Page, places: readonly { x: number; y: number; width: number; height: number }[]) {
  const card = await page.locator(".choice-card").boundingBox();
  if (!card) throw new Error("nothing is asked");
  for (const place of places) {
    const across = Math.min(card.x + card.width, place.x + place.width) - Math.max(card.x, place.x);
    const down = Math.min(card.y + card.height, place.y + place.height) - Math.max(card.y, place.y);
    expect(Math.min(across, down)).toBeLessThanOrEqual(0);
    // Beside it: not farther than a few squares.
    expect(Math.max(across, down)).toBeGreaterThan(-120);
  }
}

for (const [width, height] of [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const) {
  test(`questions open beside the square or pin in the map, at ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPage(page, { tfen: RIDER });
    await pin(page, "QL1").click();
    await pin(page, "KL2").click();
    const landings = await page
      .locator(".map-landing")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    expect(landings).toHaveLength(2);
    await expectUncovered(page, landings);
    await openPage(page, { tfen: PROMOTION });
    await square(page, "d8KL6").click();
    await square(page, "d9KL6").click();
    await expectUncovered(page, [(await square(page, "d9KL6").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }]);
  });
}

test("questions open beside the square or pin in the set", async ({ page }) => {
  const places = async (names: readonly string[]) => {
    const canvas = await page.locator(".scene-canvas").boundingBox();
    const areas = await page.evaluate(
      (squares) => squares.map((name) => window.tridScene?.areaOf(name) ?? null),
      [...names],
    );
    return areas.map((area) => {
      if (!area || !canvas) throw new Error("there is no scene");
      return {
        x: canvas.x + area.left,
        y: canvas.y + area.top,
        width: area.right - area.left,
        height: area.bottom - area.top,
      };
    });
  };
  await openPage(page, { tfen: RIDER, search: "?view=scene&quality=low" });
  await sceneReady(page);
  await clickTarget(page, { pin: "QL1" });
  await clickTarget(page, { pin: "KL2" });
  await expectUncovered(page, await places(["d5KL2", "e4KL2"]));
  await openPage(page, { tfen: PROMOTION, search: "?view=scene&quality=low" });
  await sceneReady(page);
  await clickTarget(page, { square: "d8KL6" });
  await clickTarget(page, { square: "d9KL6" });
  await expectUncovered(page, await places(["d9KL6"]));
});

test("a forced promotion asks at once and allows nothing else", async ({ page }) => {
  await openPage(page, { tfen: DEFERRED });
  await playInMap(page, "QL6-QL5");
  const question = page.getByRole("dialog", { name: "The pawn on a8 on B must promote to:" });
  await expect(question).toBeVisible();
  await square(page, "b1W").click();
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "rook" }).click();
  await expectMoves(page, ["QL6-QL5", "a8B=R"]);
  await expect(page.locator(".status")).toContainText("White to move");
});

test("a message says that a promotion square is open again", async ({ page }) => {
  await openPage(page, { tfen: WAITING });
  await expect(square(page, "z7QL4").locator(".mark-frozen")).toBeVisible();
  await playInMap(page, "QL5-QL6");
  await expect(page.locator(".passing")).toContainText("White’s pawn on z7 on QL4 can move again.");
  await expect(square(page, "z7QL4").locator(".mark-frozen")).toHaveCount(0);
});

test("a pawn that must promote is not called frozen", async ({ page }) => {
  await openPage(page, { tfen: DEFERRED });
  await playInMap(page, "QL6-QL5");
  await expect(square(page, "a8B")).toHaveClass(/pending/);
  await expect(square(page, "a8B").locator(".mark-frozen")).toHaveCount(0);
});

for (const [side, flip] of [
  ["White", false],
  ["Black", true],
] as const) {
  test(`forward is up on every board of the stacked map for ${side}`, async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    await openPage(page);
    if (flip) await page.getByRole("button", { name: "Flip" }).click();
    const rows = ["b1W", "b4W", "b3N", "b6N", "b5B", "b8B"];
    const boxes = await Promise.all(rows.map((name) => square(page, name).boundingBox()));
    const tops = boxes.map((box) => box?.y ?? 0);
    // From each level to the next, and on each board.
    expect([...tops].sort((one, other) => (flip ? one - other : other - one))).toEqual(tops);
  });
}
