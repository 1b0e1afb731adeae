// The 3D set in a player's hands: picking from everywhere, boards by their ghosts, dragging, touching, looking.
import { expect, test, type Page } from "@playwright/test";
import { figures, look, press, preset, sceneReady, seen, settled } from "./hand";
import { expectPly, openTable, square, tfenOf } from "./table";

const SEARCH = "?view=both&quality=low";

/** A game against the computer, in which White has played b3W. */
async function openAgainstComputer(page: Page): Promise<void> {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: "The computer" }).check();
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  for (const name of ["b2W", "b3W"]) await press(page, { square: name });
  await expectPly(page, 1);
}
/** White's board on QL1 carries one pawn, Black's on KL4 none. */
const BOARDS =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

/** Takes up the piece on a square and lets it go on another, which is looked for once the piece is taken up. */
async function dragTo(page: Page, from: string, to: string): Promise<void> {
  const start = await look(page, { square: from });
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y - 12, { steps: 3 });
  const end = await look(page, { square: to });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

for (const exploded of [false, true]) {
  test(`every camera gives pieces, squares and boards${exploded ? ", pulled apart" : ""}`, async ({ page }) => {
    test.setTimeout(180_000);
    await openTable(page, { search: SEARCH });
    await sceneReady(page);
    if (exploded) {
      await page.getByText("Look", { exact: true }).click();
      await page.getByLabel("Pull the boards apart").check();
      await page.getByText("Look", { exact: true }).click();
      await settled(page);
    }
    for (const name of ["White", "Black", "Top", "Side", "Front"]) {
      await preset(page, name);
      for (const own of ["b2W", "c2W", "a2W"]) {
        const point = await look(page, { square: own });
        await page.mouse.click(point.x, point.y);
        await expect(square(page, own)).toHaveClass(/selected/);
      }
      await look(page, { square: "a4N" });
      // From straight above, two targets of one column lie at one point, and the upper one is picked.
      if (name !== "Top") await look(page, { square: "a3W" });
      await page.keyboard.press("Escape");
      await press(page, { square: "a2W" });
      await press(page, { pin: "QL6" });
    }
  });
}

test("a target under glass is picked through it", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  expect(await seen(page, { square: "a3W" })).toBeNull();
  await press(page, { square: "a2W" });
  await press(page, { square: "a3W" });
  await expectPly(page, 1);
  expect(await tfenOf(page)).toContain("4/P3/1PPP");
});

test("a board goes to a lit pin, its rider to the landing picked by its ghost", async ({ page }) => {
  await openTable(page, { search: SEARCH, tfen: BOARDS });
  await sceneReady(page);
  await press(page, { pin: "QL1" });
  const { x, y } = await look(page, { pin: "KL2" });
  await page.mouse.move(x, y);
  await settled(page);
  // Both landings are named before anything is decided.
  await expect(page.locator(".scene-captions span:visible")).toHaveCount(2);
  await expect(page.locator(".scene-captions")).toContainText("turned");
  await page.mouse.click(x, y);
  await settled(page);
  await press(page, { square: "e4KL2" });
  await expectPly(page, 1);
  expect(await tfenOf(page)).toContain("KL2w^:");
});

test("a refused pin says why and points at the piece in the shaft", async ({ page }) => {
  await openTable(page, { search: SEARCH, tfen: BOARDS });
  await sceneReady(page);
  await press(page, { pin: "QL1" });
  await press(page, { pin: "QL2" });
  await expect(page.locator(".square.pointed").first()).toBeVisible();
  await expectPly(page, 0);
});

test("a piece is dragged to its target, and goes back from anywhere else", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  const from = await look(page, { square: "b2W" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await expectPly(page, 0);
  await expect(square(page, "b2W")).toHaveClass(/selected/);
  const to = await look(page, { square: "b4N" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  await expectPly(page, 1);
  await expect(square(page, "b4N")).toHaveAttribute("aria-label", /white pawn/);
});

for (const way of ["pressed", "dragged"] as const) {
  test(`a premove, ${way}, is marked while the computer thinks, and played when it has moved`, async ({ page }) => {
    test.setTimeout(180_000);
    let think = (): void => undefined;
    const decided = new Promise<void>((resolve) => (think = resolve));
    // The computer cannot begin to think before its module is there.
    await page.route(/trid_engine.*\.wasm/, async (route) => {
      await decided;
      await route.continue();
    });
    await openAgainstComputer(page);
    if (way === "pressed") for (const name of ["c2W", "c3W"]) await press(page, { square: name });
    else await dragTo(page, "c2W", "c3W");
    await expect(square(page, "c2W")).toHaveClass(/premove/);
    await expect(square(page, "c3W")).toHaveClass(/premove/);
    await expectPly(page, 1);
    think();
    await expect(page.locator(".app")).toHaveAttribute("data-ply", /[34]/, { timeout: 60_000 });
    await expect(square(page, "c3W")).toHaveAttribute("aria-label", /white pawn/);
  });
}

test("the opponent's pieces are not dragged while he is to move", async ({ page }) => {
  await page.route(/trid_engine.*\.wasm/, () => new Promise<void>(() => undefined));
  await openAgainstComputer(page);
  const before = await page.evaluate(() => window.tridScene?.currentView());
  const from = await look(page, { square: "b7B" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 10, { steps: 3 });
  await page.mouse.up();
  // It is no piece to take up: the hand turns the set instead.
  const after = await page.evaluate(() => window.tridScene?.currentView());
  expect(after?.azimuth).not.toBeCloseTo(before?.azimuth ?? NaN);
});

test("hovering a square shows its column on every level", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  const { x, y } = await look(page, { square: "b4N" });
  await page.mouse.move(x, y);
  await expect(square(page, "b4N")).toHaveClass(/column/);
  await expect(square(page, "b4W")).toHaveClass(/column/);
});

test("reduced motion puts everything in its place at once", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await press(page, { square: "b2W" });
  const target = await look(page, { square: "b4N" });
  const before = await figures(page);
  await page.mouse.click(target.x, target.y);
  await expectPly(page, 1);
  await settled(page);
  const after = await figures(page);
  expect(after.frames - before.frames).toBeLessThan(8);
});

test("?debug outlines all 24 instances, with names and coordinates", async ({ page }) => {
  await openTable(page, { search: "?view=scene&quality=low&debug" });
  await sceneReady(page);
  const captions = page.locator('.scene-captions span[data-tone="debug"]');
  await expect(captions).toHaveCount(24);
  await expect(captions.filter({ hasText: "KL6:180" })).toHaveText(/9\.45, 17\.85, 15\.00/);
});

test.describe("in a small window", () => {
  test.use({ viewport: { width: 480, height: 560 } });

  test("nothing is drawn while nothing changes, and never more than 120 calls", async ({ page }) => {
    await openTable(page, { search: "?view=both&quality=high" });
    await sceneReady(page);
    await press(page, { square: "b2W" });
    await settled(page);
    const before = await figures(page);
    expect(before.frames).toBeGreaterThan(0);
    expect(before.calls).toBeGreaterThan(20);
    expect(before.calls).toBeLessThanOrEqual(120);
    await page.waitForTimeout(1500);
    expect((await figures(page)).frames).toBe(before.frames);
  });

  test("a slow machine is asked for less", async ({ page }) => {
    test.setTimeout(180_000);
    // A machine whose graphics do not say that they are software.
    await page.addInitScript(`
      const { prototype } = WebGL2RenderingContext;
      const ask = prototype.getExtension;
      prototype.getExtension = function (name) {
        return name === "WEBGL_debug_renderer_info" ? null : ask.call(this, name);
      };`);
    await openTable(page, { search: "?view=both" });
    await sceneReady(page);
    expect((await figures(page)).quality).toBe("high");
    await expect(async () => {
      await preset(page, "Black");
      await preset(page, "White");
      expect((await figures(page)).quality).not.toBe("high");
    }).toPass({ timeout: 150_000 });
  });
});

test.describe("on a small screen of many pixels", () => {
  test.use({ viewport: { width: 360, height: 480 }, deviceScaleFactor: 2 });

  test("where software draws, the set moves plainly and rests at its best", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const canvas = page.locator(".scene-canvas");
    const drawn = async (search: string, refined: string) => {
      await openTable(page, { search: `?view=scene${search}` });
      await sceneReady(page);
      await expect(canvas).toHaveAttribute("data-refined", refined, { timeout: 60_000 });
      return (await canvas.screenshot()).toString("base64");
    };
    const high = await drawn("&quality=high", "true");
    const low = await drawn("&quality=low", "true");
    const moving = await drawn("", "false");
    expect((await figures(page)).quality).toBe("low");
    await expect(canvas).toHaveAttribute("data-refined", "true", { timeout: 60_000 });
    const resting = (await canvas.screenshot()).toString("base64");
    expect(await apart(page, moving, low)).toBeLessThan(0.05);
    expect(await apart(page, resting, high)).toBeLessThan(0.05);
    expect(await apart(page, low, high)).toBeGreaterThan(0.5);
    const { frames } = await figures(page);
    await press(page, { square: "b2W" });
    await settled(page);
    expect((await figures(page)).frames).toBeGreaterThan(frames);
    await expect(canvas).toHaveAttribute("data-refined", "true", { timeout: 60_000 });
  });
});

/** How far two pictures are apart: the mean of all channels' differences, of 255. */
function apart(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(
        pictures.map(async (data) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          pen?.drawImage(bitmap, 0, 0);
          return pen?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      if (!first || first.length === 0 || first.length !== second?.length) throw new Error("pictures of two sizes");
      return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
    },
    [one, other],
  );
}

test("a lost graphics context comes back with the set in it", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await page.locator(".scene-canvas").evaluate(async (canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext("webgl2");
    const loss = context?.getExtension("WEBGL_lose_context");
    const restored = new Promise((resolve) => canvas.addEventListener("webglcontextrestored", resolve));
    loss?.loseContext();
    await new Promise((resolve) => setTimeout(resolve, 100));
    loss?.restoreContext();
    await restored;
  });
  await settled(page);
  expect((await figures(page)).calls).toBeGreaterThan(10);
  await press(page, { square: "b2W" });
  await press(page, { square: "b4N" });
  await expectPly(page, 1);
});

test("a graphics context lost for good leaves the map, with a note", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await page.locator(".scene-canvas").evaluate((canvas) => {
    (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(page.locator(".views-note")).toContainText("lost", { timeout: 15_000 });
  await square(page, "b2W").click();
  await square(page, "b4N").click();
  await expectPly(page, 1);
});

test("a kept view is there again after a reload", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  const canvas = page.locator(".scene-canvas");
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the canvas has no place");
  await page.mouse.move(box.x + 40, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 230, { steps: 4 });
  await page.mouse.up();
  await page.getByText("Look", { exact: true }).click();
  await page.getByRole("button", { name: "Keep this view as mine" }).click();
  const kept = await page.evaluate(() => window.tridScene?.currentView());
  await page.reload();
  await sceneReady(page);
  await preset(page, "Mine");
  const found = await page.evaluate(() => window.tridScene?.currentView());
  expect(found?.azimuth).toBeCloseTo(kept?.azimuth ?? NaN);
  expect(found?.zoom).toBeCloseTo(kept?.zoom ?? NaN);
});

test("the board is saved as a picture", async ({ page }) => {
  await openTable(page, { search: SEARCH });
  await sceneReady(page);
  await page.getByText("Look", { exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  expect((await download).suggestedFilename()).toBe("tri-d.png");
  const shades = await page.evaluate(async () => {
    const blob = await window.tridScene?.snapshotPng();
    if (blob?.type !== "image/png") return 0;
    const bitmap = await createImageBitmap(blob);
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    pen?.drawImage(bitmap, 0, 0);
    const pixels = pen?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const found = new Set<number>();
    for (let i = 0; i < pixels.length; i += 4 * 97)
      found.add(((pixels[i] ?? 0) >> 3) * 1024 + ((pixels[i + 2] ?? 0) >> 3));
    return found.size;
  });
  // A picture of the set has many shades; an empty canvas has a handful.
  expect(shades).toBeGreaterThan(100);
});

test("a picture takes its time where software draws, and is missed in words", async ({ page }) => {
  await page.setViewportSize({ width: 480, height: 560 });
  await openTable(page, { search: "?view=scene" });
  await sceneReady(page);
  await page.getByText("Look", { exact: true }).click();
  const download = page.waitForEvent("download", { timeout: 60_000 });
  await page.getByRole("button", { name: "Save a picture" }).click();
  await expect(page.getByRole("button", { name: "Drawing…" })).toBeDisabled();
  expect((await download).suggestedFilename()).toBe("tri-d.png");
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-refined", "true");
  await page.evaluate(() => {
    if (window.tridScene) window.tridScene.snapshotPng = () => Promise.reject(new Error("none"));
  });
  await page.getByRole("button", { name: "Save a picture" }).click();
  await expect(page.getByRole("alert")).toContainText("no picture");
});

test("going to and fro in a game leaves nothing behind on the graphics card", async ({ page }) => {
  test.setTimeout(120_000);
  await openTable(page, { search: SEARCH, tfen: BOARDS });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await sceneReady(page);
  for (const text of ["QL1-KL2^180", "c6Nb6N", "b1Wb2W"]) {
    await page.getByPlaceholder(/Type a move/).fill(text);
    await page.getByRole("button", { name: "Play" }).click();
  }
  await settled(page);
  const before = await figures(page);
  for (let i = 0; i < 40; i++) await page.keyboard.press(i % 8 < 4 ? "ArrowLeft" : "ArrowRight");
  await preset(page, "Black");
  await preset(page, "White");
  expect((await figures(page)).objects).toBe(before.objects);
});

test.describe("with a finger", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the first tap on a target shows the ghost, the second one moves", async ({ page }) => {
    await openTable(page, { search: "?view=scene&quality=low" });
    await sceneReady(page);
    const tap = async (name: string) => {
      const { x, y } = await look(page, { square: name });
      await page.touchscreen.tap(x, y);
      await settled(page);
    };
    await tap("b2W");
    await tap("b4N");
    await expectPly(page, 0);
    await tap("b4N");
    await expectPly(page, 1);
  });
});
