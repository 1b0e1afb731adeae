// Whole games from the first move to mate: by clicks in the map, by keyboard, by typed moves.
import { expect, test, type Page } from "@playwright/test";
import { neighbour, type Direction, type Spot } from "../src/map/focus";
import { BOARDS, LONG, MEDER, SHORT, type WholeGame } from "./games";
import { expectPly, listedMoves, mapHand, openTable, playBy, tfenOf } from "./table";

async function start(page: Page, game: WholeGame): Promise<void> {
  await openTable(page);
  if (game.rules === "revised") return;
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("radio", { name: /Meder/ }).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.locator(".header-rules")).toHaveText("Meder’s rules");
}

async function expectEnd(page: Page, game: WholeGame): Promise<void> {
  expect(await tfenOf(page)).toBe(game.tfen);
  expect(await listedMoves(page)).toEqual(game.texts);
  await expect(page.locator(".result")).toHaveText(game.result);
  await expect(page.locator(".status")).toContainText(`Checkmate. ${game.result === "1-0" ? "White" : "Black"} wins`);
}

for (const [name, game] of Object.entries({ SHORT, LONG, MEDER, BOARDS })) {
  test(`a whole game by clicks in the map: ${name}`, async ({ page }) => {
    await start(page, game);
    for (const [index, move] of game.moves.entries()) {
      await playBy(page, mapHand(page), move);
      await expectPly(page, index + 1);
    }
    await expectEnd(page, game);
  });
}

for (const [name, game] of Object.entries({ LONG, BOARDS })) {
  test(`a whole game by typed moves, coordinate and algebraic in turn: ${name}`, async ({ page }) => {
    await start(page, game);
    const entry = page.getByLabel("Type a move");
    for (const [index, move] of game.moves.entries()) {
      await entry.fill(index % 2 === 0 ? move : (game.texts[index] ?? ""));
      await entry.press("Enter");
      await expectPly(page, index + 1);
    }
    await expectEnd(page, game);
  });
}

test("a whole game by keyboard", async ({ page }) => {
  await start(page, SHORT);
  for (const [index, move] of SHORT.moves.entries()) {
    const hand = {
      square: (name: string) => walkTo(page, name),
      pin: () => Promise.reject(new Error("no board moves here")),
    };
    await playBy(page, hand, move);
    await expectPly(page, index + 1);
  }
  await expectEnd(page, SHORT);
});

const KEY: Readonly<Record<Direction, string>> = {
  left: "ArrowLeft",
  right: "ArrowRight",
  up: "ArrowUp",
  down: "ArrowDown",
};

/** Goes to a square with the arrow keys alone, the shortest way, and presses Enter on it. */
async function walkTo(page: Page, target: string): Promise<void> {
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
  for (const direction of way(spots, from, target)) await page.keyboard.press(KEY[direction]);
  await expect(page.locator(`.map [data-square="${target}"]`)).toBeFocused();
  await page.keyboard.press("Enter");
}

function way(spots: readonly Spot[], from: string, target: string): Direction[] {
  const ways = new Map<string, Direction[]>([[from, []]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const here = ways.get(at) ?? [];
    if (at === target) return here;
    for (const direction of Object.keys(KEY) as Direction[]) {
      const next = neighbour(spots, at, direction);
      if (next === null || ways.has(next)) continue;
      ways.set(next, [...here, direction]);
      queue.push(next);
    }
  }
  throw new Error(`no way from ${from} to ${target}`);
}
