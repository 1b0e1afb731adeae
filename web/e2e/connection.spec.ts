// Online games when the network, the server or the browser's storage fails: nothing is lost, and the page says what happened.
import { expect, type Page } from "@playwright/test";
import { expectCached, expectMoves, expectPly, openDialog, playInMap } from "./gamePage";
import { expectLive, mapPath, playOnline, test } from "./server";

async function expectConnection(page: Page, state: "open" | "broken"): Promise<void> {
  await expect(page.locator(".online")).toHaveAttribute("data-connection", state);
}

test("a move and a premove made while offline are played after the reconnect", async ({ players }) => {
  const { white, black } = await players.pair();
  await white.context().setOffline(true);
  await expectConnection(white, "broken");
  await playInMap(white, "b2Wb4N");
  await expectPly(white, 1);
  await expect(white.locator(".online").getByText("b4N will be sent when you reconnect")).toBeVisible();
  await white.context().setOffline(false);
  await expectPly(black, 1);
  await expectConnection(white, "open");
  await expect(white.locator(".online").getByText("b4N will be sent")).toBeHidden();
  await playInMap(white, "c2Wc3W");
  await white.context().setOffline(true);
  await expectConnection(white, "broken");
  await playInMap(black, "b7Bb5N");
  await expectPly(black, 2);
  await white.context().setOffline(false);
  await expectPly(white, 3);
  await expectPly(black, 3);
  await expectMoves(black, ["b4N", "b5N", "c3W"]);
});

test("neither server nor page loses a move when the server is killed", async ({ players, server }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await server.stop("SIGKILL");
  await playInMap(black, "b7Bb5N");
  await expectConnection(black, "broken");
  await black.getByRole("button", { name: "Offer a draw" }).click();
  await expect(black.locator(".said-error")).toContainText("You’re offline");
  await server.restart();
  await expectPly(white, 2);
  await playOnline(white, black, "c2Wc3W", 3);
  await expectMoves(white, ["b4N", "b5N", "c3W"]);
});

test("a page that was frozen catches up", async ({ players }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  const devtools = await white.context().newCDPSession(white);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  await playInMap(black, "b7Bb5N");
  await expectPly(black, 2);
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await expectPly(white, 2);
  await expect(white).toHaveTitle(/Your turn/);
});

/** Lets the test hold back what the server sends to a page. Call it before the page opens a socket. */
async function holdMessages(page: Page): Promise<{ hold(): void; release(): void }> {
  let waiting: (() => void)[] | null = null;
  await page.routeWebSocket(/socket/, (socket) => {
    socket.connectToServer().onMessage((message) => {
      if (waiting) waiting.push(() => socket.send(message));
      else socket.send(message);
    });
  });
  return {
    hold: () => (waiting = []),
    release: () => {
      const held = waiting ?? [];
      waiting = null;
      for (const send of held) send();
    },
  };
}

test("both players offer a rematch at the same time, and the old game can still be opened", async ({ players }) => {
  const pages = { white: await players.newPage(), black: await players.newPage() };
  const messages = [await holdMessages(pages.white), await holdMessages(pages.black)];
  const { white, black, link } = await players.pair(pages.white, pages.black);
  await playOnline(white, black, "b2Wb4N", 1);
  await playOnline(black, white, "b7Bb5N", 2);
  const spectator = await players.open(mapPath(link));
  await expectPly(spectator, 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "Resign as White" }).click();
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "resigned");
  // Neither page hears of the other's offer before it makes its own.
  for (const each of messages) each.hold();
  for (const page of [white, black]) await page.getByRole("button", { name: "Rematch" }).click();
  for (const each of messages) each.release();
  for (const page of [white, black]) {
    await expectPly(page, 0);
    await expectLive(page);
  }
  await expect(white.locator(".player-name", { hasText: "(you)" })).toContainText("Black");
  await expectPly(spectator, 2);
  await spectator.getByRole("button", { name: "Watch the rematch" }).click();
  await playOnline(black, spectator, "c2Wc3W", 1);
  await white.goto("about:blank");
  await players.goTo(white, mapPath(link));
  await expectPly(white, 2);
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await white.getByRole("button", { name: "Go to the rematch" }).click();
  await expectPly(white, 1);
});

test("a game opens without its socket, and connects once that is possible", async ({ players }) => {
  const page = await players.open();
  let blocked = true;
  await page.routeWebSocket(/socket/, (socket) => {
    if (blocked) void socket.close();
    else socket.connectToServer();
  });
  await openDialog(page, "Online");
  await page.getByRole("button", { name: "Invite a friend by link" }).click();
  await expect(page.locator(".notice .said-error")).toContainText("live connection doesn’t open");
  await expect(page.locator(".notice")).toContainText("White to move");
  blocked = false;
  await expect(page.getByLabel("Link to the game")).toBeVisible();
  await expect(page.locator(".notice .said-error")).toBeHidden();
});

test("a game link that is opened without a network says so and opens when it is back", async ({ players }) => {
  const { link } = await players.pair();
  const page = await players.open();
  await page.context().setOffline(true);
  await page.evaluate((hash) => (location.hash = hash), new URL(mapPath(link), link).hash);
  const dialog = page.getByRole("dialog", { name: "You’re offline" });
  await expect(dialog).toContainText("Your game opens by itself");
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect(dialog.getByRole("button", { name: "Retry" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.locator(".online").getByText("You’re watching this game")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("a player whose game link waits for the network can go on without it", async ({ players }) => {
  const { link } = await players.pair();
  const page = await players.open();
  await page.context().setOffline(true);
  await page.evaluate((hash) => (location.hash = hash), new URL(mapPath(link), link).hash);
  await page.getByRole("button", { name: "Play offline instead" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => new URL(page.url()).hash).toBe("#play");
  await playInMap(page, "b2Wb4N");
  await expectPly(page, 1);
  await page.context().setOffline(false);
  await openDialog(page, "Online");
  await expect(page.getByText("Loading…")).toHaveCount(0);
  await expectPly(page, 1);
});

test("with the service worker, a game link opens the page without a network", async ({ players, server }) => {
  const { link } = await players.pair();
  const context = await players.newContext({ serviceWorkers: "allow" });
  const page = await context.newPage();
  await page.goto(`${server.address}/?view=map`);
  await expectCached(page);
  await context.setOffline(true);
  await page.goto(link);
  await expect(page.getByRole("dialog", { name: "You’re offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator(".online").getByText("You’re watching this game")).toBeVisible();
});

test("a browser that rejects cookies gets an error message", async ({ players }) => {
  const page = await players.open();
  await page.route("**/api/identities", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["set-cookie"];
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await openDialog(page, "Online");
  await page.getByRole("button", { name: "Invite a friend by link" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("This browser blocks the cookie");
});

test("a link to a game that does not exist says so in place of the boards", async ({ players }) => {
  for (const id of ["AAAAAAAAAAAAAAAA", "ab-c"]) {
    const page = await players.open(`/?view=map#online=${id}`);
    await expect(page.getByRole("alert", { name: "This link leads to no game" })).toContainText(
      "Ask for the link again",
    );
    await expect(page.locator(".map")).toHaveCount(0);
    await page.getByRole("button", { name: "Play online" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  }
});

test("a page whose files are gone from the server says how to go on", async ({ players }) => {
  const page = await players.newPage();
  await page.route(/assets\/(Dialogs|parts)/, (route) => route.fulfill({ status: 404, body: "{}" }));
  await players.goTo(page, "/?view=map");
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await expect(page.locator(".said-error")).toContainText("reload the page");
});

test("a game by link works without local storage", async ({ players, server }) => {
  const { white, link } = await players.pair();
  const context = await players.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  const spectator = await context.newPage();
  await spectator.goto(server.address + mapPath(link));
  await expect(spectator.locator(".online").getByText("You’re watching this game")).toBeVisible();
  await playInMap(white, "b2Wb4N");
  await expectPly(spectator, 1);
});
