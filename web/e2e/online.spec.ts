// Games between people: two browsers and a server of their own, by link, to mate, through reloads and lost connections.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { create, House, mapOf, play, program } from "./people";
import { expectPly, listedMoves, mapHand, playBy, tfenOf } from "./table";

const house = new House();
test.beforeAll(() => house.open());
test.afterAll(() => house.close());

/** Asks the server as the page would, for what the dialog does not offer. */
async function ask(page: Page, path: string, body: unknown): Promise<{ id: string }> {
  return page.evaluate(
    async ([to, what]) => {
      const request = { method: "POST", headers: { "content-type": "application/json" }, body: what };
      return (await (await fetch(to, request)).json()) as { id: string };
    },
    [path, JSON.stringify(body)] as const,
  );
}

async function createShort(page: Page, initial: number): Promise<string> {
  await ask(page, "/api/identities", {});
  const clock = { type: "realTime", initial, increment: 0 };
  return (await ask(page, "/api/games", { color: "white", clock })).id;
}

test("two browsers play by link to mate, one reloads, one goes offline and comes back", async ({ browser }) => {
  const { white, black, link } = await house.pair(browser);
  const followed = await white.request.get(link, { maxRedirects: 0 });
  expect(followed.headers().location).toBe(`/#online=${link.slice(-16)}`);
  await expect(white.locator(".player-name", { hasText: "(you)" })).toContainText("White");
  await expect(black.locator(".player-name", { hasText: "(you)" })).toContainText("Black");
  await expect(white).toHaveTitle(/Your turn/);
  for (const [index, move] of SHORT.moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [white, black] : [black, white];
    if (index === 3) {
      await white.reload();
      await expectPly(white, index);
    }
    if (index === 4) {
      await black.context().setOffline(true);
      await playBy(white, mapHand(white), move);
      await expectPly(white, index + 1);
      await black.context().setOffline(false);
      await expectPly(black, index + 1);
      continue;
    }
    await play(mover, other, move, index + 1);
  }
  for (const page of [white, black]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "checkmate");
    await expect(page.locator(".result")).toHaveText(SHORT.result);
    await expect(page.locator(".app")).toHaveAttribute("data-tfen", SHORT.tfen);
  }
});

test("takeback, draw and rematch are asked for and answered", async ({ browser }) => {
  const { white, black } = await house.pair(browser);
  await play(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Take back" }).click();
  await expect(black.getByText("White asks to take a move back.")).toBeVisible();
  await black.getByRole("button", { name: "Accept" }).click();
  await expectPly(white, 0);
  await expectPly(black, 0);
  await play(white, black, "c2Wc3W", 1);
  await play(black, white, "b7Bb5N", 2);
  await white.getByRole("button", { name: "Offer a draw" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  await expect(white.getByText("You have offered a draw.")).toBeHidden();
  await expect(white.getByRole("button", { name: "Offer a draw" })).toBeDisabled();
  await black.getByRole("button", { name: "Offer a draw" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "draw");
  await black.getByRole("button", { name: "Rematch" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  await expect(white.locator(".player-name", { hasText: "(you)" })).toContainText("Black");
  await expect(black.locator(".player-name", { hasText: "(you)" })).toContainText("White");
  await play(black, white, "b2Wb4N", 1);
});

test("a third person watches and cannot move; resignation ends it for all", async ({ browser }) => {
  const { white, black, link } = await house.pair(browser);
  const watcher = await house.visitor(browser, mapOf(link));
  await expect(watcher.getByText("You watch")).toBeVisible();
  await expect(white.getByText("1 watches")).toBeVisible();
  await play(white, black, "b2Wb4N", 1);
  await expectPly(watcher, 1);
  await watcher.locator('.map [data-square="b7B"]').click();
  await watcher.locator('.map [data-square="b5N"]').click();
  await expectPly(watcher, 1);
  await play(black, white, "b7Bb5N", 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "White resigns" }).click();
  for (const page of [white, black, watcher]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "resigned");
    await expect(page.locator(".result")).toHaveText("0-1");
  }
});

test("a flag falls by the server's clock", async ({ browser }) => {
  const white = await house.visitor(browser);
  const id = await createShort(white, 5);
  await white.goto(`${house.address}/?view=map#online=${id}`);
  await expect(white.locator(".online")).toHaveAttribute("data-state", "open");
  const black = await house.visitor(browser, `/?view=map#online=${id}`);
  await black.getByRole("button", { name: "Play this game" }).click();
  await expect(white.locator(".online")).toHaveAttribute("data-state", "live");
  await play(white, black, "b2Wb4N", 1);
  await play(black, white, "b7Bb5N", 2);
  await expect(white.getByRole("timer", { name: "White’s clock" })).toHaveClass(/running/);
  for (const page of [white, black]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "timeout", { timeout: 15_000 });
    await expect(page.locator(".result")).toHaveText("0-1");
  }
});

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41";
const EP =
  "n3/2N1/3P/N1BB|3p/p3/1n2/1P2|1bb1/2p1/3p/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/1p w - - - a5N - 0 11";
const ACROSS =
  "4/P3/2PB/NB1N|p3/3p/3P/4|qbbn/1pp1/pn2/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:r1/p1,KL6b:kr/pp b kq - - - - 0 6";
const PROMOTES = "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57";
const KINDS = [
  ["a board, its rider in the same place", RIDER, "QL1-KL2", "KL2+"],
  ["a board, its rider turned", RIDER, "QL1-KL2^180", "KL2^180"],
  ["a board turned on the spot", RIDER, "QL1^180", "QL1^180"],
  ["en passant", EP, "b5Ba6B", "bxa6B e.p."],
  ["castling across, Black to move", ACROSS, "O-O-O", "0-0-0"],
  ["a promotion", PROMOTES, "d8KL6d9KL6=N", "d9KL6N"],
] as const;

/** Puts both at a game that begins with a position. */
async function meet(white: Page, black: Page, start: string): Promise<void> {
  for (const page of [white, black]) await ask(page, "/api/identities", {});
  const { id } = await ask(white, "/api/games", { color: "white", start });
  await ask(black, `/api/games/${id}/join`, {});
  for (const page of [white, black]) {
    await page.goto(`${house.address}/?view=map#online=${id}`);
    await expectPly(page, 0);
    await expect(page.locator(".app")).toHaveAttribute("data-tfen", start);
  }
}

test("moves of every kind are the same on both sides", async ({ browser }) => {
  const white = await house.visitor(browser);
  const black = await house.visitor(browser);
  for (const [name, start, move, text] of KINDS) {
    await test.step(name, async () => {
      await meet(white, black, start);
      const [mover, other] = start.includes(" w ") ? [white, black] : [black, white];
      await play(mover, other, move, 1);
      expect(await listedMoves(other)).toEqual([text]);
      await expect(other.locator(".app")).toHaveAttribute("data-tfen", await tfenOf(mover));
    });
  }
});

test("a forced promotion is the pawn's owner's to choose, and the other sees what is waited for", async ({
  browser,
}) => {
  const white = await house.visitor(browser);
  const black = await house.visitor(browser);
  const start = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39";
  await meet(white, black, start);
  await play(black, white, "QL6-KL5", 1);
  await expect(black.locator(".notice .status")).toHaveText("White must promote the pawn on a8 on B");
  await expect(black.locator(".notice")).toBeVisible();
  await expect(black.getByRole("dialog")).toBeHidden();
  await expect(white).toHaveTitle(/Your turn/);
  await white.getByRole("dialog").getByRole("button", { name: "queen" }).click();
  await expectPly(black, 2);
  // It ends no turn.
  await expect(white).toHaveTitle(/Your turn/);
  await play(white, black, "c2Wc3W", 3);
  await expect(black).toHaveTitle(/Your turn/);
});

test("two tabs of one player agree", async ({ browser }) => {
  const { white, black, link } = await house.pair(browser);
  const tab = await white.context().newPage();
  await tab.goto(link);
  await expect(tab.locator(".online")).toHaveAttribute("data-state", "live");
  await play(tab, black, "b2Wb4N", 1);
  await expectPly(white, 1);
  await play(black, tab, "b7Bb5N", 2);
  await expectPly(white, 2);
  await play(white, tab, "c2Wc3W", 3);
});

/** So many games between others, each given up by White, through the interface that programs use. */
async function playOthers(count: number, rules: string): Promise<void> {
  const ask = async (
    path: string,
    token: string | null,
    body: unknown = {},
  ): Promise<{ id: string; token: string }> => {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const headers = { "content-type": "application/json", ...authorization };
    const answer = await fetch(house.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as { id: string; token: string };
  };
  const { token: ada } = await ask("/api/identities", null, { name: `Ada ${rules}`, keep: "token" });
  const { token: bob } = await ask("/api/identities", null, { name: "Bob", keep: "token" });
  for (let game = 0; game < count; game += 1) {
    const { id } = await ask("/api/games", ada, { rules, color: "white", access: "lobby" });
    await ask(`/api/games/${id}/join`, bob);
    await ask(`/api/games/${id}/actions`, ada, { type: "resign" });
  }
}

test("finished games are narrowed down and read on", async ({ browser }) => {
  await playOthers(23, "revised");
  await playOthers(2, "meder");
  const page = await house.visitor(browser);
  await page.getByRole("button", { name: "Online", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.getByRole("tab", { name: "My games" }).click();
  await expect(dialog.getByText("You have no games on this server yet.")).toBeVisible();
  await dialog.getByRole("tab", { name: "Finished" }).click();
  await dialog.getByText("Filter").click();
  await dialog.getByLabel("Player").pressSequentially("ada rev", { delay: 20 });
  await expect(dialog.locator(".game")).toHaveCount(20);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect(dialog.locator(".game")).toHaveCount(23);
  await expect(dialog.getByRole("button", { name: "Show more" })).toBeHidden();
  await dialog.getByLabel("Player").fill("");
  await dialog.getByRole("combobox", { name: /^Rules/ }).selectOption("meder");
  await expect(dialog.locator(".game")).toHaveCount(2);
  await dialog.getByRole("combobox", { name: /^Result/ }).selectOption("1-0");
  await expect(dialog.getByText("No game fits the filter.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show all" }).click();
  await expect(dialog.locator(".game").first()).toBeVisible();
  await dialog.getByLabel("Until").fill("2020-01-01");
  await expect(dialog.getByText("No game fits the filter.")).toBeVisible();
});

test("a clock of one's own, and the saved game of the server in the page", async ({ browser }) => {
  const page = await house.visitor(browser);
  await page.getByRole("button", { name: "Online", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.getByLabel("Your name").fill("Ada");
  await dialog.getByLabel("Your name").press("Tab");
  await dialog.locator(".chip", { hasText: "Other…" }).click();
  await dialog.getByRole("spinbutton", { name: "Minutes" }).fill("200");
  await dialog.getByRole("button", { name: "Play a friend by link" }).click();
  await expect(dialog.getByRole("alert")).toContainText("expected 5 to 10800");
  await dialog.getByRole("spinbutton", { name: "Minutes" }).fill("7");
  await dialog.getByLabel("Seconds a move").fill("2");
  await dialog.locator(".chip", { hasText: /^White$/ }).click();
  await dialog.getByRole("button", { name: "Play a friend by link" }).click();
  const link = await page.getByLabel("Link to the game").inputValue();
  await expect(page.locator(".notice")).toContainText("Waiting for an opponent");
  const black = await house.visitor(browser, mapOf(link));
  await expect(black.locator(".challenge")).toContainText("Ada waits for an opponent");
  await expect(black.locator(".challenge")).toContainText("7 min + 2 s, you play Black");
  await black.getByRole("button", { name: "Play this game" }).click();
  await play(page, black, "b2Wb4N", 1);
  await page.getByRole("button", { name: "Export" }).click();
  await page.locator(".chip", { hasText: /^JSON$/ }).click();
  await expect(page.getByLabel("The record as JSON")).toHaveValue(/^\{"version":3,.*"White":"Ada".*"clock":420000/);
});

test("on a phone the clocks and the answers lie above the boards", async ({ browser }) => {
  const white = await house.visitor(browser);
  const link = await create(white);
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const black = await house.visitor(browser, mapOf(link), phone);
  await expect(black.getByRole("button", { name: "Play this game" })).toBeInViewport();
  await black.getByRole("button", { name: "Play this game" }).click();
  await play(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Offer a draw" }).click();
  await expect(black.getByRole("button", { name: "Accept" })).toBeInViewport();
  await expect(black.locator(".strip")).toBeInViewport();
  await expect(black.locator(".strip .to-move")).toContainText("You");
  // What waits for an answer lies side by side, none over another.
  await black.getByRole("button", { name: "To the start" }).click();
  await expect(black.getByRole("button", { name: "Back to the game" })).toBeInViewport();
  await black.getByRole("button", { name: "Back to the game" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "draw");
});

test("a name typed before the server has answered is kept", async ({ browser }) => {
  const page = await house.visitor(browser);
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/identities**", async (route) => {
    await asked;
    await route.continue();
  });
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await page.getByLabel("Your name").pressSequentially("Quick");
  const told = page.waitForResponse("**/api/identities**");
  answer();
  await told;
  await expect(page.getByText("Looking…")).toHaveCount(0);
  await expect(page.getByLabel("Your name")).toHaveValue("Quick");
  await page.getByRole("button", { name: "Open to everyone" }).click();
  await expect(page.locator(".online")).toHaveAttribute("data-state", "open");
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await expect(page.getByLabel("Your name")).toHaveValue("Quick");
});

test("the longest name leaves the clock beside it in sight", async ({ browser }) => {
  const white = await house.visitor(browser);
  await white.getByRole("button", { name: "Online", exact: true }).click();
  await white.getByLabel("Your name").fill("W".repeat(40));
  await white.locator(".chip", { hasText: /^5 min/ }).click();
  await white.getByRole("button", { name: "Open to everyone" }).click();
  const link = await white.getByLabel("Link to the game").inputValue();
  const black = await house.visitor(browser);
  await black.getByRole("button", { name: "Online", exact: true }).click();
  const listed = black.locator(`[data-game="${link.slice(-16)}"]`);
  await expect(listed).toContainText("WWWW");
  const room = await listed.evaluate((row) => row.scrollWidth - row.clientWidth);
  expect(room).toBe(0);
  await listed.getByRole("button", { name: "Play" }).click();
  await expect(black.locator(".online")).toHaveAttribute("data-state", "live");
  for (const clock of await black.locator(".panel").getByRole("timer").all()) {
    await expect(clock).toBeInViewport({ ratio: 1 });
  }
});

test("the past can be looked at while the game goes on", async ({ browser }) => {
  const { white, black } = await house.pair(browser);
  await play(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "To the start" }).click();
  await expectPly(white, 0);
  await playBy(black, mapHand(black), "b7Bb5N");
  await expect(white.getByText("This is an earlier position. It is your turn.")).toBeVisible();
  await white.getByRole("button", { name: "Back to the game" }).click();
  await expectPly(white, 2);
  await play(white, black, "c2Wc3W", 3);
});

test("the engine takes an open game and answers", async ({ browser }) => {
  const bot = spawn(program, ["bot", house.address, "--level", "1"], { stdio: "ignore" });
  try {
    const page = await house.visitor(browser);
    await create(page, { lobby: true });
    await expect(page.locator(".online")).toHaveAttribute("data-state", "live", { timeout: 20_000 });
    await expect(page.locator(".player-name", { hasText: "Engine, level 1" })).toBeVisible();
    await playBy(page, mapHand(page), "b2Wb4N");
    await expectPly(page, 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await expectPly(page, 0);
  } finally {
    bot.kill();
    await once(bot, "exit");
  }
});
