// Whole games to mate: by clicks in the map, by keyboard, by typed moves.
import { expect, test, type Page } from "@playwright/test";
import { neighbour, type Direction, type Spot } from "../src/board/map/focus";
import { BOARDS, LONG, MEDER, SHORT, type WholeGame } from "./games";
import { expectMoves, expectNoDialog, expectPly, expectTfen, openDialog, openPage } from "./gamePage";
import { playInMap, playMove, typeMove } from "./gamePage";

async function start(page: Page, game: WholeGame): Promise<void> {
  await openPage(page);
  if (game.rules === "revised") return;
  await openDialog(page, "New game");
  await page.getByRole("radio", { name: /Meder/ }).check();
  await page.getByRole("button", { name: "Start game" }).click();
  await expectNoDialog(page);
  await expect(page.locator(".header-rules")).toHaveText("Meder’s rules");
}

async function expectMate(page: Page, game: WholeGame): Promise<void> {
  await expectTfen(page, game.tfen);
  await expectMoves(page, game.texts);
  await expect(page.locator(".result")).toHaveText(game.result);
  await expect(page.locator(".status")).toContainText(`Checkmate. ${game.result === "1-0" ? "White" : "Black"} wins`);
}

for (const [name, game] of Object.entries({ SHORT, LONG, MEDER, BOARDS })) {
  test(`a whole game by clicks in the map: ${name}`, async ({ page }) => {
    await start(page, game);
    for (const [index, move] of game.moves.entries()) {
      await playInMap(page, move);
      await expectPly(page, index + 1);
    }
    await expectMate(page, game);
  });
}

for (const [name, game] of Object.entries({ LONG, BOARDS })) {
  test(`a whole game by typed moves, alternating coordinate and algebraic notation: ${name}`, async ({ page }) => {
    await start(page, game);
    for (const [index, move] of game.moves.entries()) {
      await typeMove(page, index % 2 === 0 ? move : (game.texts[index] ?? ""), index + 1);
    }
    await expectMate(page, game);
  });
}

test("a whole game by keyboard", async ({ page }) => {
  await start(page, SHORT);
  for (const [index, move] of SHORT.moves.entries()) {
    const input = {
      square: (name: string) => pressByKeyboard(page, name),
      pin: () => Promise.reject(new Error("this game has no board moves")),
    };
    await playMove(page, input, move);
    await expectPly(page, index + 1);
  }
  await expectMate(page, SHORT);
});

const KEY: Readonly<Record<Direction, string>> = {
  left: "ArrowLeft",
  right: "ArrowRight",
  up: "ArrowUp",
  down: "ArrowDown",
};

/** Moves the focus to a square with the arrow keys, along the shortest path, and presses Enter on it. */
async function pressByKeyboard(page: Page, target: string): Promise<void> {
  const focused = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.square);
  if (focused === undefined) await page.locator('.map [data-square][tabindex="0"]').focus();
  const from = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.square ?? "");
  const spots = await page.locator(".map [data-square]").evaluateAll((found): Spot[] =>
    found.map((each) => {
      const box = each.getBoundingClientRect();
      const name = (each as HTMLElement).dataset.square ?? "";
      return { square: name, x: box.left + box.width / 2, y: box.top + box.height / 2 };
    }),
  );
  for (const direction of shortestPath(spots, from, target)) await page.keyboard.press(KEY[direction]);
  await expect(page.locator(`.map [data-square="${target}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
}

function shortestPath(spots: readonly Spot[], from: string, target: string): Direction[] {
  const paths = new Map<string, Direction[]>([[from, []]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const path = paths.get(at) ?? [];
    if (at === target) return path;
    for (const direction of Object.keys(KEY) as Direction[]) {
      const next = neighbour(spots, at, direction);
      if (next === null || paths.has(next)) continue;
      paths.set(next, [...path, direction]);
      queue.push(next);
    }
  }
  throw new Error(`no path from ${from} to ${target}`);
}
