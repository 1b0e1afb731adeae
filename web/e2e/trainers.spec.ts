// The trainers: a run by mouse in the set, one by keyboard in the map, timed runs, scores and damaged scores.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { mapInput, openAddress, openPage, square, storeItems, walkTo } from "./gamePage";
import { sceneInput, sceneReady, settled } from "./scenePage";

async function openTrainer(page: Page, kind: string, search = "?view=map"): Promise<void> {
  await openAddress(page, `./${search}#trainer=${kind}`);
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
}

async function start(page: Page, time: "30 seconds" | "No limit" = "No limit"): Promise<void> {
  await page.getByRole("group", { name: "Time" }).getByRole("button", { name: time }).click();
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.locator(".trainer-prompt")).toBeVisible();
}

/** Waits for the question after this many. */
async function expectAsked(page: Page, count: number): Promise<void> {
  await expect(page.locator(".trainer")).toHaveAttribute("data-asked", String(count));
}

/** The name in the question, as in "Find b4N." */
async function askedSquare(page: Page): Promise<string> {
  const prompt = await page.locator(".trainer-prompt").textContent();
  return /[zabcde]\d[A-Z]+\d?/.exec(prompt ?? "")?.[0] ?? "";
}

test("the cards look the same after a visit to the puzzles", async ({ page }) => {
  const headingAt = async (): Promise<number> => {
    const card = page.locator(".trainers li").first();
    await expect(card).toBeVisible();
    return card.evaluate((each) => {
      const heading = each.querySelector("h3") ?? each;
      return heading.getBoundingClientRect().top - each.getBoundingClientRect().top;
    });
  };
  await openAddress(page, "./#trainers");
  const before = await headingAt();
  await page.goto("./#puzzles");
  await expect(page.getByRole("heading", { name: "By theme" })).toBeVisible();
  await page.goto("./#trainers");
  expect(await headingAt()).toBe(before);
});

test("find the square, by mouse in the set", async ({ page }) => {
  await openTrainer(page, "find-square", "?view=scene&quality=low");
  await start(page);
  await sceneReady(page);
  for (let asked = 1; asked <= 2; asked++) {
    await sceneInput(page).square(await askedSquare(page));
    await expectAsked(page, asked);
    await expect(page.locator(".trainer-feedback")).toHaveText("Right!");
  }
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".trainer-feedback")).toHaveText("Done: 2 of 2 right.");
  await expect(page.getByRole("img", { name: "Right answers in your last 1 run: 2." })).toBeVisible();
});

for (const view of ["map", "scene"]) {
  test(`wrong and right squares are marked, ${view}`, async ({ page }) => {
    await openTrainer(page, "find-square", `?view=${view}&quality=low`);
    await start(page);
    const input = view === "map" ? mapInput(page) : sceneInput(page);
    if (view === "scene") await sceneReady(page);
    const first = await askedSquare(page);
    const wrong = first === "b2W" ? "c2W" : "b2W";
    const before = await marksOf(page, view);
    await input.square(wrong);
    await expect(page.locator(".trainer-feedback")).toHaveText(`No, ${wrong} isn’t it. Try again.`);
    if (view === "map") {
      await expect(square(page, wrong)).toHaveClass(/wrong/);
      await expect(square(page, wrong)).toHaveAccessibleName(/wrong answer/);
    }
    const afterWrong = await marksOf(page, view);
    expect(afterWrong).not.toBe(before);
    await input.square(first);
    await expectAsked(page, 1);
    if (view === "map") {
      await expect(square(page, wrong)).not.toHaveClass(/wrong/);
      // The next question may have no board there.
      if ((await square(page, first).count()) > 0)
        await expect(square(page, first)).toHaveAccessibleName(/right answer/);
    }
    expect(await marksOf(page, view)).not.toBe(afterWrong);
  });
}

/** What marks change in a view: the picture of the set, or the classes of the map's squares. */
async function marksOf(page: Page, view: string): Promise<string> {
  if (view === "map")
    return page.locator(".map .square").evaluateAll((found) => found.map((each) => each.getAttribute("class")).join());
  await page.mouse.move(0, 0);
  await settled(page);
  return (await page.locator(".scene-canvas").screenshot()).toString("base64");
}

test("the squares of a column, by keyboard in the map", async ({ page }) => {
  await openTrainer(page, "column");
  await start(page);
  await expect(page.locator(".map [data-square]:focus")).toHaveCount(1);
  const column = /column (\w\d)/.exec((await page.locator(".trainer-prompt").textContent()) ?? "")?.[1] ?? "";
  const squares = page.locator(`.map [data-square^="${column}"]`);
  const names = await squares.evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.square ?? ""));
  expect(names.length).toBeGreaterThan(1);
  await walkTo(page, names[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page.locator(".trainer-feedback")).toHaveText(/^Yes\. \d left\.$/);
  await expect(square(page, names[0] ?? "")).toHaveClass(/right/);
  // Pointing at a square does not give its column away.
  await square(page, names[0] ?? "").hover();
  await expect(page.locator(".square.column")).toHaveCount(0);
  for (const name of names.slice(1)) {
    await walkTo(page, name);
    await page.keyboard.press("Enter");
  }
  await expectAsked(page, 1);
  await expect(page.locator(".trainer")).toContainText("1 of 1 right");
});

test("name the square: choices by digit, typed names, a wrong answer and giving up", async ({ page }) => {
  await openTrainer(page, "name-square");
  await start(page);
  const star = page.locator(".map .square.goal");
  const choices = page.getByRole("group", { name: "Answers" }).getByRole("button");
  const name = (await star.getAttribute("data-square")) ?? "";
  const names = await choices.allTextContents();
  const wrong = names.findIndex((each) => each !== name);
  await page.keyboard.press(String(wrong + 1));
  await expect(page.locator(".trainer-feedback")).toHaveText("No. Try again.");
  await expect(choices.nth(wrong)).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press(String(names.indexOf(name) + 1));
  await expectAsked(page, 1);
  const typed = page.getByRole("textbox", { name: "Or type the name" });
  await typed.fill("nowhere");
  await typed.press("Enter");
  await expect(page.locator(".trainer-feedback")).toContainText("That isn’t a square");
  await typed.fill(((await star.getAttribute("data-square")) ?? "").toLowerCase());
  await typed.press("Enter");
  await expectAsked(page, 2);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await expect(page.locator(".trainer-feedback")).toContainText("The answer: ");
  await page.getByRole("button", { name: "Next question" }).click();
  await expect(page.locator(".trainer")).toContainText("1 of 3 right");
});

test("a timed run ends after 30 seconds, and its score is in the menu after a reload", async ({ page }) => {
  await page.clock.install();
  await openTrainer(page, "attackers");
  await start(page, "30 seconds");
  await expect(page.getByRole("timer")).toHaveText("30 s");
  for (let count = 0; count < 5; count++) {
    if ((await page.locator(".trainer").getAttribute("data-asked")) === "1") break;
    await page
      .getByRole("group", { name: "Answers" })
      .getByRole("button", { name: String(count) })
      .click();
  }
  await expectAsked(page, 1);
  await page.clock.runFor(30_500);
  await expect(page.locator(".trainer-feedback")).toContainText("Done: ");
  await expect(page.getByRole("button", { name: "Again" })).toBeFocused();
  await openAddress(page, "./?view=map#trainers");
  await expect(page.getByRole("img", { name: /^Right answers in your last 1 run/ })).toBeVisible();
});

test("a board move that uncovers a check", async ({ page }) => {
  await openTrainer(page, "discovery");
  await start(page);
  await page.getByRole("button", { name: "Show the answer" }).click();
  await expect(page.locator(".trainer-feedback")).toContainText(/The answer: [QK]L\d/);
  await page.getByRole("button", { name: "Next question" }).click();
  await expectAsked(page, 1);
});

test("damaged scores and an unknown trainer get a message, and nothing else is lost", async ({ page }) => {
  await openPage(page);
  await storeItems(page, { "trid.trainers": "{damaged" });
  await openAddress(page, "./?view=map#trainer=juggling");
  await expect(page.getByText("There’s no such trainer.")).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("Your scores can’t be read");
  await page.getByRole("button", { name: "Start new scores" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

for (const [theme, width] of [
  ["dark", 1440],
  ["light", 390],
] as const) {
  test(`axe finds nothing serious in the trainers, ${theme}, ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await openAddress(page, `./?view=map&theme=${theme}#trainers`);
    await expect(page.getByRole("link", { name: "Attackers" })).toBeVisible();
    await expectAccessible(page);
    await openTrainer(page, "attackers", `?view=map&theme=${theme}`);
    await expectAccessible(page);
    await start(page);
    await expectAccessible(page);
  });
}
