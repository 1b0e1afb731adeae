// The analysis screen's engine, threat, game report and learning from mistakes.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { analyseText, expectPly, openAddress, openPage, square, tabTo, typeMove, walkTo } from "./gamePage";
import { longGame } from "./longGame";

/** Black lets a knight go around and give mate. */
const MATED_GAME = ["Nc3N", "d5N", "b4W", "O-O", "Nxd5N", "b6N", "Nxb6N", "a6N", "Nxc8B#"];

/** A game that ends with a check. */
const CHECK_GAME = ["Nb3N", "Nc6B", "Nc5N", "O-O", "Nxd7B+"];

const PHONE = { width: 390, height: 844 };

const NO_BOX = { x: 0, y: 0, width: 0, height: 0 };

const lines = (page: Page) => page.locator(".engine-row");
const report = (page: Page) => page.getByRole("region", { name: "Game report" });
const currentMove = (page: Page) => page.locator(".study-tree [aria-current]");
const tfen = (page: Page) => page.locator(".app").getAttribute("data-tfen");

async function openAnalysis(page: Page, moves: readonly string[] = []): Promise<void> {
  await openAddress(page, "./?view=map#analysis");
  await expect(page.locator(".study-tree")).toBeVisible();
  for (const [index, move] of moves.entries()) await typeMove(page, move, index + 1);
}

/** Turns the engine on and waits for its first lines. */
async function startEngine(page: Page): Promise<void> {
  await page.getByRole("switch", { name: "Engine" }).click();
  await expect(lines(page)).toHaveCount(3);
}

/** Analyses the game with few nodes per position. */
async function analyse(page: Page): Promise<void> {
  await report(page).getByLabel("How thorough").selectOption("Fast");
  await report(page).getByRole("button", { name: "Analyse the game" }).click();
  await expect(report(page).getByRole("table", { name: "Summary" })).toBeVisible();
}

test("the engine shows lines to preview and play", async ({ page }) => {
  await openAnalysis(page);
  await startEngine(page);
  await expect(page.locator(".engine-depth")).toContainText(/Depth \d+ · [\d.]+ [kM]n\/s/);
  await expect(page.getByText("Scores are from White’s point of view")).toBeVisible();
  await expect(page.getByRole("meter", { name: "Evaluation" })).toHaveAttribute("aria-valuetext", /White|Black|equal/);

  await page.getByRole("combobox", { name: "Lines" }).selectOption("5");
  await expect(lines(page)).toHaveCount(5);
  const firstMoves = await page.locator(".engine-row .engine-move:first-child").allTextContents();
  expect(new Set(firstMoves).size).toBe(5);

  // White's moves are numbered, and the first one in any case.
  await expect(lines(page).first().locator(".engine-move").nth(0)).toHaveText(/^1\.\S+$/);
  await expect(lines(page).first().locator(".engine-move").nth(1)).not.toHaveText(/^\d/);
  await expect(lines(page).first().locator(".engine-move").nth(2)).toHaveText(/^2\.\S+$/);

  const start = await tfen(page);
  const second = lines(page).first().locator(".engine-move").nth(1);
  await second.hover();
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "2");
  await page.getByRole("combobox", { name: "Lines" }).hover();
  await expect(page.locator(".app")).toHaveAttribute("data-tfen", start ?? "");
  await second.click();
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "2");
  await expect(currentMove(page)).toBeVisible();
  await expectAccessible(page);

  // Keys: Space plays the best move, l turns the engine off.
  await expect(lines(page)).toHaveCount(5);
  await page.locator("body").press("Space");
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "3");
  await expect(lines(page).first().locator(".engine-move").nth(0)).toHaveText(/^2…\S+$/);
  await expect(lines(page).first().locator(".engine-move").nth(1)).toHaveText(/^3\.\S+$/);
  await page.locator("body").press("l");
  await expect(page.getByRole("switch", { name: "Engine" })).not.toBeChecked();
  await expect(lines(page)).toHaveCount(0);
});

test("the engine's settings stay", async ({ page }) => {
  await openAnalysis(page);
  await startEngine(page);
  await page.getByRole("combobox", { name: "Lines" }).selectOption("2");
  await page.getByRole("button", { name: "Unlimited" }).click();
  await page.getByRole("button", { name: "Arrows", exact: true }).click();
  await page.reload();
  await page.getByRole("switch", { name: "Engine" }).click();
  await expect(page.getByRole("combobox", { name: "Lines" })).toHaveValue("2");
  await expect(page.getByRole("button", { name: "Unlimited" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("button", { name: "Arrows", exact: true })).toHaveAttribute("aria-pressed", "false");
  await expect(lines(page)).toHaveCount(2);
});

test("the boards answer while the engine searches without a limit", async ({ page }) => {
  await openAnalysis(page);
  await startEngine(page);
  await page.getByRole("button", { name: "Unlimited" }).click();
  await expect(page.getByText("Thinking…")).toBeVisible();
  for (const name of ["b2W", "c2W", "a1W"]) {
    await square(page, name).click();
    await expect(square(page, name)).toHaveClass(/selected/);
  }
  await square(page, "b3N").click();
  await expectPly(page, 1);
  await expect(page.getByText("Thinking…")).toBeVisible();
});

test("a threat is shown, and refused in check", async ({ page }) => {
  await openAnalysis(page, CHECK_GAME.slice(0, -1));
  // Single keys do not work while a move is typed.
  await page.locator("#move-entry").blur();
  await page.locator("body").press("x");
  await expect(page.getByText(/^.*Threat: \S+/)).toBeVisible();
  await typeMove(page, CHECK_GAME.at(-1) ?? "", CHECK_GAME.length);
  await expect(page.getByText("No threat to show: the side to move is in check.")).toBeVisible();
});

test("another tab takes the engine, and gives it back", async ({ page, context }) => {
  await openAnalysis(page);
  await startEngine(page);
  const other = await context.newPage();
  await openAnalysis(other);
  await startEngine(other);
  await expect(page.getByText("The engine is running in another tab")).toBeVisible();
  await page.getByRole("button", { name: "Use it here" }).click();
  await expect(other.getByText("The engine is running in another tab")).toBeVisible();
  await expect(page.getByText("The engine is running in another tab")).toBeHidden();
  await page.getByRole("switch", { name: "Engine" }).click();
  await expect(other.getByText("The engine is running in another tab")).toBeHidden();
});

test("an engine that cannot start says so and can be restarted", async ({ page }) => {
  let blocked = true;
  await page.route(/trid_engine.*\.wasm/, (route) => (blocked ? route.abort() : route.continue()));
  await openAnalysis(page, ["b4N"]);
  await page.getByRole("switch", { name: "Engine" }).click();
  await expect(page.getByRole("alert")).toContainText("Your analysis is safe");
  await expect(currentMove(page)).toContainText("b4N");
  blocked = false;
  await page.getByRole("button", { name: "Restart the engine" }).click();
  await expect(lines(page)).toHaveCount(3);
});

test("a report of a game: graph, summary, better moves, and learning from mistakes", async ({ page }) => {
  await openAnalysis(page, MATED_GAME);
  // The score of a mate is known without the engine, but it is not a graph.
  await expect(report(page).getByRole("button", { name: "Analyse the game" })).toBeVisible();
  await expect(report(page).getByRole("slider")).toHaveCount(0);
  await analyse(page);
  const summary = report(page).getByRole("table", { name: "Summary" });
  await expect(summary.getByRole("row", { name: /^Accuracy \d+ % \d+ %$/ })).toBeVisible();
  await expect(page.locator(".graph-dot").first()).toBeVisible();
  const blunder = report(page)
    .getByRole("button", { name: /blunder/ })
    .first();
  const better = /Better: (\S+)/.exec((await blunder.textContent()) ?? "")?.[1] ?? "none";
  await blunder.click();
  await expect(currentMove(page)).toContainText("??");
  await expect(page.locator(".study-aside").getByRole("button", { name: better }).first()).toBeVisible();

  // The graph is a slider; the table has its numbers.
  const graph = report(page).getByRole("slider");
  await graph.focus();
  await graph.press("Home");
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "0");
  await graph.press("ArrowRight");
  await expect(graph).toHaveAttribute("aria-valuetext", /^1\. Nc3N: White’s win chance \d+ %$/);
  await report(page).getByText("Every move as a table").click();
  await expect(report(page).getByRole("row", { name: /Nxc8B#/ })).toContainText("100 %");
  await expectAccessible(page);

  // The report is part of the study.
  await page.waitForURL(/#analysis=\w+/);
  await page.reload();
  await expect(report(page).getByRole("table", { name: "Summary" })).toBeVisible();
  const listed = report(page).locator(".report-mistakes button");
  expect(await listed.count()).toBeGreaterThanOrEqual(2);
  for (const each of await listed.all()) {
    const instead = /Better: (\S+)/.exec((await each.textContent()) ?? "")?.[1] ?? "none";
    await each.click();
    await expect(currentMove(page)).toContainText(/\?/);
    await expect(page.locator(".study-aside .study-move", { hasText: instead }).first()).toBeVisible();
  }

  await report(page).getByLabel("Whose mistakes").selectOption("Black");
  await report(page).getByRole("button", { name: "Learn from your mistakes" }).click();
  const mistakes = page.getByRole("region", { name: "Learn from your mistakes" });
  const verdict = mistakes.locator(".mistakes-verdict");
  await expect(mistakes.getByRole("heading", { name: /Mistake 1 of \d/ })).toBeFocused();
  const played = /Black played (\S+),/.exec((await mistakes.textContent()) ?? "")?.[1] ?? "none";
  await page.locator("#move-entry").fill(played);
  await page.locator("#move-entry").press("Enter");
  await expect(verdict).toContainText("is the move from the game");
  await mistakes.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".map .hint, .map [class*=hint]").first()).toBeVisible();
  await expectAccessible(page);
  await mistakes.getByRole("button", { name: "Show the solution" }).click();
  await expect(verdict).toContainText("was better");
  await mistakes.getByRole("button", { name: "Back to the analysis" }).click();
  await expect(page.locator(".study-tree")).toBeVisible();
});

test("from the first move to the report with the keyboard alone", async ({ page }) => {
  await openPage(page);
  await tabTo(page, page.getByRole("navigation").getByRole("button", { name: "Analyse" }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".study-tree")).toBeVisible();
  await tabTo(page, page.locator('.map .square[tabindex="0"]'));
  await walkTo(page, "b2W");
  await page.keyboard.press("Enter");
  await walkTo(page, "b4N");
  await page.keyboard.press("Enter");
  await expect(currentMove(page)).toContainText("b4N");
  await page.keyboard.press("l");
  await expect(lines(page)).toHaveCount(3);
  await page.keyboard.press("l");
  await expect(lines(page)).toHaveCount(0);
  await page.keyboard.press("z");
  await tabTo(page, report(page).getByRole("button", { name: "Analyse the game" }));
  await page.keyboard.press("Enter");
  await expect(report(page).getByRole("table", { name: "Summary" })).toBeVisible();
  await tabTo(page, report(page).getByRole("slider"));
  await page.keyboard.press("Home");
  await expect(page.locator(".app")).toHaveAttribute("data-ply", "0");
  await page.keyboard.press("End");
  await expect(currentMove(page)).toContainText("b4N");
});

test("a report can be stopped and resumed", async ({ page }) => {
  const stopped = report(page).getByText(/^Stopped after [1-9]\d* of 61 positions/);
  await openPage(page);
  // Long enough that the report is never complete before it is stopped.
  await analyseText(page, longGame(60));
  await report(page).getByLabel("How thorough").selectOption("Deep");
  await report(page).getByRole("button", { name: "Analyse the game" }).click();
  await expect(report(page).getByText(/^[1-9]\d* of 61 positions/)).toBeVisible();
  await report(page).getByRole("button", { name: "Stop" }).click();
  await expect(stopped).toBeVisible();
  // The address of another node is written when the study has been saved.
  await page.getByRole("button", { name: "Start position" }).click();
  await page.keyboard.press("ArrowRight");
  await page.waitForURL(/#analysis=\w+\/1$/);
  await page.reload();
  await expect(stopped).toBeVisible();
  await report(page).getByLabel("How thorough").selectOption("Fast");
  await report(page).getByRole("button", { name: "Resume" }).click();
  await expect(report(page).getByRole("table", { name: "Summary" })).toBeVisible();
});

test("on a wide screen the report is beside the moves", async ({ page }) => {
  for (const [width, height, view] of [
    [1440, 900, "map"],
    [1920, 1080, "map"],
    [1920, 1080, "both"],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openAddress(page, `./?quality=low&view=${view}#analysis`);
    for (const [index, move] of MATED_GAME.entries()) await typeMove(page, move, index + 1);
    await analyse(page);
    const moves = (await page.locator(".study-tree").boundingBox()) ?? NO_BOX;
    const graph = (await report(page).getByRole("slider").boundingBox()) ?? NO_BOX;
    expect(graph.x).toBeGreaterThan(moves.x + moves.width);
    expect(graph.width).toBeGreaterThanOrEqual(300);
    // Nothing of the panel is left empty at the right.
    expect(graph.x + graph.width).toBeGreaterThan(width - 20);
    await expect(report(page).getByRole("table", { name: "Summary" })).toBeInViewport({ ratio: 1 });
  }
});

test("on a phone the boards and the tabs stay in view while a tab is read", async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const view of ["map", "both"]) {
    await openAddress(page, `./?quality=low&view=${view}#analysis`);
    for (const [index, move] of MATED_GAME.entries()) await typeMove(page, move, index + 1);
    const tabs = page.getByRole("group", { name: "Parts of the analysis" });
    for (const name of ["Moves", "Engine", "Report", "Tools"]) {
      await tabs.getByRole("button", { name }).click();
      if (name === "Report" && view === "map") await analyse(page);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(tabs).toBeInViewport({ ratio: 1 });
      const { y: below = 0 } = (await tabs.boundingBox()) ?? {};
      const hidden = await page
        .locator(".map .square")
        .evaluateAll(
          (all, tabTop) =>
            all.filter((each) => each.getBoundingClientRect().top < 0 || each.getBoundingClientRect().bottom > tabTop)
              .length,
          below,
        );
      expect(hidden, `${view}, ${name}`).toBe(0);
    }
  }
});

test("on a phone engine and report are tabs below the boards", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openAnalysis(page, MATED_GAME.slice(0, 4));
  const tabs = page.getByRole("group", { name: "Parts of the analysis" });
  await tabs.getByRole("button", { name: "Engine" }).click();
  await startEngine(page);
  await expect(page.getByRole("meter", { name: "Evaluation" })).toBeVisible();
  await page.locator("body").press("z");
  await analyse(page);
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
});
