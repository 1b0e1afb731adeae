// axe-core finds no serious violation in any state of the page or dialog, in both themes, on large and small screens.
import { expect, test, type Page } from "@playwright/test";
import type { GamePage, GameSummary, Player } from "../src/wire/online";
import { expectAccessible } from "./axe";
import {
  closeDialog,
  expectNoDialog,
  expectPly,
  openAddress,
  openDialog,
  openPage,
  pin,
  playInMap,
  square,
} from "./gamePage";
import { START } from "./positions";
import { sceneReady } from "./scenePage";

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";
const PROMOTION =
  "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57 revised";
const DEFERRED = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39 revised";
const EN_PASSANT =
  "n3/2N1/3P/N1BB|3p/p3/1n2/1P2|1bb1/2p1/3p/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/1p w - - - a5N - 0 11 revised";

/** Stands in for a server, with an identity and a game in every list. */
async function mockServer(page: Page): Promise<void> {
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
  const response: GamePage = { games: [game("a", "open"), game("b", "live"), game("c", "finished")], next: "more" };
  await page.route("**/api/games?*", (route) => route.fulfill({ json: response }));
  await page.route("**/api/identities", (route) => route.fulfill({ json: { player: me } }));
  await page.route(/\/\?[^/]*$/, async (route) => {
    const original = await route.fetch();
    const html = (await original.text()).replace("<head>", '<head><meta name="trid-server" content="1">');
    await route.fulfill({ response: original, body: html });
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

      test("the home screen", async ({ page }) => {
        await openAddress(page, `./?quality=low&theme=${theme}`);
        await expectAccessible(page);
      });

      test("the map and every dialog", async ({ page }) => {
        await openPage(page, { search });
        await expectAccessible(page);
        await playInMap(page, "b2Wb4N");
        await expectPly(page, 1);
        await square(page, "b7B").click();
        await expect(square(page, "b7B")).toHaveClass(/selected/);
        await expectAccessible(page);
        for (const name of ["New game", "My games", "Share", "Open", "View", "Help"]) {
          await openDialog(page, name);
          await expectAccessible(page);
          await closeDialog(page);
        }
      });

      test("selections, targets and choices", async ({ page }) => {
        await openPage(page, { search, tfen: EN_PASSANT });
        await square(page, "b5B").click();
        await expect(page.locator(".square.target")).not.toHaveCount(0);
        await expectAccessible(page);
        await openPage(page, { search, tfen: RIDER });
        await pin(page, "QL1").click();
        await expect(pin(page, "QL1")).toHaveAttribute("aria-pressed", "true");
        await expectAccessible(page);
        await pin(page, "KL2").click();
        await expect(page.getByRole("dialog", { name: /where does the piece on the board land/ })).toBeVisible();
        await expectAccessible(page);
        await openPage(page, { search, tfen: PROMOTION });
        await square(page, "d8KL6").click();
        await square(page, "d9KL6").click();
        await expect(page.getByRole("dialog", { name: "Promote to:" })).toBeVisible();
        await expectAccessible(page);
        await openPage(page, { search, tfen: DEFERRED });
        await playInMap(page, "QL6-KL5");
        await expect(page.getByRole("dialog", { name: /must promote to/ })).toBeVisible();
        await expectAccessible(page);
      });

      test("confirmations and messages", async ({ page }) => {
        await openPage(page, { search });
        await playInMap(page, "b2Wb4N");
        await expectPly(page, 1);
        await openDialog(page, "New game");
        await page.getByText("Computer", { exact: true }).click();
        await expect(page.getByRole("slider")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Start game" }).click();
        await expectNoDialog(page);
        await expect(page.locator(".said-note")).toBeVisible();
        await expectAccessible(page);
        await playInMap(page, "b2Wb4N");
        // The computer's move ends the messages about the position before.
        await expectPly(page, 2);
        await page.locator("#move-entry").fill("Qz9");
        await page.locator("#move-entry").press("Enter");
        await expect(page.locator(".said-error")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Why?" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Back to the boards" }).click();
        await expectNoDialog(page);
        await openDialog(page, "My games");
        await expectAccessible(page);
        await page
          .getByRole("button", { name: /^Delete/ })
          .first()
          .click();
        await expect(page.getByRole("dialog", { name: "Delete this game?" })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: "Keep it" }).click();
        await expect(page.getByRole("dialog", { name: "My games" })).toBeVisible();
        await closeDialog(page);
        await page.getByRole("button", { name: "Resign" }).click();
        await expect(page.getByRole("dialog", { name: /Resign as/ })).toBeVisible();
        await expectAccessible(page);
        await page
          .getByRole("dialog")
          .getByRole("button", { name: /Resign as/ })
          .click();
        await expect(page.locator(".result")).toHaveText("0-1");
        await expectAccessible(page);
      });

      test("online games", async ({ page }) => {
        await mockServer(page);
        await openPage(page, { search });
        await openDialog(page, "Online");
        await expect(page.locator(".online-list .game")).toHaveCount(3);
        await expectAccessible(page);
        for (const tab of await page.getByRole("tab").all()) {
          await tab.click();
          await expect(tab).toHaveAttribute("aria-selected", "true");
          await expect(page.locator(".online-list .game")).toHaveCount(3);
          await expectAccessible(page);
        }
        await page.getByText("Filter").click();
        await page.getByText("Custom…").click();
        await expect(page.getByRole("spinbutton", { name: "Minutes" })).toBeVisible();
        await expectAccessible(page);
      });

      test("puzzles", async ({ page }) => {
        await openAddress(page, `./${search}#puzzles`);
        await expect(page.getByRole("heading", { name: "By theme" })).toBeVisible();
        await expectAccessible(page);
        await openAddress(page, `./${search}#puzzles=mix`);
        await expect(page.locator(".puzzle-feedback")).toContainText("Your move.");
        await expectAccessible(page);
      });

      test("the scene", async ({ page }) => {
        await openPage(page, { search: `?quality=low&view=both&theme=${theme}&debug`, tfen: RIDER });
        await sceneReady(page);
        await expectAccessible(page);
        await page.getByText("3D options", { exact: true }).click();
        await expect(page.getByRole("complementary", { name: "3D options" })).toBeVisible();
        await expectAccessible(page);
        await page.getByText("3D options", { exact: true }).click();
        await pin(page, "QL1").click();
        await pin(page, "KL2").click();
        await expect(page.getByRole("dialog", { name: /where does the piece on the board land/ })).toBeVisible();
        await expectAccessible(page);
      });
    });
  }
}
