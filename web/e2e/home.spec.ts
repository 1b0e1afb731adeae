// The first minute: the home screen before and after the app has loaded, the first moves, and the Back button.
import { expect, test, type Page } from "@playwright/test";
import { expectNoDialog, expectPly, openAddress, openDialog, openPage, playInMap, typeMove } from "./gamePage";
import { sceneReady, settled } from "./scenePage";
import { makeThumbnail, type Thumbnail } from "./thumbnail";

const SEARCH = "?quality=low&view=map";

const home = (page: Page) => page.getByRole("heading", { name: "Chess on three levels" });
const choice = (page: Page, name: string) =>
  page.locator(".home").getByRole("button", { name: new RegExp(`^${name}`) });

test("the home screen works before the rules have loaded, and a click is remembered", async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/trid_rules_bg*.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`./${SEARCH}`);
  await expect(home(page)).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("button", { name: "Help" })).toBeVisible();
  await choice(page, "Play the computer").click();
  await expect(page.locator("#page")).not.toHaveAttribute("data-ready");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "Computer" })).toBeChecked();
});

/** A legal move of White: the squares where it begins and ends. */
async function findMove(page: Page): Promise<[string, string]> {
  const piece = page.locator('.map .square[aria-label*=" move"]:not([aria-label*=" 0 moves"])').first();
  const from = (await piece.getAttribute("data-square")) ?? "";
  await piece.click();
  const to = (await page.locator(".map .square.target").first().getAttribute("data-square")) ?? "";
  await page.keyboard.press("Escape");
  return [from, to];
}

const whiteToMove = (page: Page) => expect(page.locator(".player[data-color=white].to-move")).toBeVisible();

/** Tab until the element has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.getByRole("button", { name: new RegExp(`^${name}`) });
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

test.describe("from home to the third move against the computer", () => {
  test("by mouse", async ({ page }) => {
    await openAddress(page, `./${SEARCH}`);
    await choice(page, "Play the computer").click();
    await page.getByRole("button", { name: "Start game" }).click();
    for (const ply of [1, 3, 5]) {
      await whiteToMove(page);
      const [from, to] = await findMove(page);
      await playInMap(page, from + to);
      await expect
        .poll(async () => Number(await page.locator(".app").getAttribute("data-ply")))
        .toBeGreaterThanOrEqual(ply);
    }
    await expect(home(page)).toBeHidden();
  });

  test("by keyboard", async ({ page }) => {
    await openAddress(page, `./${SEARCH}`);
    await tabTo(page, "Play the computer");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "New game" })).toBeVisible();
    await tabTo(page, "Start game");
    await page.keyboard.press("Enter");
    // The focus is on the board: b2, then the square above.
    await expect(page.locator(".map .square:focus")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    for (const ply of [3, 5]) {
      await whiteToMove(page);
      const [from, to] = await findMove(page);
      await page.locator("#move-entry").focus();
      await page.keyboard.type(from + to);
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => Number(await page.locator(".app").getAttribute("data-ply")))
        .toBeGreaterThanOrEqual(ply);
    }
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test("by touch", async ({ page }) => {
      await openAddress(page, "./?quality=low");
      await choice(page, "Play the computer").tap();
      await page.getByRole("button", { name: "Start game" }).tap();
      await expect(page.locator(".views")).toHaveClass("views views-scene");
      await page.getByRole("group", { name: "Views" }).getByRole("button", { name: "Map" }).tap();
      for (const ply of [1, 3, 5]) {
        await whiteToMove(page);
        const [from, to] = await findMove(page);
        await page.locator(`.map [data-square="${from}"]`).tap();
        await page.locator(`.map [data-square="${to}"]`).tap();
        await expect
          .poll(async () => Number(await page.locator(".app").getAttribute("data-ply")))
          .toBeGreaterThanOrEqual(ply);
      }
    });
  });
});

test("two players start on one screen", async ({ page }) => {
  await openAddress(page, `./${SEARCH}`);
  await choice(page, "Two players, one screen").click();
  await expect(page.getByRole("radio", { name: "Computer" })).not.toBeChecked();
  await page.getByRole("button", { name: "Start game" }).click();
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
});

test("the first minute is offered until a game has begun", async ({ page }) => {
  await openAddress(page, `./${SEARCH}`);
  await expect(page.getByText("New here?")).toBeVisible();
  await choice(page, "Two players").click();
  await page.getByRole("button", { name: "Start game" }).click();
  await playInMap(page, "b2Wb3W");
  await page.getByRole("link", { name: "home" }).click();
  await expect(home(page)).toBeVisible();
  await expect(page.getByText("New here?")).toBeHidden();
});

test("the puzzle of the day is shown on the first visit, without all puzzles, and opens", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  const daily = page.locator(".home-daily");
  await openAddress(page, "./");
  await expect(daily).toContainText(/(White|Black) to move/);
  const task = (await daily.locator("small").textContent()) ?? "";
  await expect(daily.locator(".map .square")).toHaveCount(64);
  await expect(daily.locator(".map svg")).not.toHaveCount(0);
  expect(requests.filter((url) => /trid_learn|puzzles-/.test(url))).toEqual([]);
  // A press on the picture opens it too.
  await daily.locator(".map-boards").click({ force: true });
  await expect(page).toHaveURL(/#puzzles=daily$/);
  await expect(page.locator(".puzzle-panel h2")).toHaveText(task);
  await page.getByRole("button", { name: "Show solution" }).click();
  await expect(page.locator(".puzzle-line")).toBeVisible();
  await page.getByRole("link", { name: "Tri-D, home screen" }).click();
  await expect(daily).toContainText("Done for today");
});

const colors = ({ pixels }: Thumbnail) => pixels.filter((_, index) => index % 4 < 3);

test("the set stands on the dark table again after a game", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await openPage(page, { search: "?quality=low&view=both" });
  await sceneReady(page);
  await page.getByRole("link", { name: "home" }).click();
  await expect(home(page)).toBeVisible();
  await settled(page);
  const { x = 0, y = 0, height = 0 } = (await page.locator(".scene-canvas").boundingBox()) ?? {};
  const edge = { x: x + 10, y: y + height / 4, width: 96, height: 96 };
  const brightest = async () => Math.max(...colors(await makeThumbnail(page, await page.screenshot({ clip: edge }))));
  await expect.poll(brightest).toBeLessThan(80);
});

test("without a server there is no button to play a friend", async ({ page }) => {
  await openAddress(page, `./${SEARCH}`);
  await expect(choice(page, "Play a friend")).toBeHidden();
});

test("a returning player is back in the game under way, and finds it from home", async ({ page }) => {
  await openPage(page);
  await typeMove(page, "b4N", 1);
  await openAddress(page, `./${SEARCH}`);
  await expectPly(page, 1);
  await expect(home(page)).toBeHidden();
  await expect(page.locator(".map")).toBeVisible();
  await page.getByRole("link", { name: "home" }).click();
  await expect(home(page)).toBeVisible();
  await page.getByRole("button", { name: "Continue your game" }).click();
  await expect(home(page)).toBeHidden();
  await expect(page.locator(".map")).toBeVisible();
});

test.describe("the Back button", () => {
  test("closes a dialog, goes home, and Forward returns to the game", async ({ page }) => {
    await openAddress(page, `./${SEARCH}`);
    await choice(page, "Two players, one screen").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.goBack();
    await expectNoDialog(page);
    await expect(home(page)).toBeVisible();
    await choice(page, "Two players, one screen").click();
    await page.getByRole("button", { name: "Start game" }).click();
    await expect(page.locator(".map")).toBeVisible();
    await expect(page).toHaveURL(/#play$/);
    await openDialog(page, "Help");
    await expect(page).toHaveURL(/#help$/);
    await page.goBack();
    await expectNoDialog(page);
    await expect(page.locator(".map")).toBeVisible();
    await page.goBack();
    await expect(home(page)).toBeVisible();
    await page.goForward();
    await expect(page.locator(".map")).toBeVisible();
  });

  test("does not open a dialog again that was closed", async ({ page }) => {
    await openAddress(page, `./${SEARCH}`);
    await page.getByRole("link", { name: "home" }).click();
    await openDialog(page, "My games");
    await page.getByRole("button", { name: "Open a file or text…" }).click();
    await expect(page.getByRole("dialog", { name: "Open a game or position" })).toBeVisible();
    await expect(page).toHaveURL(/#import$/);
    await page.keyboard.press("Escape");
    await expectNoDialog(page);
    await expect(page).toHaveURL(/(#home|view=map)$/);
    await page.goForward();
    await expect(page.getByRole("dialog", { name: "My games" })).toBeVisible();
  });
});

test("a dialog has an address of its own", async ({ page }) => {
  await openAddress(page, `./${SEARCH}#help`);
  await expect(page.getByRole("dialog", { name: "How to play" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
  await expect(home(page)).toBeVisible();
  await expect(page).toHaveURL(/#home$/);
});

test("an unknown address shows the home screen", async ({ page }) => {
  await openAddress(page, `./${SEARCH}#nowhere`);
  await expect(home(page)).toBeVisible();
});

test("nothing moves while the first visit loads", async ({ page }) => {
  await page.addInitScript(() => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value;
      document.documentElement.dataset.shift = String(shift);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await openAddress(page, "./?quality=low");
  await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 120_000 });
  await page.evaluate(() => window.tridScene?.settled());
  expect(Number((await page.locator("html").getAttribute("data-shift")) ?? 0)).toBeLessThan(0.02);
});

test("the skip link leads to the board", async ({ page }) => {
  await openPage(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the board" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".map .square:focus")).toHaveCount(1);
  await expect(page).toHaveURL(/#play$/);
});

test.describe("the showroom", () => {
  test.use({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });

  test("shows the whole set on a dark table; a game is shown as the player has chosen", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await openAddress(page, "./?quality=low&view=scene");
    await sceneReady(page);
    const canvas = page.locator(".scene-canvas");
    await expect(canvas).toHaveAttribute("data-lighting", "dark");
    const { y, height } = (await canvas.boundingBox()) ?? { y: 0, height: Infinity };
    expect(y + height).toBeLessThanOrEqual(720);
    // A dialog over it keeps the page's controls.
    await openDialog(page, "View");
    await expect(page.getByRole("dialog")).not.toHaveCSS("color-scheme", "dark");
    await page.goto("./?quality=low&view=scene#play");
    await expect(canvas).toHaveAttribute("data-lighting", "light");
  });
});
