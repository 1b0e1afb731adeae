// Reviewing finished and imported games, what follows a game, named players, custom clocks, and exports from the list.
import { readFile } from "node:fs/promises";
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { closeDialog, expectMoves, expectNoDialog, expectPly, openDialog, openPage } from "./gamePage";
import { playInMap, playOpening, storedItems } from "./gamePage";

/** Every saved game as the storage holds it. */
async function storedGames(page: Page): Promise<string[]> {
  const games = Object.entries(await storedItems(page)).filter(([key]) => key.startsWith("trid.game."));
  return games.sort().map(([, game]) => game);
}

async function startGame(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
}

async function resign(page: Page, side: string): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: `Resign as ${side}` }).click();
  await expect(page.locator(".notice")).toHaveAttribute("data-status", "resigned");
}

test("reviewing a finished game and moving in it leaves its record as it was", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves);
  await expect(page.locator(".result")).toHaveText(SHORT.result);
  const before = await storedGames(page);
  expect(before).toHaveLength(1);
  await page.getByRole("button", { name: "Previous move" }).click();
  await expectPly(page, 8);
  await page.getByRole("button", { name: "Go to the start" }).click();
  await expectPly(page, 0);
  await page.getByRole("button", { name: SHORT.texts[1] ?? "", exact: true }).click();
  await expectPly(page, 2);
  await expect(page.locator(".moves-note")).toContainText("starts a copy");
  await expect(page.getByRole("button", { name: "Resign" })).toHaveCount(0);
  expect(await storedGames(page)).toEqual(before);

  await playInMap(page, "a2Wa3W");
  await expectPly(page, 3);
  await expectMoves(page, [...SHORT.texts.slice(0, 2), "a3W"]);
  await expect(page.locator(".said-note")).toContainText("in a copy");
  expect(await storedGames(page)).toContain(before[0]);
  // The copy is a game like any other.
  await page.getByRole("button", { name: "Undo" }).click();
  await playInMap(page, "c2Wc3W");
  await expectMoves(page, [...SHORT.texts.slice(0, 2), "c3W"]);

  await openDialog(page, "My games");
  await expect(page.locator(".game-open")).toHaveCount(2);
  await expect(page.getByRole("button", { name: /^Game of .* \(copy\)/ })).toBeVisible();
  await page.getByRole("button", { name: /^Game of .*Checkmate/ }).click();
  await expectPly(page, SHORT.moves.length);
  await expectMoves(page, SHORT.texts);
  expect(await storedGames(page)).toContain(before[0]);
});

test("a move in an imported game is played in a copy", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "Open");
  await page.getByLabel("Or paste it here").fill('[White "Ada"]\n[Black "Bob"]\n\n1. b4N b5N {good} *');
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  await expectPly(page, 2);
  await expect(page.locator(".player[data-color=white]")).toContainText("Ada");
  await expect(page.locator(".player[data-color=black]")).toContainText("Bob");
  const record = (): Promise<string[]> =>
    storedGames(page).then((games) => games.map((game) => (JSON.parse(game) as { game: string }).game));
  const [imported = ""] = await record();
  await playInMap(page, "c2Wc3W");
  await expectMoves(page, ["b4N", "b5N", "c3W"]);
  expect(await record()).toContain(imported);
  await openDialog(page, "My games");
  await expect(page.getByRole("button", { name: /^Pasted game \(copy\)/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Pasted game Ada – Bob/ })).toBeVisible();
});

test("after a game, two players play again with the same settings", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "New game");
  await page.getByLabel("White", { exact: true }).and(page.getByRole("textbox")).fill("Ada");
  await page.getByLabel("Black", { exact: true }).and(page.getByRole("textbox")).fill("Bob");
  await page.getByRole("radio", { name: /Meder/ }).check();
  await page.getByRole("radio", { name: "Custom…" }).check();
  await page.getByLabel("Minutes").fill("7");
  await page.getByLabel("Seconds per move").fill("2");
  await startGame(page);
  await playInMap(page, "b2Wb3W");
  await expectPly(page, 1);
  await resign(page, "Black");
  const actions = page.locator(".actions");
  await expect(actions.getByRole("button")).toHaveText(["Play again", "See your mistakes", "Share"]);
  await actions.getByRole("button", { name: "Share" }).click();
  await expect(page.getByRole("dialog", { name: /Share/ })).toBeVisible();
  await closeDialog(page);
  await actions.getByRole("button", { name: "Play again" }).click();
  await expectPly(page, 0);
  await expect(page.locator(".player[data-color=white]")).toContainText("Ada");
  await expect(page.locator(".player[data-color=black]")).toContainText("Bob");
  await expect(page.locator(".header-rules")).toHaveText("Meder’s rules");
  await expect(page.getByRole("timer", { name: "White’s clock" })).toHaveText("7:00");
});

test("a rematch against the computer swaps the sides and keeps the custom clock", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "New game");
  await page.getByRole("radio", { name: "Computer" }).check();
  await page.getByRole("slider").fill("2");
  await page.getByLabel("Your name").fill("Ada");
  await page.getByRole("radio", { name: "Custom…" }).check();
  await page.getByLabel("Minutes").fill("0");
  await page.getByRole("button", { name: "Start game" }).click();
  // The browser shows what is wrong, and the dialog stays open.
  await expect(page.getByLabel("Minutes")).toBeFocused();
  await page.getByLabel("Minutes").fill("12");
  await startGame(page);
  await expect(page.locator(".player[data-color=white]")).toContainText("Ada");
  await expect(page.locator(".player[data-color=black]")).toContainText("Computer (level 2)");
  await expect(page.getByRole("timer", { name: "White’s clock" })).toHaveText("12:00");
  await resign(page, "White");
  await expect(page.locator(".status")).toContainText("You lost in 0 moves at level 2: you resigned");
  await expect(page.locator(".actions").getByRole("button")).toHaveText([
    "Rematch",
    "Level 1",
    "See your mistakes",
    "Share",
  ]);
  await page.locator(".actions").getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator(".player").last()).toHaveAttribute("data-color", "black");
  await expect(page.locator(".player").last()).toContainText("Ada");
  await expect(page.locator(".player").first()).toContainText("Computer (level 2)");
  await expectPly(page, 1);
  await expect(page.getByRole("timer", { name: "White’s clock" })).toHaveText(/^(12:0|11:5)/);
});

test("games are exported from the list, one by one and all together", async ({ page }) => {
  await openPage(page);
  await openDialog(page, "New game");
  await page.getByLabel("White", { exact: true }).and(page.getByRole("textbox")).fill("Ada");
  await page.getByLabel("Black", { exact: true }).and(page.getByRole("textbox")).fill("Bob");
  await startGame(page);
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await resign(page, "Black");
  await openDialog(page, "New game");
  await page.getByLabel("White", { exact: true }).and(page.getByRole("textbox")).fill("");
  await startGame(page);
  await playInMap(page, "c2Wc3W");
  await expectPly(page, 1);

  const exported = async (button: string): Promise<{ name: string; text: string }> => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  await openDialog(page, "My games");
  await page.getByRole("button", { name: "Export Ada – Bob", exact: true }).click();
  const tpgn = await exported("Export Ada – Bob as T-PGN");
  expect(tpgn.name).toBe("Ada-Bob.tpgn");
  expect(tpgn.text).toContain('[White "Ada"]\n[Black "Bob"]\n[Result "1-0"]');
  expect(tpgn.text).toContain("1. b4N 1-0");
  const json = await exported("Export Ada – Bob as JSON");
  expect(json.name).toBe("Ada-Bob.json");
  expect(JSON.parse(json.text)).toMatchObject({ version: 3, tags: { White: "Ada", Black: "Bob" } });
  const all = await exported("Export all as T-PGN");
  expect(all.text).toContain("1. b4N 1-0");
  expect(all.text).toContain("1. c3W *");
  // The exported file opens again, with both games.
  await page.evaluate(async () => {
    localStorage.clear();
    await new Promise((resolve) => (indexedDB.deleteDatabase("trid").onsuccess = resolve));
  });
  await openPage(page);
  await openDialog(page, "Open");
  await page
    .getByLabel(/^File/)
    .setInputFiles({ name: all.name, mimeType: "text/plain", buffer: Buffer.from(all.text) });
  await expectPly(page, 1);
  await expect(page.locator(".said")).toContainText("The other game");
});

test("“See your mistakes” starts the report on the game", async ({ page }) => {
  await openPage(page);
  await playOpening(page, SHORT.moves.slice(0, 2));
  await resign(page, "White");
  await page.getByRole("button", { name: "See your mistakes" }).click();
  await expect(page.getByRole("region", { name: "Moves and variations" })).toBeVisible();
  await expect(page.locator(".report-summary")).toBeVisible({ timeout: 120_000 });
});
