// The page on a phone: everything is large enough to tap, fits the screen and stays in view.
import { expect, test, type Locator, type Page } from "@playwright/test";
import { expectNoDialog, expectPly, openAddress, openPage, pin, square } from "./gamePage";
import { sceneReady } from "./scenePage";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";

test("squares are large enough to tap, and the page is not wider than the screen", async ({ page }) => {
  await openPage(page);
  const widths = await page
    .locator(".map .square")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(40);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("the page fits the narrowest screens", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await openPage(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("boards and pieces move by taps", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").tap();
  await pin(page, "KL2").tap();
  await page.getByRole("dialog").getByRole("button", { name: "opposite corner" }).tap();
  await expectPly(page, 1);
  await square(page, "c6N").tap();
  await page.locator(".square.target").first().tap();
  await expectPly(page, 2);
});

for (const height of [844, 640]) {
  test(`the status stays in view during play, ${height} pixels high`, async ({ page }) => {
    await page.setViewportSize({ width: height === 844 ? 390 : 360, height });
    await openPage(page, {
      tfen: "4/P3/P3/QB1K|3p/2p1/rP1P/2n1|pqbn/4/p2p/1NP1|QL1w:PB/R1,KL1w:1P/R1,QL5b^:2/2,KL6b:kr/1p w k a2W a8B - - 0 23",
    });
    const status = page.locator(".bar-status");
    await expect(status).toHaveText("White to move, in check");
    await expect(status).toBeInViewport({ ratio: 1 });
    // The status does not push the boards off the screen.
    const lowest = await page
      .locator(".map .square")
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom)));
    if (height === 844) expect(lowest).toBeLessThanOrEqual(height);
    await square(page, "d1KL1").scrollIntoViewIfNeeded();
    await expect(status).toBeInViewport({ ratio: 1 });
    await square(page, "d1W").tap();
    await page.locator(".square.target").first().tap();
    await expect(status).toHaveText("Black to move");
    await expect(status).toBeInViewport({ ratio: 1 });
  });
}

test("the clocks stay in view during play", async ({ page }) => {
  await page.clock.install();
  await openPage(page);
  await page.getByRole("button", { name: "New game" }).tap();
  await page.getByText("5 + 3").tap();
  await page.getByRole("button", { name: "Start game" }).tap();
  await expectNoDialog(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await square(page, "b2W").tap();
  await square(page, "b4N").tap();
  await expectPly(page, 1);
  await page.clock.runFor(3100);
  const clocks = page.locator(".bar-status .clock");
  await expect(clocks).toHaveText(["5:00", "4:57"]);
  for (const clock of await clocks.all()) await expect(clock).toBeInViewport({ ratio: 1 });
});

test("a finger drags pieces and boards, and scrolls the page elsewhere", async ({ page, context }) => {
  await openPage(page, { tfen: RIDER });
  const devtools = await context.newCDPSession(page);
  const center = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };
  /** Waits until the position is painted: until then the browser takes a touch on a piece for scrolling. */
  const painted = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  const drag = async (from: Locator, to: Locator): Promise<void> => {
    await painted();
    const [start, end] = [await center(from), await center(to)];
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const part of [0.2, 0.5, 0.8, 1]) {
      const point = { x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part };
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    // The finger rests before it is lifted. A fast lift is a fling, and the browser takes the next tap for its end.
    for (let frame = 0; frame < 10; frame++) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const point = { x: end.x + (frame % 2), y: end.y };
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await drag(square(page, "b1W"), square(page, "c1W"));
  await expectPly(page, 1);
  await expect(square(page, "c1W")).toHaveAccessibleName(/^white rook/);
  await drag(square(page, "c6N"), square(page, "d6N"));
  await expectPly(page, 2);
  await drag(pin(page, "QL1"), pin(page, "KL2"));
  await page.getByRole("dialog").getByRole("button", { name: "same corner" }).tap();
  await expectPly(page, 3);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await drag(square(page, "b2W"), square(page, "b6N"));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expectPly(page, 3);
});

test("a finger on the set scrolls the page up and down, and turns the set sideways", async ({ page, context }) => {
  await openPage(page, { search: "?quality=low&view=scene" });
  await sceneReady(page);
  const devtools = await context.newCDPSession(page);
  const { x, y, width, height } = (await page.locator(".scene-canvas").boundingBox()) ?? fail();
  const start = { x: x + width / 2, y: y + height * 0.8 };
  const swipe = async (right: number, down: number): Promise<void> => {
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
      const point = { x: start.x + right * part, y: start.y + down * part };
      await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point] });
    }
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  const camera = () => page.evaluate(() => JSON.stringify(window.tridScene?.currentView()));
  const before = await camera();
  await swipe(-150, 0);
  await expect.poll(camera).not.toBe(before);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const turned = await camera();
  await swipe(0, -250);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect(await camera()).toBe(turned);
});

function fail(): never {
  throw new Error("the page shows no set");
}

for (const [name, address] of [
  ["exercise", "./?quality=low#learn=first/1"],
  ["game", "./?quality=low#play"],
] as const) {
  test(`the first ${name} shows the whole set on one screen, the map one tap away`, async ({ page }) => {
    await openAddress(page, address);
    await sceneReady(page);
    const canvas = page.locator(".scene-canvas");
    await expect(canvas).toBeInViewport({ ratio: 1 });
    expect((await canvas.boundingBox())?.height).toBeGreaterThan(480);
    for (const camera of await page.getByRole("group", { name: "Camera" }).getByRole("button").all())
      await expect(camera).toBeInViewport({ ratio: 1 });
    expect(await heightOfSet(page)).toBeGreaterThan(0.6);
    await page.getByRole("group", { name: "Views" }).getByRole("button", { name: "Map" }).tap();
    await expect(square(page, "a1W")).toBeInViewport();
  });
}

/** How much of the height of the canvas lies between White's and Black's outermost squares. */
async function heightOfSet(page: Page): Promise<number> {
  const area = (name: string) => page.evaluate((each) => window.tridScene?.areaOf(each), name);
  const [top, bottom] = [(await area("z9QL6")) ?? fail(), (await area("d1W")) ?? fail()];
  const { height } = (await page.locator(".scene-canvas").boundingBox()) ?? fail();
  return (bottom.bottom - top.top) / height;
}

for (const [width, height] of [
  [844, 390],
  [932, 430],
] as const) {
  test.describe(`held sideways, ${width} x ${height}`, () => {
    test.use({ viewport: { width, height } });

    for (const view of ["both", "scene"] as const) {
      test(`the header and the panel are beside the boards: ${view}`, async ({ page }) => {
        await openAddress(page, `./?quality=low&view=${view}#play`);
        await sceneReady(page);
        const canvas = (await page.locator(".scene-canvas").boundingBox()) ?? fail();
        const [header, panel] = await Promise.all(
          [".header", ".panel"].map(async (part) => (await page.locator(part).boundingBox()) ?? fail()),
        );
        expect((header?.x ?? 0) + (header?.width ?? 0)).toBeLessThanOrEqual(canvas.x);
        expect(panel?.x).toBeGreaterThanOrEqual(canvas.x + canvas.width);
        expect(canvas.height).toBeGreaterThan(height * 0.85);
        expect(await heightOfSet(page)).toBeGreaterThan(view === "scene" ? 0.75 : 0.55);
        const pressed = page.locator(".header button, .segmented button, .actions button, .player, .scene-options");
        for (const each of await pressed.filter({ visible: true }).all())
          await expect(each).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
        if (view === "scene") return;
        const map = (await page.locator(".map").boundingBox()) ?? fail();
        for (const each of await page.locator(".map .square, .map .map-pin, .map .map-handle").all()) {
          const box = (await each.boundingBox()) ?? fail();
          expect(box.x).toBeGreaterThanOrEqual(map.x);
          expect(box.x + box.width).toBeLessThanOrEqual(map.x + map.width);
          expect(box.y).toBeGreaterThanOrEqual(map.y);
          expect(box.y + box.height).toBeLessThanOrEqual(map.y + map.height);
        }
      });
    }

    test("the task of an exercise is beside the boards", async ({ page }) => {
      await openAddress(page, "./?quality=low#learn=first/1");
      await sceneReady(page);
      await expect(page.locator(".scene-canvas")).toBeInViewport({ ratio: 1 });
      for (const name of ["Hint", "Show solution"])
        await expect(page.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
      for (const name of ["b1W", "b7B"]) await expect(square(page, name)).toBeInViewport({ ratio: 1 });
    });
  });
}

test("tilting the phone turns the camera while that is switched on", async ({ page }) => {
  await openPage(page, { search: "?quality=low&view=scene" });
  await sceneReady(page);
  const tilt = (beta: number) =>
    page.evaluate((angle) => {
      dispatchEvent(new DeviceOrientationEvent("deviceorientation", { beta: angle, gamma: 0 }));
      return window.tridScene?.currentView().elevation;
    }, beta);
  expect(await tilt(40)).toBe(await tilt(50));
  await page.getByRole("button", { name: "3D options" }).tap();
  const option = page.getByLabel("Tilting the phone turns the camera");
  await option.check();
  const held = (await tilt(40)) ?? fail();
  expect(await tilt(50)).toBeCloseTo(held + 0.2);
  await option.uncheck();
  expect(await tilt(60)).toBeCloseTo(held + 0.2);
});

test("the landing question does not cover the board it asks about", async ({ page }) => {
  await openPage(page, { tfen: RIDER });
  await pin(page, "QL1").tap();
  await pin(page, "KL2").tap();
  const question = await page.getByRole("dialog").boundingBox();
  const target = await pin(page, "KL2").boundingBox();
  if (!question || !target) throw new Error("the page asks nothing");
  const apart =
    question.y >= target.y + target.height ||
    question.y + question.height <= target.y ||
    question.x >= target.x + target.width ||
    question.x + question.width <= target.x;
  expect(apart).toBe(true);
});

test("the reason for an illegal move is in view", async ({ page }) => {
  await openPage(page);
  await square(page, "b8B").tap();
  await square(page, "b1W").tap();
  await square(page, "b5N").tap();
  await expect(page.locator(".said-error")).toBeInViewport({ ratio: 1 });
});

test("a message that says why a board is stuck covers no square", async ({ page }) => {
  await openPage(page);
  await pin(page, "QL1").tap();
  const message = page.locator(".passing .said-error");
  await expect(message).toBeInViewport({ ratio: 1 });
  // Longer texts of other languages or larger fonts too.
  await message.locator(".said-text").evaluate((element) => element.append(` ${"and so on ".repeat(14)}`));
  const { y: top = 0 } = (await message.boundingBox()) ?? {};
  const bottoms = await page
    .locator(".map .square, .map .map-pin")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(top);
});

test("the task of an exercise and the whole map fit the screen", async ({ page }) => {
  await openAddress(page, "./?view=map#learn=rook/1");
  await expect(page.getByRole("button", { name: "Hint" })).toBeInViewport({ ratio: 1 });
  for (const name of ["z0QL1", "e0KL1", "z9QL6"]) await expect(square(page, name)).toBeInViewport({ ratio: 1 });
});

test("a message above a puzzle leaves the whole map on the screen", async ({ page }) => {
  await openAddress(page, "./?view=map#puzzle=945635");
  await expect(page.getByRole("button", { name: "Hint" })).toBeVisible();
  // A file that is no game, which the page reports above the task.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["nonsense"], "nonsense.txt"));
    document.querySelector(".app")?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  });
  await expect(page.locator(".learn-panel > .said-error")).toBeInViewport({ ratio: 1 });
  for (const name of ["z0QL1", "e0KL1", "e9KL6"]) await expect(square(page, name)).toBeInViewport({ ratio: 1 });
});

test("a message does not cover the question what a pawn becomes", async ({ page }) => {
  await openPage(page, {
    tfen: "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57 revised",
  });
  const message = page.locator(".passing .said-note");
  await square(page, "d8KL6").tap();
  await expect(message).toBeVisible();
  await square(page, "d9KL6").tap();
  await expect(page.getByRole("dialog", { name: /promote to/i })).toBeVisible();
  await expect(message).toBeHidden();
});
