// Puzzles: solving by clicks and keys, mistakes, hints, the rating, storm, links and offline use.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "@playwright/test";
import { expectCached, openAddress, playInMap, typeMove } from "./gamePage";

interface ShippedPuzzle {
  readonly number: string;
  /** The correct moves of each ply; those of the opponent have one. */
  readonly plies: readonly (readonly string[])[];
}

const FOLDER = join(import.meta.dirname, "../../lessons/puzzles");

function shippedPuzzles(part: string): readonly ShippedPuzzle[] {
  const lines = readFileSync(join(FOLDER, `puzzles-${part}.txt`), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  return lines.map((line) => {
    const [number = "", , , solution = ""] = line.split(" ");
    return { number, plies: solution.split(",").map((ply) => ply.split("/")) };
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

test("a puzzle is solved by clicks, and the rating rises", async ({ page }) => {
  const puzzle = puzzleOf(2, "revised-2");
  await openPuzzle(page, puzzle);
  await playInMap(page, puzzle.plies[0]?.[0] ?? "");
  await expect(feedback(page)).toContainText("That's right. Keep going.");
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "3");
  await playInMap(page, puzzle.plies[2]?.[0] ?? "");
  await expect(feedback(page)).toContainText("Solved!");
  await expect(feedback(page)).toContainText(/Your rating: \d+ \(\+\d+\)/);
  await page.getByRole("button", { name: "All puzzles" }).click();
  await expect(page.getByRole("heading", { name: "Puzzles" })).toBeFocused();
  await expect(page.getByText("1 solved of 1 tried")).toBeVisible();
});

test("a wrong move is refuted, counts once and can be taken back", async ({ page }) => {
  const puzzle = puzzleOf(1);
  await openPuzzle(page, puzzle);
  const solution = puzzle.plies[0] ?? [];
  const wrong = await wrongMove(page, solution);
  await typeMove(page, wrong, 2);
  await expect(feedback(page)).toContainText("isn't it");
  await expect(feedback(page)).toContainText(/Your rating: \d+ \(−\d+\)/);
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
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(`.map [data-square="${from}"]`)).toHaveClass(/hint/);
  await page.getByRole("button", { name: "Show solution" }).click();
  await expect(feedback(page)).toContainText("That was the solution.");
});

test("an unknown number and damaged progress get a clear message", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("trid.learn.puzzles", "{damaged"));
  await openAddress(page, "./?view=map#puzzle=999");
  await expect(page.getByRole("heading", { name: /There is no puzzle 999/ })).toBeFocused();
  await page.getByRole("button", { name: "All puzzles" }).click();
  await expect(page.getByText(/Your puzzle progress couldn't be read/)).toBeVisible();
  await expect(page.getByText("No puzzles tried yet")).toBeVisible();
});

test("a storm runs against the clock and ends with a score", async ({ page }) => {
  await openAddress(page, "./?view=map#puzzles=storm");
  await expect(page.getByText("Time left")).toBeVisible();
  await expect(feedback(page)).toContainText("Your move.");
  const place = page.locator(".puzzle-task .hint-text");
  const [, number = ""] = /Puzzle (\d+)/.exec((await place.textContent()) ?? "") ?? [];
  const puzzle = ["revised-1", "revised-2"].flatMap(shippedPuzzles).find((each) => each.number === number);
  await page.locator("#move-entry").fill(await wrongMove(page, puzzle?.plies[0] ?? []));
  await page.locator("#move-entry").press("Enter");
  await expect(place).not.toContainText(number);
  await expect(feedback(page)).toContainText("Your move.");
  await expect(page.getByRole("timer")).toContainText(/[12]:[0-4]\d/);
  await page.getByRole("button", { name: "End" }).click();
  await expect(page.getByRole("heading", { name: "You solved 0 puzzles." })).toBeFocused();
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(feedback(page)).toContainText("Your move.");
});

test.describe("offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("puzzles that were loaded work without a network", async ({ page, context }) => {
    const puzzle = puzzleOf(1);
    await openAddress(page, "./?view=map#home");
    await expectCached(page);
    await openPuzzle(page, puzzle);
    await context.setOffline(true);
    await openPuzzle(page, puzzle);
    await playInMap(page, puzzle.plies[0]?.[0] ?? "");
    await expect(feedback(page)).toContainText("Solved!");
  });
});
