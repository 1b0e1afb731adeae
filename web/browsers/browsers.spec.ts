// The page in other browsers than that of the usual tests: it starts, plays three moves in the map and three in the set,
// and saves a game that is there after a reload. Part of `cargo xtask test --long`.
import { expect, test, type Page } from "@playwright/test";
import type { Driver, Point } from "./driver";
import { startFirefox } from "./firefox";
import { startWebKit } from "./webkit";

const MOVES = [
  ["b2W", "b4N"],
  ["b7B", "b5N"],
  ["c2W", "c3W"],
] as const;

test("Chromium plays and saves a game", async ({ page, baseURL }) => {
  await playAndSave(driveChromium(page), baseURL ?? "");
});

test("Firefox plays and saves a game", async ({ baseURL }) => {
  const { FIREFOX: firefox, XVFB: screen } = process.env;
  test.skip(!firefox || !screen, "FIREFOX or XVFB is not set");
  await within(startFirefox(firefox ?? "", screen ?? ""), baseURL ?? "");
});

test("WebKit plays and saves a game", async ({ baseURL }) => {
  const { WEBKIT_DRIVER: driver, WEBKIT_BROWSER: browser, XVFB: screen } = process.env;
  test.skip(!driver || !browser || !screen, "WEBKIT_DRIVER, WEBKIT_BROWSER or XVFB is not set");
  await within(startWebKit({ driver: driver ?? "", browser: browser ?? "", screen: screen ?? "" }), baseURL ?? "");
});

async function within(started: Promise<Driver>, baseURL: string): Promise<void> {
  const driver = await started;
  try {
    await playAndSave(driver, baseURL);
  } finally {
    await driver.close();
  }
}

function driveChromium(page: Page): Driver {
  return {
    async open(address) {
      await page.goto(address);
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    click: ({ x, y }: Point) => page.mouse.click(x, y),
    close: () => page.close(),
  };
}

async function playAndSave(driver: Driver, baseURL: string): Promise<void> {
  await open(driver, `${baseURL}?quality=low&view=map#play`);
  await collectErrors(driver);
  for (const [index, move] of MOVES.entries()) {
    for (const square of move) await clickElement(driver, `.map [data-square="${square}"]`);
    await expectPly(driver, index + 1);
  }
  await startNewGame(driver, baseURL);
  await collectErrors(driver);
  for (const [index, move] of MOVES.entries()) {
    for (const square of move) await clickInSet(driver, square);
    await expectPly(driver, index + 1);
  }
  await clickButton(driver, "Save game");
  await expect.poll(() => driver.run('return document.querySelectorAll("dialog[open] input").length')).toBe(1);
  await clickElement(driver, "dialog[open] button[type=submit]");
  await expect.poll(() => driver.run('return document.querySelectorAll("dialog[open]").length')).toBe(0);
  expect(await driver.run("return window.pageErrors")).toEqual([]);

  await driver.open("about:blank");
  await open(driver, `${baseURL}?quality=low&view=map#games`);
  await expectPly(driver, MOVES.length);
  await expect
    .poll(() => driver.run('return document.querySelectorAll("dialog[open] .game-open").length'))
    .toBeGreaterThanOrEqual(1);
}

async function open(driver: Driver, address: string): Promise<void> {
  await driver.open(address);
  await expect.poll(() => driver.run('return document.getElementById("page")?.dataset.ready')).toBe("true");
}

/** Keeps what the page throws from now on. */
async function collectErrors(driver: Driver): Promise<void> {
  await driver.run(`
    window.pageErrors = [];
    addEventListener("error", (event) => window.pageErrors.push(event.message));
    addEventListener("unhandledrejection", (event) => window.pageErrors.push(String(event.reason)));
  `);
}

/** A new game with only the set, ready to be clicked. */
async function startNewGame(driver: Driver, baseURL: string): Promise<void> {
  await driver.run('localStorage.clear(); indexedDB.deleteDatabase("trid")');
  await driver.open("about:blank");
  await open(driver, `${baseURL}?quality=low&view=scene#play`);
  await expectPly(driver, 0);
  await expect
    .poll(() => driver.run('return document.querySelector(".scene-canvas")?.dataset.ready'), { timeout: 120_000 })
    .toBe("true");
}

async function expectPly(driver: Driver, ply: number): Promise<void> {
  await expect.poll(() => driver.run('return document.querySelector(".app")?.dataset.ply')).toBe(String(ply));
}

async function clickElement(driver: Driver, selector: string): Promise<void> {
  await click(driver, `document.querySelector(${JSON.stringify(selector)})`);
}

async function clickButton(driver: Driver, name: string): Promise<void> {
  const all = '[...document.querySelectorAll("button")]';
  await click(driver, `${all}.find((button) => button.textContent.trim() === ${JSON.stringify(name)})`);
}

/** Clicks the middle of an element once it is there. */
async function click(driver: Driver, element: string): Promise<void> {
  let point: unknown = null;
  await expect
    .poll(async () => {
      point = await driver.run(`
        const element = ${element};
        if (!element) return null;
        element.scrollIntoView({ block: "nearest" });
        const { x, y, width, height } = element.getBoundingClientRect();
        return width === 0 ? null : { x: x + width / 2, y: y + height / 2 };
      `);
      return point;
    })
    .not.toBeNull();
  await driver.click(point as Point);
}

/** Clicks a square where the set says that it is visible. */
async function clickInSet(driver: Driver, square: string): Promise<void> {
  const point = await driver.run(`
    await window.tridScene.settled();
    const point = window.tridScene.pointOf({ square: ${JSON.stringify(square)} });
    const { x, y } = document.querySelector(".scene-canvas").getBoundingClientRect();
    return point && { x: point.x + x, y: point.y + y };
  `);
  expect(point, `the camera shows ${square}`).not.toBeNull();
  await driver.click(point as Point);
}
