// Nothing serious for axe-core: each state of the page, each question and each dialog, in both themes, large and small.
import { createRequire } from "node:module";
import { expect, test, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";
import type { GamePage, GameSummary, Player } from "../src/wire/online";
import { START } from "./positions";
import { mapHand, openTable, pin, playBy, square } from "./table";

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";
const PROMOTION =
  "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57 revised";
const DEFERRED = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39 revised";
const EN_PASSANT =
  "n3/2N1/3P/N1BB|3p/p3/1n2/1P2|1bb1/2p1/3p/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/1p w - - - a5N - 0 11 revised";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: axe });
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const serious = results.violations.filter((each) => each.impact === "serious" || each.impact === "critical");
  const found = serious.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)}`));
  expect(found).toEqual([]);
}

/** A server's answers without a server: someone to be, and games in every list. */
async function pretendServer(page: Page): Promise<void> {
  const me: Player = { id: "me", name: "Ada" };
  const game = (id: string, state: GameSummary["state"]): GameSummary => ({
    id,
    state,
    rules: "revised",
    customStart: false,
    access: "lobby",
    clock: { type: "realTime", initial: 300, increment: 3 },
    by: { id: "you", name: "Bob" },
    color: "random",
    white: state === "open" ? null : me,
    black: state === "open" ? null : { id: "you", name: "Bob" },
    created: 1,
    updated: 1,
    seq: 1,
    plies: 0,
    turn: "white",
    tfen: START,
    last: null,
    status: state === "finished" ? "resigned" : null,
    result: state === "finished" ? "1-0" : "*",
    reason: null,
  });
  const answer: GamePage = { games: [game("a", "open"), game("b", "live"), game("c", "finished")], next: "more" };
  await page.route("**/api/games?*", (route) => route.fulfill({ json: answer }));
  await page.route("**/api/identities", (route) => route.fulfill({ json: { player: me } }));
  await page.route(/\/\?[^/]*$/, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace("<head>", '<head><meta name="trid-server" content="1">');
    await route.fulfill({ response, body: html });
  });
}

for (const theme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${theme}, ${viewport.width} wide`, () => {
      test.use({ viewport });
      const search = `?view=map&theme=${theme}`;

      test("the map and every dialog", async ({ page }) => {
        await openTable(page, { search });
        await expectAccessible(page);
        await playBy(page, mapHand(page), "b2Wb4N");
        await square(page, "b7B").click();
        await expectAccessible(page);
        for (const name of ["New game", "My games", "Share", "Open", "View", "Help"]) {
          await page.getByRole("navigation").getByRole("button", { name }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await expectAccessible(page);
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toHaveCount(0);
        }
      });

      test("what stands between a pick and its move", async ({ page }) => {
        await openTable(page, { search, tfen: EN_PASSANT });
        await square(page, "b5B").click();
        await expect(page.locator(".square.target")).not.toHaveCount(0);
        await expectAccessible(page);
        await openTable(page, { search, tfen: RIDER });
        await pin(page, "QL1").click();
        await expectAccessible(page);
        await pin(page, "KL2").click();
        await expect(page.getByRole("dialog", { name: /where does the rider land/ })).toBeVisible();
        await expectAccessible(page);
        await openTable(page, { search, tfen: PROMOTION });
        await square(page, "d8KL6").click();
        await square(page, "d9KL6").click();
        await expect(page.getByRole("dialog", { name: "The pawn becomes" })).toBeVisible();
        await expectAccessible(page);
        await openTable(page, { search, tfen: DEFERRED });
        await playBy(page, mapHand(page), "QL6-KL5");
        await expect(page.getByRole("dialog", { name: /must promote now/ })).toBeVisible();
        await expectAccessible(page);
      });

      test("what is asked before a game ends or goes, and what is said", async ({ page }) => {
        await openTable(page, { search });
        await playBy(page, mapHand(page), "b2Wb4N");
        await page.getByRole("button", { name: "New game" }).click();
        await page.getByText("The computer", { exact: true }).click();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Start the game" }).click();
        await expect(page.getByRole("dialog", { name: "A game is under way" })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page.locator("#move-entry").fill("Qz9");
        await page.keyboard.press("Enter");
        await expect(page.locator(".said-error")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Draw", exact: false }).click();
        await expect(page.getByRole("dialog", { name: "A draw?" })).toBeVisible();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Save", exact: true }).click();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Keep", exact: true }).click();
        await page.getByRole("navigation").getByRole("button", { name: "My games" }).click();
        await expectAccessible(page);
        await page.getByRole("button", { name: /^Delete/ }).click();
        await expect(page.getByRole("dialog", { name: "Delete this game?" })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Keep it" }).click();
        await expect(page.getByRole("dialog", { name: "My games" })).toBeVisible();
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Resign" }).click();
        await expect(page.getByRole("dialog", { name: /resigns/ })).toBeVisible();
        await expectAccessible(page);
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /resigns/ })
          .click();
        await expect(page.locator(".result")).toHaveText("1-0");
        await expectAccessible(page);
      });

      test("games online", async ({ page }) => {
        await pretendServer(page);
        await openTable(page, { search });
        await page.getByRole("button", { name: "Online" }).click();
        await expect(page.locator(".online-list .game")).toHaveCount(3);
        await expectAccessible(page);
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          await expectAccessible(page);
        }
        await page.getByText("Filter").click();
        await page.getByText("Other…").click();
        await expectAccessible(page);
      });

      test("the set", async ({ page }) => {
        await openTable(page, { search: `?quality=low&theme=${theme}&debug`, tfen: RIDER });
        await expect(page.locator(".scene-canvas")).toHaveAttribute("data-ready", "true", { timeout: 60_000 });
        await expectAccessible(page);
        await page.getByText("Look", { exact: true }).click();
        await expectAccessible(page);
        await page.getByText("Look", { exact: true }).click();
        await pin(page, "QL1").click();
        await pin(page, "KL2").click();
        await expect(page.getByRole("dialog", { name: /where does the rider land/ })).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
