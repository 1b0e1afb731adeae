// Puzzles: solving by clicks and keys, mistakes, hints, the rating, storm, links and offline use.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { expectCached, expectPly, openAddress, openPage, playInMap, square, storeItems, typeMove } from "./gamePage";

interface ShippedPuzzle {
  readonly number: string;
  /** The correct moves of each ply; those of the opponent have one. */
  readonly plies: readonly (readonly string[])[];
  readonly solver: "white" | "black";
}

const FOLDER = join(import.meta.dirname, "../../content/puzzles");

function shippedPuzzles(part: string): readonly ShippedPuzzle[] {
  const lines = readFileSync(join(FOLDER, `puzzles-${part}.txt`), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  return lines.map((line) => {
    const [number = "", , , solution = "", , turnBefore] = line.split(" ");
    const plies = solution.split(",").map((ply) => ply.split("/"));
    return { number, plies, solver: turnBefore === "w" ? "black" : "white" };
  });
}

/** The first puzzle with this many moves of the solver, all of them by pieces without promotion. */
function puzzleOf(moves: number, part = "revised-1"): ShippedPuzzle {
  const isPlain = (ply: readonly string[]) => /^\w+$/.test(ply[0] ?? "");
  const found = shippedPuzzles(part).find(({ plies }) => plies.length === 2 * moves - 1 && plies.every(isPlain));
  if (!found) throw new Error(`no puzzle with ${moves} moves in ${part}`);
  return found;
}

const feedback = (page: Page) => page.locator(".puzzle-feedback");

async function openPuzzle(page: Page, { number }: ShippedPuzzle): Promise<void> {
  await openAddress(page, `./?view=map#puzzle=${number}`);
  await expect(feedback(page)).toContainText("Your move.");
}

test("a puzzle is solved by clicks, and its line leads through the positions", async ({ page }) => {
  const puzzle = puzzleOf(2, "revised-2");
  await openPuzzle(page, puzzle);
  await playInMap(page, puzzle.plies[0]?.[0] ?? "");
  await expect(feedback(page)).toContainText("That’s right. Keep going.");
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "3");
  await playInMap(page, puzzle.plies[2]?.[0] ?? "");
  await expect(feedback(page)).toContainText("Solved!");
  await expect(feedback(page)).toContainText("Your rating is still settling.");
  await expect(page.locator(".puzzle-lesson")).toHaveText(/^[A-Z].{20,}\.$/);
  const line = page.getByRole("list", { name: "The line" }).getByRole("button");
  await expect(line).toHaveCount(4);
  await expect(line.first()).toHaveText(/^\d+(\.|…) \S+$/);
  await expect(line.last()).toHaveAttribute("aria-current", "step");
  await line.first().click();
  await expectPly(page, 1);
  await page.keyboard.press("ArrowRight");
  await expectPly(page, 2);
  await expect(line.nth(1)).toHaveAttribute("aria-current", "step");
  await page.getByRole("button", { name: "All puzzles" }).click();
  await expect(page.getByRole("heading", { name: "Puzzles" })).toBeFocused();
  await expect(page.locator(".puzzle-rating")).toContainText("Settling");
  await expect(page.getByText("1 solved of 1 tried")).toBeVisible();
});

test("after a puzzle for Black the game is turned as it was", async ({ page }) => {
  const puzzle = shippedPuzzles("revised-1").find(({ solver }) => solver === "black");
  const top = async (name: string) => (await square(page, name).boundingBox())?.y ?? 0;
  const isWhiteBelow = async () => (await top("b1W")) > (await top("b4W"));
  await openAddress(page, "./?view=map#play");
  await expect.poll(isWhiteBelow).toBe(true);
  await page.evaluate((number) => (location.hash = `#puzzle=${number}`), puzzle?.number);
  await expect(feedback(page)).toContainText("Your move.");
  await expect.poll(isWhiteBelow).toBe(false);
  await page.goBack();
  await expect(feedback(page)).toHaveCount(0);
  await expect.poll(isWhiteBelow).toBe(true);
});

test("a wrong move is refuted, counts once and can be taken back", async ({ page }) => {
  const puzzle = puzzleOf(1);
  await openPuzzle(page, puzzle);
  const solution = puzzle.plies[0] ?? [];
  const wrong = await wrongMove(page, solution);
  await typeMove(page, wrong, 2);
  await expect(feedback(page)).toContainText("isn’t it");
  await expect(feedback(page)).toContainText("Your rating is still settling.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(feedback(page)).toContainText("Your move.");
  await typeMove(page, solution[0] ?? "", 2);
  await expect(feedback(page)).toContainText("That was the solution.");
  await expect(feedback(page)).toContainText("It will come back tomorrow.");
});

/** A legal move of the side to move that is not a solution: a piece and one of the squares that the map offers for it. */
async function wrongMove(page: Page, solution: readonly string[]): Promise<string> {
  const own = page.locator(".map [data-square]:has(.piece)");
  for (const from of await own.evaluateAll((squares) =>
    squares.map((each) => each.getAttribute("data-square") ?? ""),
  )) {
    await page.locator(`.map [data-square="${from}"]`).click();
    const targets = await page
      .locator(".map [data-square].target")
      .evaluateAll((squares) => squares.map((each) => each.getAttribute("data-square") ?? ""));
    await page.keyboard.press("Escape");
    const wrong = targets.map((to) => `${from}${to}`).find((move) => !solution.includes(move));
    if (wrong !== undefined) return wrong;
  }
  throw new Error("no wrong move");
}

test("hint and solution lead to the end without counting as solved", async ({ page }) => {
  const puzzle = puzzleOf(1);
  await openPuzzle(page, puzzle);
  const [from = ""] = /^[zabcde]\d(?:[QK]L\d|[WNB])/.exec(puzzle.plies[0]?.[0] ?? "") ?? [];
  await page.getByRole("button", { name: "Hint puzzle won’t count" }).click();
  await expect(page.locator(`.map [data-square="${from}"]`)).toHaveClass(/hint/);
  await expect(feedback(page)).toContainText("your rating stays as it is");
  await expect(page.getByRole("button", { name: "Hint", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show solution", exact: true }).click();
  await expect(feedback(page)).toContainText("Done, with help.");
  await expect(feedback(page)).not.toContainText("tomorrow");
  await openPuzzle(page, puzzleOf(2, "revised-2"));
  await page.getByRole("button", { name: "Show solution counts as missed" }).click();
  await expect(feedback(page)).toContainText("That was the solution.");
  await expect(feedback(page)).toContainText("It will come back tomorrow.");
});

test("the first puzzles are mates in one by White", async ({ page }) => {
  await openAddress(page, "./?view=map#puzzles=mix");
  for (let solved = 0; solved < 3; solved++) {
    await expect(page.getByRole("heading", { name: "White to move and mate in 1" })).toBeFocused();
    await solve(page, await shownPuzzle(page));
    await expect(feedback(page)).toContainText("Solved!");
    await page.getByRole("button", { name: "Next puzzle" }).click();
  }
});

test("on a phone the boards stay where they are when a puzzle is solved", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAddress(page, "./?view=map#puzzles=mix");
  const puzzle = await shownPuzzle(page);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeInViewport();
  const boards = () => Promise.all(["a1W", "b4N", "d8B"].map((name) => square(page, name).boundingBox()));
  const before = await boards();
  await playInMap(page, puzzle.plies[0]?.[0] ?? "");
  await expect(feedback(page)).toContainText("Solved!");
  expect(await boards()).toEqual(before);
  await expect(page.getByRole("button", { name: "Next puzzle" })).toBeInViewport({ ratio: 1 });
});

test("an unknown number and damaged progress get a clear message", async ({ page }) => {
  await openPage(page);
  await storeItems(page, { "trid.learn.puzzles": "{damaged" });
  await openAddress(page, "./?view=map#puzzle=999");
  await expect(page.getByRole("heading", { name: /There is no puzzle 999/ })).toBeFocused();
  await page.getByRole("button", { name: "All puzzles" }).click();
  await expect(page.getByText(/Your puzzle progress couldn’t be read/)).toBeVisible();
  await expect(page.getByText("No puzzles tried yet")).toBeVisible();
});

test("a storm runs against the clock and ends with a score", async ({ page }) => {
  await openAddress(page, "./?view=map#puzzles=storm");
  await expect(page.locator(".puzzle-countdown")).toContainText("Get ready");
  await expect(page.getByText("Time left")).toHaveCount(0);
  await expect(page.getByRole("timer")).toContainText(/3:00|2:59/);
  await expect(feedback(page)).toContainText("Your move.");
  const puzzle = await shownPuzzle(page);
  await playWrong(page, puzzle);
  await expect(page.locator(".puzzle-task .hint-text")).not.toContainText(puzzle.number);
  await expect(feedback(page)).toContainText("Your move.");
  await expect(page.getByRole("timer")).toContainText(/[12]:[0-4]\d/);
  await page.getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("heading", { name: "You solved 0 puzzles." })).toBeFocused();
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(feedback(page)).toContainText("Your move.");
});

/** The puzzle that is on the boards. */
async function shownPuzzle(page: Page): Promise<ShippedPuzzle> {
  await expect(feedback(page)).toContainText("Your move.");
  const place = (await page.locator(".puzzle-task .hint-text").textContent()) ?? "";
  const number = /Puzzle (\d+)/.exec(place)?.[1] ?? "";
  const parts = readdirSync(FOLDER).flatMap((file) => /^puzzles-(\w+-\d+)\.txt$/.exec(file)?.[1] ?? []);
  const found = parts.flatMap(shippedPuzzles).find((each) => each.number === number);
  if (!found) throw new Error(`no puzzle in ${place}`);
  return found;
}

/** Types the solver's moves. The opponent answers each but the last. */
async function solve(page: Page, { plies }: ShippedPuzzle): Promise<void> {
  for (let ply = 0; ply < plies.length; ply += 2) {
    await page.locator("#move-entry").fill(plies[ply]?.[0] ?? "");
    await page.locator("#move-entry").press("Enter");
    if (ply + 1 < plies.length) await expect(page.locator(".app")).toHaveAttribute("data-ply", String(ply + 3));
  }
}

async function playWrong(page: Page, puzzle: ShippedPuzzle): Promise<void> {
  await page.locator("#move-entry").fill(await wrongMove(page, puzzle.plies[0] ?? []));
  await page.locator("#move-entry").press("Enter");
}

test("the puzzle of the day is the same for everyone, and another one on the next day", async ({
  browser,
  baseURL,
}) => {
  const daily = async (time: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.clock.install({ time });
    await openAddress(page, `${baseURL}?view=map#puzzles=daily`);
    return { page, puzzle: await shownPuzzle(page) };
  };
  const morning = await daily("2027-03-01T06:00:00");
  const evening = await daily("2027-03-01T22:00:00");
  const later = await daily("2027-03-02T06:00:00");
  expect(evening.puzzle.number).toBe(morning.puzzle.number);
  expect(later.puzzle.number).not.toBe(morning.puzzle.number);
  await solve(evening.page, evening.puzzle);
  await expect(feedback(evening.page)).toContainText("Solved!");
  await evening.page.getByRole("button", { name: "All puzzles" }).click();
  await expect(evening.page.getByText("Done for today.")).toBeVisible();
  for (const { page } of [morning, evening, later]) await page.context().close();
});

test("a missed puzzle returns the next day, and later again once it is solved", async ({ page }) => {
  await page.clock.install({ time: "2027-03-01T12:00:00" });
  const puzzle = puzzleOf(1);
  await openPuzzle(page, puzzle);
  await playWrong(page, puzzle);
  await expect(feedback(page)).toContainText("isn’t it");
  const openReview = async (time: string) => {
    await page.clock.setSystemTime(time);
    await openAddress(page, "./?view=map#puzzles");
    await expect(page.getByRole("button", { name: /^Puzzle of the day/ })).toBeVisible();
    const review = page.getByRole("button", { name: "Missed puzzles 1 is due today" });
    return (await review.isVisible()) ? review : null;
  };
  expect(await openReview("2027-03-01T18:00:00")).toBeNull();
  const review = await openReview("2027-03-02T08:00:00");
  await review?.click();
  expect((await shownPuzzle(page)).number).toBe(puzzle.number);
  await solve(page, puzzle);
  await expect(feedback(page)).toContainText("Solved!");
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await expect(page.getByRole("heading", { name: "Nothing is due today." })).toBeFocused();
  expect(await openReview("2027-03-04T08:00:00")).toBeNull();
  expect(await openReview("2027-03-05T08:00:00")).not.toBeNull();
});

test("a streak goes on until the first mistake, and the best one is kept", async ({ page }) => {
  await openAddress(page, "./?view=map#puzzles=streak");
  const first = await shownPuzzle(page);
  await solve(page, first);
  await expect(page.locator(".puzzle-run")).toContainText("Solved1");
  await expect(page.locator(".puzzle-task .hint-text")).not.toContainText(first.number);
  await playWrong(page, await shownPuzzle(page));
  await expect(page.getByRole("heading", { name: "You solved 1 puzzle." })).toBeFocused();
  await expect(page.getByText("That’s your best yet!")).toBeVisible();
  await page.getByRole("button", { name: "All puzzles" }).click();
  await expect(page.getByRole("button", { name: /^Streak/ })).toContainText("Best: 1");
});

test("a storm ends when three minutes are over", async ({ page }) => {
  await page.clock.install();
  await openAddress(page, "./?view=map#puzzles=storm");
  const puzzle = await shownPuzzle(page);
  await solve(page, puzzle);
  await expect(page.locator(".puzzle-task .hint-text")).not.toContainText(puzzle.number);
  await expect(feedback(page)).toContainText("Your move.");
  await page.clock.fastForward(170_000);
  await expect(page.getByRole("timer")).toContainText(/0:0\d/);
  await page.clock.fastForward(11_000);
  await expect(page.getByRole("heading", { name: "You solved 1 puzzle." })).toBeFocused();
});

test("a link to a puzzle is copied, and the solved puzzle is analysed", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openAddress(page, "./?view=map#puzzles=mix");
  const puzzle = await shownPuzzle(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied.").first()).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`#puzzle=${puzzle.number}$`));
  await openAddress(page, link);
  expect((await shownPuzzle(page)).number).toBe(puzzle.number);
  await solve(page, puzzle);
  await expect(feedback(page)).toContainText("Solved!");
  await page.locator(".puzzle-panel").getByRole("button", { name: "Analyse" }).click();
  await expect(page.locator(".puzzle-panel")).toHaveCount(0);
  await expect(page.locator(".study-move")).toHaveCount(puzzle.plies.length + 1);
  // The analysis starts before the puzzle and can be stepped through.
  await expectPly(page, 0);
  await page.keyboard.press("End");
  await expectPly(page, puzzle.plies.length + 1);
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("all puzzles work without a network once they were opened, even on the first visit", async ({
    page,
    context,
  }) => {
    await openAddress(page, "./?view=map#puzzles");
    await expect(page.getByRole("button", { name: /^Puzzle of the day/ })).toBeVisible();
    await expectCached(page);
    const cached = () =>
      page.evaluate(async () => {
        const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
        return (await Promise.all(caching)).flat().filter(({ url }) => /puzzles-.*\.txt$/.test(url)).length;
      });
    await expect.poll(cached).toBe(readdirSync(FOLDER).length);
    await context.setOffline(true);
    for (const part of ["revised-4", "meder-1"]) {
      const puzzle = puzzleOf(2, part);
      await openPuzzle(page, puzzle);
      await playInMap(page, puzzle.plies[0]?.[0] ?? "");
      await expect(feedback(page)).toContainText("That’s right.");
    }
    expect(await page.evaluate(async () => (await fetch("./icon.svg")).status)).toBe(200);
  });
});
