// How the 3D scene renders: on demand, by the quality that the machine allows, after a lost context, and as a picture.
import { expect, test, type Page } from "@playwright/test";
import { closeDialog, expectPly, openDialog, openPage, square, typeMove } from "./gamePage";
import { clickTarget, pointOf, renderStats, sceneReady, selectCamera, settled } from "./scenePage";

const SEARCH = "?view=both&quality=low";
const BOARDS =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

test("without WebGL the page shows the map and a note", async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openPage(page, { search: "?view=both" });
  await expect(page.locator(".views-note")).toContainText("WebGL");
  await square(page, "b2W").click();
  await square(page, "b4N").click();
  await expectPly(page, 1);
});

test("?debug names all 27 boards and all squares, green on the set and red elsewhere", async ({ page }) => {
  await openPage(page, { search: "?view=scene&quality=low&debug" });
  await sceneReady(page);
  const labels = page.locator(".scene-debug span");
  const boards = page.locator('.scene-debug span[data-kind="board"]');
  await expect(boards).toHaveCount(27);
  await expect(boards.filter({ hasText: "KL6:180" })).toHaveText(/9\.45, 17\.85, 21\.00/);
  await expect(page.locator('.scene-debug span[data-kind="square"]')).toHaveCount(96);
  const label = (text: string) => labels.filter({ hasText: new RegExp(`^${text}$`) });
  await expect(label("b2W")).toHaveAttribute("data-presence", "visible");
  await expect(label("a1QL1")).toHaveAttribute("data-presence", "visible");
  await expect(label("a4QL2")).toHaveAttribute("data-presence", "hidden");
  await expect(label("a1QL1")).toHaveCSS("color", "rgb(11, 92, 45)");
  await expect(label("a4QL2")).toHaveCSS("color", "rgb(163, 20, 12)");
  await openDialog(page, "View");
  // It goes away with the mode.
  await page.getByLabel("Debug: outline every square of every board").click();
  await closeDialog(page);
  await expect(labels).toHaveCount(0);
});

test.describe("in a small window", () => {
  test.use({ viewport: { width: 480, height: 560 } });

  test("nothing is drawn while nothing changes, and a frame takes at most 120 draw calls", async ({ page }) => {
    await openPage(page, { search: "?view=both&quality=high" });
    await sceneReady(page);
    await clickTarget(page, { square: "b2W" });
    await settled(page);
    const before = await renderStats(page);
    expect(before.frames).toBeGreaterThan(0);
    expect(before.calls).toBeGreaterThan(20);
    expect(before.calls).toBeLessThanOrEqual(120);
    await page.evaluate(async () => {
      for (let frame = 0; frame < 90; frame++) await new Promise(requestAnimationFrame);
    });
    expect((await renderStats(page)).frames).toBe(before.frames);
  });

  test("quality is lowered on a slow machine", async ({ page }) => {
    test.setTimeout(600_000);
    // Hides that the graphics are software.
    await page.addInitScript(`
      const { prototype } = WebGL2RenderingContext;
      const getExtension = prototype.getExtension;
      prototype.getExtension = function (name) {
        return name === "WEBGL_debug_renderer_info" ? null : getExtension.call(this, name);
      };`);
    await openPage(page, { search: "?view=both" });
    await sceneReady(page);
    expect((await renderStats(page)).quality).toBe("high");
    await expect(async () => {
      await selectCamera(page, "Black");
      await selectCamera(page, "White");
      expect((await renderStats(page)).quality).not.toBe("high");
    }).toPass({ timeout: 480_000 });
  });
});

test.describe("on a small screen with a high pixel density", () => {
  test.use({ viewport: { width: 360, height: 480 }, deviceScaleFactor: 2 });

  test("software rendering draws motion in low quality and refines the picture at rest", async ({ page }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    const canvas = page.locator(".scene-canvas");
    const refined = () => expect(canvas).toHaveAttribute("data-refined", "true", { timeout: 120_000 });
    const screenshot = async () => (await canvas.screenshot()).toString("base64");
    const draw = async (search: string) => {
      await openPage(page, { search: `?view=scene${search}` });
      await sceneReady(page);
      await refined();
      return screenshot();
    };
    const high = await draw("&quality=high");
    const low = await draw("&quality=low");
    await draw("");
    // The picture is refined when nothing has changed for 900 ms. While time stands still, it stays as it was drawn.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.getByRole("group", { name: "Camera" }).getByRole("button", { name: "White" }).click();
    await page.clock.runFor(200);
    await expect(canvas).toHaveAttribute("data-refined", "false");
    expect((await renderStats(page)).quality).toBe("low");
    const moving = await screenshot();
    await page.clock.resume();
    await refined();
    const resting = await screenshot();
    expect(await meanDifference(page, moving, low)).toBeLessThan(0.05);
    expect(await meanDifference(page, resting, high)).toBeLessThan(0.05);
    expect(await meanDifference(page, low, high)).toBeGreaterThan(0.5);
    const { frames } = await renderStats(page);
    await clickTarget(page, { square: "b2W" });
    await settled(page);
    expect((await renderStats(page)).frames).toBeGreaterThan(frames);
    await refined();
  });
});

/** The mean difference of two pictures over all pixels and channels, of 255. */
function meanDifference(page: Page, one: string, other: string): Promise<number> {
  return page.evaluate(
    async (pictures) => {
      const [first, second] = await Promise.all(
        pictures.map(async (data) => {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? new Uint8ClampedArray();
        }),
      );
      if (!first || first.length === 0 || first.length !== second?.length)
        throw new Error("the pictures differ in size");
      return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
    },
    [one, other],
  );
}

test("beside the set, the map shows a move before the set draws it", async ({ page }) => {
  await openPage(page, { search: "?view=both" });
  await sceneReady(page);
  await square(page, "b2W").click();
  await settled(page);
  const drawn = await square(page, "b4N").evaluate(async (target) => {
    const frames = () => document.querySelector<HTMLElement>(".scene-canvas")?.dataset["frames"];
    const before = frames();
    (target as HTMLElement).click();
    await new Promise(requestAnimationFrame);
    return frames() !== before;
  });
  expect(drawn).toBe(false);
  await expectPly(page, 1);
});

test("glass in front of a piece is clear", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await openPage(page, { search: "?view=scene&quality=low" });
  await sceneReady(page);
  await selectCamera(page, "Black");
  await page.mouse.move(0, 0);
  const brightness = async (squares: readonly string[]) => {
    const points = await Promise.all(squares.map((square) => pointOf(page, { square })));
    const picture = (await page.screenshot()).toString("base64");
    return page.evaluate(brightnessAt, { picture, points });
  };
  const [open = 0] = await brightness(["z1QL1"]);
  // Seen through the squares of the neutral board.
  for (const behind of await brightness(["e0KL1", "d1KL1", "e1KL1"])) expect(behind).toBeGreaterThan(open * 0.7);
});

async function brightnessAt({
  picture,
  points,
}: {
  readonly picture: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}): Promise<number[]> {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  return points.map(({ x, y }) => {
    const [red = 0, green = 0, blue = 0] = context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [];
    return red + green + blue;
  });
}

test("the scene is restored after a lost graphics context", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await page.locator(".scene-canvas").evaluate(async (canvas) => {
    const context = (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context");
    const heard = (name: string) => new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
    const lost = heard("webglcontextlost");
    const restored = heard("webglcontextrestored");
    context?.loseContext();
    await lost;
    // A context can be restored once its loss has been handled, which is after this event.
    await new Promise((resolve) => setTimeout(resolve));
    context?.restoreContext();
    await restored;
  });
  await settled(page);
  expect((await renderStats(page)).calls).toBeGreaterThan(10);
  await clickTarget(page, { square: "b2W" });
  await clickTarget(page, { square: "b4N" });
  await expectPly(page, 1);
});

test("the map and a note remain when the graphics context is not restored", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await page.locator(".scene-canvas").evaluate((canvas) => {
    (canvas as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(page.locator(".views-note")).toContainText("stopped working");
  await square(page, "b2W").click();
  await square(page, "b4N").click();
  await expectPly(page, 1);
});

test("the scene is saved as a picture", async ({ page }) => {
  await openPage(page, { search: SEARCH });
  await sceneReady(page);
  await page.getByText("3D options", { exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a picture" }).click();
  expect((await download).suggestedFilename()).toBe("tri-d.png");
  const shades = await page.evaluate(async () => {
    const blob = await window.tridScene?.snapshotPng();
    if (blob?.type !== "image/png") return 0;
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const found = new Set<number>();
    for (let i = 0; i < pixels.length; i += 4 * 97)
      found.add(((pixels[i] ?? 0) >> 3) * 1024 + ((pixels[i + 2] ?? 0) >> 3));
    return found.size;
  });
  // A picture of the scene has many shades; an empty canvas has a handful.
  expect(shades).toBeGreaterThan(100);
});

declare global {
  interface Window {
    /** Resolves with whether the next picture is encoded or fails. */
    encodePicture?: () => Promise<boolean>;
  }
}

test("a picture drawn in software shows its progress, and an error if it fails", async ({ page }) => {
  const requests: ((works: boolean) => void)[] = [];
  await page.exposeFunction("encodePicture", () => new Promise<boolean>((resolve) => requests.push(resolve)));
  await page.addInitScript(() => {
    const { prototype } = HTMLCanvasElement;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- called on its canvas below
    const { toBlob } = prototype;
    prototype.toBlob = function (callback, type) {
      void window.encodePicture?.().then((works) => (works ? toBlob.call(this, callback, type) : callback(null)));
    };
  });
  await page.setViewportSize({ width: 480, height: 560 });
  await openPage(page, { search: "?view=scene" });
  await sceneReady(page);
  await page.getByText("3D options", { exact: true }).click();
  const save = page.getByRole("button", { name: "Save a picture" });
  const drawing = page.getByRole("button", { name: "Drawing…" });
  const canvas = page.locator(".scene-canvas");

  const download = page.waitForEvent("download");
  await save.click();
  await expect(drawing).toBeDisabled();
  await expect(canvas).toHaveAttribute("data-refined", "true", { timeout: 120_000 });
  await expect.poll(() => requests.length).toBe(1);
  requests[0]?.(true);
  expect((await download).suggestedFilename()).toBe("tri-d.png");
  await expect(save).toBeEnabled();

  await save.click();
  await expect(drawing).toBeDisabled();
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.(false);
  await expect(page.getByRole("alert")).toContainText("Couldn’t save a picture");
});

test("stepping through a game leaves no objects on the graphics card", async ({ page }) => {
  // Every step waits for the picture at rest, which takes long in software.
  await page.setViewportSize({ width: 900, height: 640 });
  await openPage(page, { search: SEARCH, tfen: BOARDS });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await sceneReady(page);
  for (const [index, move] of ["QL1-KL2^180", "c6Nd6N", "b1Wb2W"].entries()) await typeMove(page, move, index + 1);
  const step = async (name: "Previous move" | "Next move", ply: number) => {
    await page.getByRole("button", { name }).click();
    await expectPly(page, ply);
    await settled(page);
  };
  const stepThroughGame = async () => {
    for (const ply of [2, 1, 0]) await step("Previous move", ply);
    for (const ply of [1, 2, 3]) await step("Next move", ply);
    await selectCamera(page, "Black");
    await selectCamera(page, "White");
  };
  await stepThroughGame();
  const before = await renderStats(page);
  for (let round = 0; round < 2; round++) await stepThroughGame();
  expect((await renderStats(page)).objects).toBe(before.objects);
});
