// The learn screen: whole stages solved in both views, mistakes, damaged progress, no network, and the way back.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import {
  closeDialog,
  expectCached,
  expectPly,
  expectTfen,
  openAddress,
  openDialog,
  openPage,
  playInMap,
  playMove,
  square,
  tabTo,
  tfenOf,
  walkTo,
  storedItems,
  storeItems,
} from "./gamePage";
import { sceneInput, sceneReady } from "./scenePage";

interface Exercise {
  readonly id: string;
  readonly title: string;
  readonly solution: readonly string[];
}

function exercisesOf(file: string): readonly Exercise[] {
  const path = join(import.meta.dirname, "../../content/lessons", file);
  return (JSON.parse(readFileSync(path, "utf8")) as { exercises: Exercise[] }).exercises;
}

async function openLesson(page: Page, path: string, search = "?view=map"): Promise<void> {
  await openAddress(page, `./${search}#learn${path}`);
  await expect(page.locator(".learn h2")).toBeVisible();
}

function result(page: Page) {
  return page.locator(".lesson-result");
}

async function expectSolved(page: Page): Promise<void> {
  await expect(result(page)).toContainText("Solved!");
}

const next = (page: Page) => page.getByRole("button", { name: "Next", exact: true }).click();

test("lessons say that they are loading", async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/trid_learn.*\.wasm/, async (route) => {
    await held;
    await route.continue();
  });
  await openLesson(page, "");
  await expect(page.getByText("Loading lessons…")).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "Start with the first minute" })).toBeVisible();
  await expect(page.getByText("Loading lessons…")).toHaveCount(0);
});

test("the first minute is offered once, and solved by clicks in the set", async ({ page }) => {
  test.setTimeout(600_000);
  await openAddress(page, "./?view=scene&quality=low");
  await page.getByRole("button", { name: "Try it" }).click();
  for (const { title, solution } of exercisesOf("00-first.json")) {
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
    await sceneReady(page);
    for (const move of solution) await playMove(page, sceneInput(page), move);
    await expectSolved(page);
    if (title !== "Checkmate") await next(page);
  }
  const buttons = page.locator(".lesson-buttons button");
  await expect(buttons.first()).toHaveText("Play your first game");
  await expect(page.locator(".celebration")).toBeAttached();
  await page.getByRole("button", { name: "More lessons" }).click();
  await expect(page).toHaveURL(/#learn=boards\/1$/);
  await page.getByRole("button", { name: "All lessons" }).click();
  await expect(page.locator(".course-stage").first()).toContainText("15 of 15 stars");
  await page.getByRole("link", { name: "Tri-D, home screen" }).click();
  await expect(page.getByRole("heading", { name: "Chess on three levels" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try it" })).toBeHidden();
});

test("the tour ends with a first game at level 1", async ({ page }) => {
  await openLesson(page, "=first/5");
  await playInMap(page, "c7Bd8KL6");
  await expectSolved(page);
  await page.getByRole("button", { name: "Play your first game" }).click();
  await expect(page).toHaveURL(/#play$/);
  await expect(page.locator(".panel")).toContainText("level 1");
  await expectPly(page, 0);
});

test("only the exercise that was solved is credited when the next one opens", async ({ page }) => {
  await openLesson(page, "=rook/1");
  await playInMap(page, "c1Wc8B");
  await expectSolved(page);
  await next(page);
  await expect(page.getByRole("heading", { name: "Up and across" })).toBeFocused();
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page).toHaveURL(/#learn=rook\/3$/);
  await expect(page.getByRole("heading", { name: "Take on another level" })).toBeFocused();
  const stored = JSON.parse((await storedItems(page))["trid.learn.lessons"] ?? "{}") as { stars: object };
  expect(stored.stars).toEqual({ "rook-file": 3 });
});

test("a lesson says and shows what is new before it asks", async ({ page }) => {
  await openLesson(page, "=first/2");
  await expect(page.locator(".lesson-intro")).toContainText("form a column");
  const arrows = page.locator('.map-overlay [data-tone="lesson"]');
  await expect(arrows).toHaveCount(2);
  await playInMap(page, "b2Wb5N");
  await expect(arrows).toHaveCount(0);
});

test("on a phone the boards stay where they are from the task to the result", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const boards = async () =>
    Promise.all(["a1W", "b4N", "d8B"].map(async (name) => await square(page, name).boundingBox()));
  for (const [path, mistake, solution] of [
    ["=first/5", "c7Bd8B", "c7Bd8KL6"],
    ["=first/2", "b2Wb5N", "b2Wb5B"],
    ["=levels/1", "b2Wb5N", "b2Wb5B"],
  ] as const) {
    await openLesson(page, path);
    const before = await boards();
    await playInMap(page, mistake);
    await expect(page.locator(".result-failed")).toBeVisible();
    expect(await boards()).toEqual(before);
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await boards()).toEqual(before);
    await playInMap(page, solution);
    await expectSolved(page);
    expect(await boards()).toEqual(before);
    await expect(page.locator(".lesson-solved")).toBeInViewport();
  }
});

test("a stage is solved with the keyboard in the map", async ({ page }) => {
  await openLesson(page, "=knight/1");
  const exercises = exercisesOf("06-knight.json");
  for (const [index, { title, solution }] of exercises.entries()) {
    await expect(page.getByText(`The knight · ${index + 1} of ${exercises.length}`)).toBeVisible();
    // A new exercise takes the focus once.
    await expect(page.getByRole("heading", { name: title })).toBeFocused();
    for (const [ply, move] of solution.entries()) {
      for (const name of move.match(/[zabcde]\d(?:[QK]L\d|[WNB])/g) ?? []) {
        await tabTo(page, page.locator(".map [data-square]"));
        await walkTo(page, name);
        await page.keyboard.press("Enter");
      }
      await expectPly(page, ply + 1);
    }
    await expectSolved(page);
    await tabTo(page, page.getByRole("button", { name: "Next", exact: true }));
    await page.keyboard.press("Enter");
  }
  await expect(page).toHaveURL(/#learn=king\/1$/);
});

test("a mistake is answered by what refutes it, and hints cost a star", async ({ page }) => {
  await openLesson(page, "=first/5");
  await playInMap(page, "c7Bd8B");
  await expect(result(page)).toHaveText("The king rides away with its board. Land on the board to hold it.");
  await expectPly(page, 2);
  await expect(page.locator(".map .hint, .map .last")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Try again" }).click();
  await expectPly(page, 0);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(result(page)).toContainText("The queen can land on d8 twice");
  await playInMap(page, "c7Bd8KL6");
  await expect(page.locator(".lesson-result .star.earned")).toHaveCount(2);
  // The wrong level of the right column.
  await openLesson(page, "=first/2");
  await playInMap(page, "b2Wb5N");
  await expect(result(page)).toContainText("You landed below the knight.");
  await page.getByRole("button", { name: "Show solution" }).click();
  await expect(result(page)).toContainText("That’s the solution.");
  await expect(page.locator(".lesson-result .star")).toHaveCount(0);
});

test("the illegal move is found, with the reason", async ({ page }) => {
  await openLesson(page, "=blocking/2");
  await page.getByRole("button", { name: "b2W → b4N" }).click();
  await expect(result(page)).toContainText("That move is legal");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "b2W → b5N" }).focus();
  await expect(square(page, "b5N")).toHaveClass(/hint/);
  await page.keyboard.press("Enter");
  await expectSolved(page);
  await expect(result(page)).toContainText("pawn on b4");
});

test("squares are picked as answers", async ({ page }) => {
  await openLesson(page, "=boards/6");
  await square(page, "a2W").click();
  await expect(result(page)).toContainText("That’s another square.");
  await page.getByRole("button", { name: "Try again" }).click();
  await square(page, "a1W").click();
  await expect(square(page, "a1W")).toHaveClass(/goal/);
  await square(page, "a1QL1").click();
  await expectSolved(page);
});

test("Back leads through lessons to the game, which is as it was", async ({ page }) => {
  await openPage(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  const tfen = await tfenOf(page);
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await page.getByRole("button", { name: /^Exercise 1: From end to end/ }).click();
  await playInMap(page, "c1Wc8B");
  await expectSolved(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Learn" })).toBeFocused();
  await page.goBack();
  await expectTfen(page, tfen);
  await playInMap(page, "b7Bb5N");
  await expectPly(page, 2);
  // Learn resumes where the person stopped.
  await page.getByRole("button", { name: "Learn", exact: true }).click();
  await expect(page).toHaveURL(/#learn$/);
  // A link opens its game in place of an exercise.
  await page.getByRole("button", { name: /^Exercise 2: Up and across/ }).click();
  await expect(page.getByRole("heading", { name: "Up and across" })).toBeFocused();
  await page.evaluate((hash) => (location.hash = hash), `#tfen=${encodeURIComponent(tfen)}`);
  await expectTfen(page, tfen);
  await expect(page.getByRole("complementary", { name: "Game" })).toBeVisible();
});

test("damaged progress is reported and loses nothing else", async ({ page }) => {
  await openPage(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await storeItems(page, { "trid.learn.lessons": '{"stars":' });
  await openLesson(page, "");
  await expect(page.getByText("Your earlier progress couldn’t be read")).toBeVisible();
  expect((await storedItems(page))["trid.learn.lessons.broken"]).toBe('{"stars":');
  await page.getByRole("button", { name: /^Exercise 1: One jump/ }).click();
  await playInMap(page, "b1Wc3N");
  await expectSolved(page);
  await openPage(page);
  await expectPly(page, 1);
  await openLesson(page, "=nowhere/3");
  await expect(page.locator(".said-text")).toContainText("There’s no exercise “nowhere/3”.");
});

test("progress comes with an exported file, and a stage is reset alone", async ({ page }) => {
  await openLesson(page, "");
  await openDialog(page, "Open");
  const text = page.getByPlaceholder("T-PGN, JSON or T-FEN");
  await text.fill('% trid.learn.lessons {"stars":{"rook-file":3,"pawn-step":2}}');
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.locator(".said-text")).toHaveText("Your results in lessons, puzzles and trainers were added.");
  const stars = (stage: string) =>
    page
      .locator(".course-stage")
      .filter({ has: page.getByRole("heading", { name: stage, exact: true }) })
      .locator(".stage-foot > span");
  await expect(stars("The rook")).toHaveText("3 of 15 stars");
  await openDialog(page, "My games");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export all as T-PGN" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(/^% trid\.learn\.lessons \{.*"rook-file":3/);
  await closeDialog(page);
  await page.getByRole("button", { name: "Reset “The rook”" }).click();
  await page.getByRole("button", { name: "Remove 3 stars" }).click();
  await expect(stars("The rook")).toHaveText("0 of 15 stars");
  await expect(stars("The pawn")).toHaveText("2 of 21 stars");
});

test.describe("without a network", () => {
  test.use({ serviceWorkers: "allow" });

  test("lessons go on", async ({ page, context }) => {
    await openLesson(page, "=rook/1");
    await expectCached(page);
    await playInMap(page, "c1Wc8B");
    await expectSolved(page);
    await context.setOffline(true);
    await next(page);
    for (const move of ["a1Wa6B", "a6Bd6N"]) await playInMap(page, move);
    await expectSolved(page);
    await page.reload();
    await expect(page.getByText("Solved before with 3 stars.")).toBeVisible();
  });
});

for (const theme of ["light", "dark"]) {
  test(`lessons are accessible in ${theme} colours`, async ({ page }) => {
    await openLesson(page, "", `?view=map&theme=${theme}`);
    await expect(page.locator(".course-stage")).not.toHaveCount(0);
    await expectAccessible(page);
    await openLesson(page, "=first/2", `?view=map&theme=${theme}`);
    await expectAccessible(page);
    await playInMap(page, "b2Wb5N");
    await expect(result(page)).toContainText("You landed below");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await playInMap(page, "b2Wb5B");
    await expectSolved(page);
    await expectAccessible(page);
  });
}
