// Online games between two browsers: by link, to mate, with every kind of move, and the lists of games.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { expectMoves, expectNoDialog, expectPly, expectTfen, openDialog, playInMap, square, tfenOf } from "./gamePage";
import { createGame, expectLive, gameLink, mapPath, playOnline, test, TRID, type GameServer } from "./server";

/** Sends a request as the page would, for options that the dialog does not offer. */
async function post(page: Page, path: string, body: unknown): Promise<{ id: string }> {
  return page.evaluate(
    async ([to, json]) => {
      const request = { method: "POST", headers: { "content-type": "application/json" }, body: json };
      return (await (await fetch(to, request)).json()) as { id: string };
    },
    [path, JSON.stringify(body)] as const,
  );
}

test("an edited position is played online", async ({ players }) => {
  const edited = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/1R,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";
  const white = await players.open(`/?view=map#editor=${encodeURIComponent(edited)}`);
  await white.locator(".editor").getByRole("button", { name: "Play online" }).click();
  const dialog = white.getByRole("dialog", { name: "Play online" });
  await expect(dialog.getByLabel("Start from the position on the board")).toBeChecked();
  await dialog.locator(".chip", { hasText: /^White$/ }).click();
  await dialog.getByRole("button", { name: "Invite a friend by link" }).click();
  await expectNoDialog(white);
  const black = await players.open(mapPath(await gameLink(white)));
  await black.getByRole("button", { name: "Join game" }).click();
  await expectLive(black);
  await expectTfen(black, edited);
  await playOnline(white, black, "a0QL1a1QL1", 1);
  await expect(square(black, "a1QL1")).toHaveAccessibleName(/white rook/);
});

test("two players reach mate through a reload and a lost connection", async ({ players }) => {
  const { white, black, link } = await players.pair();
  const response = await white.request.get(link, { maxRedirects: 0 });
  expect(response.headers().location).toBe(`/#online=${link.slice(-16)}`);
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
      await playInMap(white, move);
      await expectPly(white, index + 1);
      await black.context().setOffline(false);
      await expectPly(black, index + 1);
      continue;
    }
    await playOnline(mover, other, move, index + 1);
  }
  for (const page of [white, black]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "checkmate");
    await expect(page.locator(".result")).toHaveText(SHORT.result);
    await expectTfen(page, SHORT.tfen);
  }
});

test("a takeback, a draw and a rematch are offered and answered", async ({ players }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Take back" }).click();
  await expect(black.getByText("White asks to take back a move.")).toBeVisible();
  await black.getByRole("button", { name: "Accept" }).click();
  await expectPly(white, 0);
  await expectPly(black, 0);
  await playOnline(white, black, "c2Wc3W", 1);
  await playOnline(black, white, "b7Bb5N", 2);
  await white.getByRole("button", { name: "Offer a draw" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  await expect(white.getByText("You’ve offered a draw.")).toBeHidden();
  await expect(white.getByText("Your draw offer was declined.")).toBeVisible();
  await expect(white.getByRole("button", { name: "Offer a draw" })).toBeDisabled();
  await black.getByRole("button", { name: "Offer a draw" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "draw");
  await black.getByRole("button", { name: "Rematch" }).click();
  await white.getByRole("button", { name: "Accept" }).click();
  await expect(white.locator(".player-name", { hasText: "(you)" })).toContainText("Black");
  await expect(black.locator(".player-name", { hasText: "(you)" })).toContainText("White");
  await playOnline(black, white, "b2Wb4N", 1);
});

test("a declined request is reported until something else happens", async ({ players }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Take back" }).click();
  await black.getByRole("button", { name: "Decline" }).click();
  const note = white.getByText("Your takeback request was declined.");
  await expect(note).toBeVisible();
  await playOnline(black, white, "b7Bb5N", 2);
  await expect(note).toHaveCount(0);
});

test("both views turn to the player's own side, and the player may flip them", async ({ players }) => {
  const { white, black } = await players.pair();
  const bottom = (page: Page) => page.locator(".player").last();
  const preset = (page: Page) =>
    page.evaluate(() => (JSON.parse(localStorage.getItem("trid.view") ?? "{}") as { preset?: string }).preset);
  await expect(bottom(white)).toHaveAttribute("data-color", "white");
  await expect(bottom(black)).toHaveAttribute("data-color", "black");
  expect(await preset(white)).toBe("white");
  expect(await preset(black)).toBe("black");
  await black.getByRole("button", { name: "Flip" }).click();
  await expect(bottom(black)).toHaveAttribute("data-color", "white");
  await playOnline(white, black, "b2Wb4N", 1);
  await expect(bottom(black)).toHaveAttribute("data-color", "white");
  expect(await preset(black)).toBe("white");
});

test("the notice of a pawn that can move again stays until it is read", async ({ players }) => {
  const [white, black] = [await players.open(), await players.open()];
  // White's pawn on z1 waits for a board on QL2 or QL3.
  await startFrom(white, black, "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20");
  await playOnline(white, black, "d1Wc1W", 1);
  await playOnline(black, white, "KL2-QL3", 2);
  const notice = (page: Page) => page.locator(".notice .said-note", { hasText: "can move again" });
  await expect(notice(white)).toBeVisible();
  await expect(notice(black)).toBeVisible();
  await white.locator(".notice").getByRole("button", { name: "Dismiss" }).click();
  await expect(notice(white)).toHaveCount(0);
  await playOnline(white, black, "c1Wd1W", 3);
  await expect(notice(black)).toBeVisible();
  await playOnline(black, white, "d7Bc7B", 4);
  await expect(notice(black)).toHaveCount(0);
});

test("a spectator sees the game and cannot move", async ({ players }) => {
  const { white, black, link } = await players.pair();
  const spectator = await players.open(mapPath(link));
  await expect(spectator.locator(".online").getByText("You’re watching this game")).toBeVisible();
  await expect(white.getByText("1 spectator")).toBeVisible();
  await expect(spectator.locator(".moves .empty")).toHaveText("No moves yet.");
  await playOnline(white, black, "b2Wb4N", 1);
  await expectPly(spectator, 1);
  await square(spectator, "b7B").click();
  await square(spectator, "b5N").click();
  await expectPly(spectator, 1);
  await playOnline(black, white, "b7Bb5N", 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "Resign as White" }).click();
  for (const page of [white, black, spectator]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "resigned");
    await expect(page.locator(".result")).toHaveText("0-1");
  }
});

/** Starts a game with this many seconds on the clock. */
async function startWithClock(white: Page, black: Page, initial: number): Promise<void> {
  for (const page of [white, black]) await post(page, "/api/identities", {});
  const clock = { type: "realTime", initial, increment: 0 };
  const { id } = await post(white, "/api/games", { color: "white", clock });
  await post(black, `/api/games/${id}/join`, {});
  for (const page of [white, black]) {
    await page.evaluate((hash) => (location.hash = hash), `#online=${id}`);
    await expectLive(page);
  }
}

/** Starts a game with this many seconds on the clock, and plays the first move of both sides. */
async function playWithClock(white: Page, black: Page, initial: number): Promise<void> {
  await startWithClock(white, black, initial);
  await playOnline(white, black, "b2Wb4N", 1);
  await playOnline(black, white, "b7Bb5N", 2);
}

test("the clock runs for the side to move", async ({ players }) => {
  const [white, black] = [await players.open(), await players.open()];
  await playWithClock(white, black, 3600);
  for (const page of [white, black]) {
    await expect(page.getByRole("timer", { name: "White’s clock" })).toHaveClass(/running/);
    await expect(page.getByRole("timer", { name: "Black’s clock" })).not.toHaveClass(/running/);
  }
});

test("a flag falls by the server's clock", async ({ players }) => {
  // The clock starts after the second move, so nothing has to be done within these five seconds.
  const [white, black] = [await players.open(), await players.open()];
  await playWithClock(white, black, 5);
  for (const page of [white, black]) {
    await expect(page.locator(".notice")).toHaveAttribute("data-status", "timeout");
    await expect(page.locator(".result")).toHaveText("0-1");
  }
});

test("a game whose opponent is gone before their second turn can be aborted", async ({ players }) => {
  const [white, black] = [await players.open(), await players.open()];
  await startWithClock(white, black, 600);
  await playOnline(white, black, "b2Wb4N", 1);
  await black.close();
  const gone = white.locator(".online-gone");
  await expect(gone).toContainText(/You can abort the game in \d+ s\./);
  await expect(gone.getByRole("button")).toHaveCount(0);
  // The server allows the claim after a minute.
  const abort = gone.getByRole("button", { name: "Abort game" });
  await expect(abort).toBeVisible({ timeout: 90_000 });
  await expect(gone.getByRole("button", { name: /Claim/ })).toHaveCount(0);
  await abort.click();
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "aborted");
});

test("a player gets the time back in which the server was stalled", async ({ players, server }) => {
  const [white, black] = [await players.open(), await players.open()];
  await playWithClock(white, black, 600);
  await server.stall(4000);
  for (const page of [white, black]) {
    await expect(page.locator(".online-credit")).toContainText(/^White got [345] seconds back/);
  }
  await playOnline(white, black, "c2Wc3W", 3);
  for (const page of [white, black]) await expect(page.locator(".online-credit")).toHaveCount(0);
});

const RIDER = "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41";
const EN_PASSANT =
  "n3/2N1/3P/N1BB|3p/p3/1n2/1P2|1bb1/2p1/3p/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:rq/pp,KL6b:rk/1p w - - - a5N - 0 11";
const CASTLING =
  "4/P3/2PB/NB1N|p3/3p/3P/4|qbbn/1pp1/pn2/1P2|QL1w:PP/RQ,KL1w:PP/RK,QL6b:r1/p1,KL6b:kr/pp b kq - - - - 0 6";
const PROMOTION = "p3/4/4/K3|4/4/P1k1/4|4/4/4/4|QL1w:P1/2,KL1w:2/1R,QL6b:r1/pp,KL6b:2/P1 w - - a4W,d8KL6 - - 0 57";
const MOVE_KINDS = [
  ["a board move, its rider on the same square", RIDER, "QL1-KL2", "QL1-KL2+"],
  ["a board move, its rider turned", RIDER, "QL1-KL2^180", "QL1-KL2^180"],
  ["a board turns on its pin", RIDER, "QL1^180", "QL1^180"],
  ["en passant", EN_PASSANT, "b5Ba6B", "bxa6B e.p."],
  ["castling across boards, Black to move", CASTLING, "O-O-O", "O-O-O"],
  ["a promotion", PROMOTION, "d8KL6d9KL6=N", "d9KL6=N"],
] as const;

/** Opens a new game from a position on both pages. */
async function startFrom(white: Page, black: Page, start: string): Promise<void> {
  for (const page of [white, black]) await post(page, "/api/identities", {});
  const { id } = await post(white, "/api/games", { color: "white", start });
  await post(black, `/api/games/${id}/join`, {});
  for (const page of [white, black]) {
    await page.evaluate((hash) => (location.hash = hash), `#online=${id}`);
    await expectPly(page, 0);
    await expectTfen(page, start);
  }
}

test("moves of every kind are the same on both sides", async ({ players }) => {
  const [white, black] = [await players.open(), await players.open()];
  for (const [name, start, move, text] of MOVE_KINDS) {
    await test.step(name, async () => {
      await startFrom(white, black, start);
      const [mover, other] = start.includes(" w ") ? [white, black] : [black, white];
      await playOnline(mover, other, move, 1);
      await expectMoves(other, [text]);
      await expectTfen(other, await tfenOf(mover));
    });
  }
});

test("the pawn's owner chooses a forced promotion, and the opponent sees what the game waits for", async ({
  players,
}) => {
  const [white, black] = [await players.open(), await players.open()];
  const start = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39";
  await startFrom(white, black, start);
  await playOnline(black, white, "QL6-KL5", 1);
  await expect(black.locator(".notice .status")).toHaveText("White must promote the pawn on a8 on B");
  await expect(black.locator(".notice")).toBeVisible();
  await expect(black.getByRole("dialog")).toBeHidden();
  await expect(white).toHaveTitle(/Your turn/);
  await white.getByRole("dialog").getByRole("button", { name: "queen" }).click();
  await expectPly(black, 2);
  // A forced promotion does not end the turn.
  await expect(white).toHaveTitle(/Your turn/);
  await playOnline(white, black, "c2Wc3W", 3);
  await expect(black).toHaveTitle(/Your turn/);
});

test("two tabs of one player show the same game", async ({ players }) => {
  const { white, black, link } = await players.pair();
  const tab = await white.context().newPage();
  await tab.goto(link);
  await expectLive(tab);
  await playOnline(tab, black, "b2Wb4N", 1);
  await expectPly(white, 1);
  await playOnline(black, tab, "b7Bb5N", 2);
  await expectPly(white, 2);
  await playOnline(white, tab, "c2Wc3W", 3);
});

/** Stores finished games between two bots, each resigned by White. */
async function storeFinishedGames(server: GameServer, count: number, rules: string): Promise<void> {
  const send = async (path: string, token: string | null, body: unknown = {}) => {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const headers = { "content-type": "application/json", ...authorization };
    const response = await fetch(server.address + path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await response.json()) as { id: string; token: string };
  };
  const { token: ada } = await send("/api/identities", null, { name: `Ada ${rules}`, keep: "token" });
  const { token: bob } = await send("/api/identities", null, { name: "Bob", keep: "token" });
  for (let game = 0; game < count; game += 1) {
    const { id } = await send("/api/games", ada, { rules, color: "white", access: "lobby" });
    await send(`/api/games/${id}/join`, bob);
    await send(`/api/games/${id}/actions`, ada, { type: "resign" });
  }
}

test("finished games are filtered and paged", async ({ players, server }) => {
  await storeFinishedGames(server, 23, "revised");
  await storeFinishedGames(server, 2, "meder");
  const page = await players.open();
  await openDialog(page, "Online");
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.getByRole("tab", { name: "My games" }).click();
  await expect(dialog.getByText("You have no games on this server yet.")).toBeVisible();
  await dialog.getByRole("tab", { name: "Finished" }).click();
  await dialog.getByText("Filter").click();
  const games = dialog.locator(".game");
  await dialog.getByLabel("Player").pressSequentially("ada rev", { delay: 20 });
  // Without the filter the first page has twenty games too, two of them of the other Ada.
  await expect(games.filter({ hasText: "Ada revised" })).toHaveCount(20);
  await expect(games).toHaveCount(20);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect(games).toHaveCount(23);
  await expect(dialog.getByRole("button", { name: "Show more" })).toBeHidden();
  await dialog.getByLabel("Player").fill("");
  await dialog.getByRole("combobox", { name: /^Rules/ }).selectOption("meder");
  await expect(games).toHaveCount(2);
  await dialog.getByRole("combobox", { name: /^Result/ }).selectOption("1-0");
  await expect(dialog.getByText("No games match the filter.")).toBeVisible();
  await dialog.getByRole("button", { name: "Show all" }).click();
  await expect(games.first()).toBeVisible();
  await dialog.getByLabel("Until").fill("2020-01-01");
  await expect(dialog.getByText("No games match the filter.")).toBeVisible();
});

test("a game has a custom clock, and its record can be exported", async ({ players }) => {
  const page = await players.open();
  await openDialog(page, "Online");
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.getByLabel("Your name").fill("Ada");
  await dialog.getByLabel("Your name").press("Tab");
  await dialog.locator(".chip", { hasText: "Custom…" }).click();
  await dialog.getByRole("spinbutton", { name: "Minutes" }).fill("200");
  await dialog.getByRole("button", { name: "Invite a friend by link" }).click();
  await expect(dialog.getByRole("alert")).toContainText("expected 5 to 10800");
  await dialog.getByRole("spinbutton", { name: "Minutes" }).fill("7");
  await dialog.getByLabel("Seconds per move").fill("2");
  await dialog.locator(".chip", { hasText: /^White$/ }).click();
  await dialog.getByRole("button", { name: "Invite a friend by link" }).click();
  const link = await gameLink(page);
  await expect(page.locator(".notice")).toContainText("Waiting for an opponent");
  const black = await players.open(mapPath(link));
  const invitation = black.getByRole("dialog", { name: "Ada invites you to a game" });
  await expect(invitation).toContainText(/Time\s*7 min \+ 2 s\s*Rules\s*Revised rules\s*You play\s*Black/);
  await black.getByRole("button", { name: "Join game" }).click();
  await playOnline(page, black, "b2Wb4N", 1);
  await openDialog(page, "Share");
  await page.locator(".chip", { hasText: /^JSON$/ }).click();
  await expect(page.getByLabel("The game as JSON")).toHaveValue(/^\{"version":3,.*"White":"Ada".*"clock":420000/);
});

test("on a phone, clocks and answer buttons are above the boards", async ({ players }) => {
  const white = await players.open();
  await createGame(white);
  const link = await gameLink(white);
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
  const black = await players.open(mapPath(link), phone);
  await expect(black.getByRole("button", { name: "Join game" })).toBeInViewport();
  await black.getByRole("button", { name: "Join game" }).click();
  await playOnline(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Offer a draw" }).click();
  await expect(black.getByRole("button", { name: "Accept" })).toBeInViewport();
  await expect(black.getByRole("navigation").getByRole("button", { name: "Help" })).toBeInViewport({ ratio: 1 });
  // The question covers no square, once the map has made room for it.
  const overlap = async (): Promise<number> => {
    const { y: top = 0 } = (await black.locator(".online-offer").boundingBox()) ?? {};
    const squares = black.locator(".map .square");
    const bottoms = await squares.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
    return Math.max(...bottoms) - top;
  };
  await expect.poll(overlap).toBeLessThanOrEqual(0);
  await expect(black.locator(".strip")).toBeInViewport();
  await expect(black.locator(".strip .to-move")).toContainText("You");
  // Several questions are shown at once; none covers another.
  await black.getByRole("button", { name: "Go to the start" }).click();
  await expect(black.getByRole("button", { name: "Back to the game" })).toBeInViewport();
  await black.getByRole("button", { name: "Back to the game" }).click();
  await black.getByRole("button", { name: "Accept" }).click();
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "draw");
});

test("a name typed before the identity loads is kept", async ({ players }) => {
  const page = await players.open();
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  await page.route("**/api/identities**", async (route) => {
    await held;
    await route.continue();
  });
  await openDialog(page, "Online");
  await page.getByLabel("Your name").pressSequentially("Quick");
  const response = page.waitForResponse("**/api/identities**");
  respond();
  await response;
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await expect(page.getByLabel("Your name")).toHaveValue("Quick");
  await page.getByRole("button", { name: "Open to everyone" }).click();
  await expect(page.locator(".online")).toHaveAttribute("data-state", "open");
  await expectNoDialog(page);
  await openDialog(page, "Online");
  await expect(page.getByLabel("Your name")).toHaveValue("Quick");
});

test("the longest name does not hide the clock", async ({ players }) => {
  const white = await players.open();
  await openDialog(white, "Online");
  await white.getByLabel("Your name").fill("W".repeat(40));
  await white.locator(".chip", { hasText: /^5 min/ }).click();
  await white.getByRole("button", { name: "Open to everyone" }).click();
  const link = await gameLink(white);
  const black = await players.open();
  await openDialog(black, "Online");
  const listed = black.locator(`[data-game="${link.slice(-16)}"]`);
  await expect(listed).toContainText("WWWW");
  const overflow = await listed.evaluate((row) => row.scrollWidth - row.clientWidth);
  expect(overflow).toBe(0);
  await listed.getByRole("button", { name: "Join" }).click();
  await expectLive(black);
  const clocks = black.locator(".panel").getByRole("timer");
  await expect(clocks).toHaveCount(2);
  for (const clock of await clocks.all()) await expect(clock).toBeInViewport({ ratio: 1 });
});

test("earlier positions can be viewed during the game", async ({ players }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Go to the start" }).click();
  await expectPly(white, 0);
  await playInMap(black, "b7Bb5N");
  await expect(white.getByText("You’re viewing an earlier position. It’s your turn.")).toBeVisible();
  await white.getByRole("button", { name: "Back to the game" }).click();
  await expectPly(white, 2);
  await playOnline(white, black, "c2Wc3W", 3);
});

test("the engine takes an open game and answers", async ({ players, server }) => {
  const bot = spawn(TRID, ["bot", server.address, "--level", "1"], { stdio: "ignore" });
  const exited = once(bot, "exit");
  try {
    const page = await players.open();
    await createGame(page, { lobby: true });
    await expectLive(page);
    await expect(page.locator(".player-name", { hasText: "Engine, level 1" })).toBeVisible();
    await playInMap(page, "b2Wb4N");
    await expectPly(page, 2);
    await page.getByRole("button", { name: "Take back" }).click();
    await expectPly(page, 0);
  } finally {
    bot.kill();
    await exited;
  }
});
