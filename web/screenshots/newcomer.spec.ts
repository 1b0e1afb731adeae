// The way of a new player, as pictures in `target/newcomer`: home, the first minute, a first game to its end, its
// mistakes, the puzzle of the day. For a look at every step; nothing is compared.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { mapInput, playInMap, playMove } from "../e2e/gamePage";

const FOLDER = join(import.meta.dirname, "../../target/newcomer");
const LESSON = join(import.meta.dirname, "../../content/lessons/00-first.json");
const { exercises } = JSON.parse(readFileSync(LESSON, "utf8")) as { exercises: { id: string; solution: string[] }[] };
/** Longer than a game of random moves against level 1. */
const MAX_PLIES = 400;

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  for (const theme of ["light", "dark"] as const) {
    test(`${width} x ${height}, ${theme}`, async ({ page }) => {
      test.setTimeout(1_800_000);
      mkdirSync(FOLDER, { recursive: true });
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
      let step = 0;
      const picture = async (name: string): Promise<void> => {
        await page.waitForTimeout(700);
        const number = String(++step).padStart(2, "0");
        await page.screenshot({ path: join(FOLDER, `${width}-${theme}-${number}-${name}.png`) });
      };
      await page.goto("./");
      await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
      await picture("home");
      await page.getByRole("button", { name: "Try it" }).click();
      for (const [index, { solution }] of exercises.entries()) {
        if (index > 0) await page.getByRole("button", { name: "Next", exact: true }).click();
        await expect(page.locator(".lesson-place")).toContainText(`${index + 1} of`);
        await picture(`tour-${index + 1}`);
        // A phone shows the set first.
        if (index === 0) await page.getByRole("group", { name: "Views" }).getByRole("button", { name: "Both" }).click();
        for (const move of solution) await playMove(page, mapInput(page), move);
        await expect(page.locator(".lesson-result")).toContainText("Solved!");
        await picture(`tour-${index + 1}-solved`);
      }
      await page.getByRole("button", { name: "Play your first game" }).click();
      await expect(page.locator(".app")).toHaveAttribute("data-ply", "0");
      await picture("game");
      await playToTheEnd(page, picture);
      await picture("game-end");
      await page.getByRole("button", { name: "See your mistakes" }).click();
      await expect(page.getByText(/Mistake|No mistakes/).first()).toBeVisible({ timeout: 300_000 });
      await picture("mistakes");
      await page.goto("./#analysis");
      await picture("analysis");
      await page.goto("./#puzzles=daily");
      await expect(page.getByRole("button", { name: "Show solution" })).toBeVisible();
      await picture("puzzle");
      await page.getByRole("button", { name: "Show solution" }).click();
      await picture("puzzle-solution");
      for (const place of ["learn", "guide", "puzzles", "editor", "new", "games", "home"]) {
        await page.goto(`./#${place}`);
        await picture(place);
      }
    });
  }
}

/** Plays random moves as White until the game is over. */
async function playToTheEnd(page: Page, picture: (name: string) => Promise<void>): Promise<void> {
  const over = page.getByRole("button", { name: "Rematch" });
  const app = page.locator(".app");
  for (;;) {
    const ply = Number(await app.getAttribute("data-ply"));
    if (ply === 12) await picture("game-12");
    if (await over.isVisible()) return;
    expect(ply).toBeLessThan(MAX_PLIES);
    const move = await randomMove(page);
    if (move !== null) await playInMap(page, move).catch(() => undefined);
    await expect
      .poll(async () => (await over.isVisible()) || Number(await app.getAttribute("data-ply")) >= ply + 2)
      .toBe(true);
  }
}

/** A move of a piece that can move; null if the game has ended. */
async function randomMove(page: Page): Promise<string | null> {
  const own = page.locator('.map .square.own[aria-label^="white"]');
  const names = await own.evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.square ?? ""));
  for (const from of names.sort(() => Math.random() - 0.5)) {
    await page.locator(`.map [data-square="${from}"]`).click();
    const targets = page.locator(".map .square.target");
    const found = await targets.evaluateAll((each) =>
      each.map((square) => (square as HTMLElement).dataset.square ?? ""),
    );
    await page.keyboard.press("Escape");
    const to = found[Math.floor(Math.random() * found.length)];
    if (to !== undefined) return from + to;
  }
  return null;
}
