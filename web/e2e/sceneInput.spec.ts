// Playing in the 3D scene: picking from every camera, moving boards, dragging, touch, premoves.
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { expectMoves, expectNoDialog, expectPly, expectTfen, openDialog, openPage } from "./gamePage";
import { playMove, square, tfenOf } from "./gamePage";
import { clickTarget, findPoint, pointOf, renderStats, sceneInput, sceneReady, selectCamera } from "./scenePage";
import { settled } from "./scenePage";

const SEARCH = "?view=both&quality=low";
/** White's board on QL1 carries one pawn, Black's on KL4 none. */
const BOARDS =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

test("a whole game by clicks in the scene", async ({ page }) => {
  test.setTimeout(600_000);
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  for (const [index, move] of SHORT.moves.entries()) {
    await playMove(page, sceneInput(page), move);
    await expectPly(page, index + 1);
  }
  await expectTfen(page, SHORT.tfen);
  await expectMoves(page, SHORT.texts);
});

test("a board moves by clicks in the scene, its landing chosen in the dialog", async ({ page }) => {
  await openPage(page, { search: SEARCH, tfen: BOARDS });
  await sceneReady(page);
  await playMove(page, sceneInput(page), "QL1-KL2^180");
  await expectPly(page, 1);
});

test("a selection in the scene shows in the map", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await sceneInput(page).square("b2W");
  await expect(square(page, "b2W")).toHaveClass(/selected/);
  await expect(square(page, "b4N")).toHaveClass(/target/);
});

for (const exploded of [false, true]) {
  test(`pieces, squares and boards can be picked from every camera${exploded ? ", exploded" : ""}`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await openPage(page, { search: SEARCH });
    await sceneReady(page);
    if (exploded) {
      await page.getByText("3D options", { exact: true }).click();
      await page.getByLabel("Pull the boards apart").check();
      await page.getByText("3D options", { exact: true }).click();
      await settled(page);
    }
    for (const camera of ["White", "Black", "Showcase", "Top", "Side", "Front"]) {
      await selectCamera(page, camera);
      for (const own of ["b2W", "c2W", "a2W"]) {
        await clickTarget(page, { square: own });
        await expect(square(page, own)).toHaveClass(/selected/);
      }
      await pointOf(page, { square: "a4N" });
      await pointOf(page, { square: "a3W" });
      await page.keyboard.press("Escape");
      await expect(page.locator(".square.selected")).toHaveCount(0);
      await clickTarget(page, { square: "a2W" });
      await expect(square(page, "a2W")).toHaveClass(/selected/);
      await clickTarget(page, { pin: "QL6" });
    }
  });
}

test("a target is picked through the glass above it", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await selectCamera(page, "White");
  expect(await findPoint(page, { square: "c4W" })).toBeNull();
  await clickTarget(page, { square: "c2W" });
  await clickTarget(page, { square: "c4W" });
  await expectPly(page, 1);
  expect(await tfenOf(page)).toContain("2P1/4/PP1P");
});

test("a board goes to a marked pin, its rider to the ghost that is clicked", async ({ page }) => {
  await openPage(page, { search: SEARCH, tfen: BOARDS });
  await sceneReady(page);
  await clickTarget(page, { pin: "QL1" });
  const { x, y } = await pointOf(page, { pin: "KL2" });
  await page.mouse.move(x, y);
  await settled(page);
  // Both landings have captions before the player decides.
  await expect(page.locator(".scene-captions span:visible")).toHaveCount(2);
  await expect(page.locator(".scene-captions")).toContainText("opposite corner");
  await page.mouse.click(x, y);
  await expect(page.getByRole("dialog")).toBeVisible();
  await clickTarget(page, { square: "e4KL2" });
  await expectPly(page, 1);
  expect(await tfenOf(page)).toContain("KL2w^:");
});

test("a refused pin marks the piece in the shaft", async ({ page }) => {
  await openPage(page, { search: SEARCH, tfen: BOARDS });
  await sceneReady(page);
  await clickTarget(page, { pin: "QL1" });
  await clickTarget(page, { pin: "QL2" });
  await expect(page.locator(".square.pointed").first()).toBeVisible();
  await expectPly(page, 0);
});

/** Drags the piece on a square to another square, which is located after the piece is lifted. */
async function dragPiece(page: Page, from: string, to: string): Promise<void> {
  const start = await pointOf(page, { square: from });
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y - 12, { steps: 3 });
  const end = await pointOf(page, { square: to });
  await page.mouse.move(end.x, end.y, { steps: 3 });
  await page.mouse.up();
}

test("a piece is dragged to a target, and returns from anywhere else", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  const from = await pointOf(page, { square: "b2W" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y - 12, { steps: 3 });
  await page.mouse.move(5, 5, { steps: 3 });
  await page.mouse.up();
  await expect(square(page, "b2W")).toHaveClass(/selected/);
  await expectPly(page, 0);
  await dragPiece(page, "b2W", "b4N");
  await expectPly(page, 1);
  await expect(square(page, "b4N")).toHaveAttribute("aria-label", /white pawn/);
});

/** Starts a game against the computer, in which White plays b3W. */
async function startAgainstComputer(page: Page): Promise<void> {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await openDialog(page, "New game");
  await page.getByRole("radio", { name: "Computer" }).check();
  await page.getByRole("radio", { name: "White", exact: true }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
  for (const name of ["b2W", "b3W"]) await clickTarget(page, { square: name });
  await expectPly(page, 1);
}

for (const method of ["clicked", "dragged"] as const) {
  test(`a ${method} premove is marked while the computer thinks, and played after its move`, async ({ page }) => {
    let loadEngine = (): void => undefined;
    const held = new Promise<void>((resolve) => (loadEngine = resolve));
    // The computer cannot move before its module is loaded.
    await page.route(/trid_engine.*\.wasm/, async (route) => {
      await held;
      await route.continue();
    });
    await startAgainstComputer(page);
    if (method === "clicked") for (const name of ["c2W", "c3W"]) await clickTarget(page, { square: name });
    else await dragPiece(page, "c2W", "c3W");
    await expect(square(page, "c2W")).toHaveClass(/premove/);
    await expect(square(page, "c3W")).toHaveClass(/premove/);
    await expectPly(page, 1);
    loadEngine();
    await expect(page.locator(".app")).toHaveAttribute("data-ply", /[34]/, { timeout: 120_000 });
    await expect(square(page, "c3W")).toHaveAttribute("aria-label", /white pawn/);
  });
}

test("dragging the opponent's piece during their turn orbits the camera", async ({ page }) => {
  await page.route(/trid_engine.*\.wasm/, () => new Promise<void>(() => undefined));
  await startAgainstComputer(page);
  const azimuth = () => page.evaluate(() => window.tridScene?.currentView().azimuth ?? NaN);
  const before = await azimuth();
  const from = await pointOf(page, { square: "b7B" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 10, { steps: 3 });
  await page.mouse.up();
  await expect.poll(azimuth).not.toBeCloseTo(before);
});

test("hovering a square marks its column on every level", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  const { x, y } = await pointOf(page, { square: "b4N" });
  await page.mouse.move(x, y);
  await expect(square(page, "b4N")).toHaveClass(/column/);
  await expect(square(page, "b4W")).toHaveClass(/column/);
});

test("with reduced motion, moves are not animated", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await clickTarget(page, { square: "b2W" });
  const target = await pointOf(page, { square: "b4N" });
  const before = await renderStats(page);
  await page.mouse.click(target.x, target.y);
  await expectPly(page, 1);
  await settled(page);
  const after = await renderStats(page);
  expect(after.frames - before.frames).toBeLessThan(8);
});

test("a saved view is restored after a reload", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  const box = await page.locator(".scene-canvas").boundingBox();
  if (!box) throw new Error("the canvas is not visible");
  await page.mouse.move(box.x + 40, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 230, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  await page.getByText("3D options", { exact: true }).click();
  await page.getByRole("button", { name: "Save this view as “Mine”" }).click();
  const saved = await page.evaluate(() => window.tridScene?.currentView());
  await page.reload();
  await sceneReady(page);
  await selectCamera(page, "Mine");
  const restored = await page.evaluate(() => window.tridScene?.currentView());
  expect(restored?.azimuth).toBeCloseTo(saved?.azimuth ?? NaN);
  expect(restored?.zoom).toBeCloseTo(saved?.zoom ?? NaN);
});

test.describe("with touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the first tap on a target shows a ghost, the second one moves", async ({ page }) => {
    await openPage(page, { search: "?view=scene&quality=low" });
    await sceneReady(page);
    const tap = async (name: string) => {
      const { x, y } = await pointOf(page, { square: name });
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

test("the options are beside the set and close with the screen", async ({ page }) => {
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  const options = page.getByRole("complementary", { name: "3D options" });
  await page.getByRole("button", { name: "3D options" }).click();
  // The panel is loaded on the first press, and the set gives way when it is there.
  await expect(options).toBeVisible();
  const [set, beside] = [await page.locator(".scene-canvas").boundingBox(), await options.boundingBox()];
  expect(beside?.x).toBeGreaterThanOrEqual((set?.x ?? 0) + (set?.width ?? Infinity));
  await page.goto("./?view=scene&quality=low#analysis");
  await expect(page.locator(".scene-canvas")).toBeVisible();
  await expect(options).toHaveCount(0);
});
