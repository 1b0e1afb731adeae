// Games between people when things break: the network, the server, the game itself. Nothing is lost, and it is said.
import { expect, test } from "@playwright/test";
import { House, mapOf, play } from "./people";
import { expectPly, listedMoves, mapHand, playBy } from "./table";

const house = new House();
test.beforeAll(() => house.open());
test.afterAll(() => house.close());
// One of them stops the server that all of them use.
test.describe.configure({ mode: "serial" });

test("a move made and one decided on without a connection are played when it is back", async ({ browser }) => {
  const { white, black } = await house.pair(browser);
  await white.context().setOffline(true);
  await expect(white.locator(".online")).toHaveAttribute("data-connection", "broken", { timeout: 20_000 });
  await playBy(white, mapHand(white), "b2Wb4N");
  await expectPly(white, 1);
  await expect(white.getByText("b4N is sent as soon as the connection is back.")).toBeVisible();
  await white.context().setOffline(false);
  await expectPly(black, 1);
  await expect(white.locator(".online")).toHaveAttribute("data-connection", "open");
  await expect(white.getByText("b4N is sent")).toBeHidden();
  await playBy(white, mapHand(white), "c2Wc3W");
  await white.context().setOffline(true);
  await playBy(black, mapHand(black), "b7Bb5N");
  await expectPly(black, 2);
  await white.context().setOffline(false);
  await expectPly(white, 3);
  await expectPly(black, 3);
  expect(await listedMoves(black)).toEqual(["b4N", "b5N", "c3W"]);
});

test("a server that is killed and comes back has lost nothing, nor has the page", async ({ browser }) => {
  const { white, black } = await house.pair(browser);
  await play(white, black, "b2Wb4N", 1);
  await house.stop("SIGKILL");
  await playBy(black, mapHand(black), "b7Bb5N");
  await expect(black.locator(".online")).toHaveAttribute("data-connection", "broken");
  await black.getByRole("button", { name: "Offer a draw" }).click();
  await expect(black.locator(".said-error")).toContainText("There is no connection to the server just now");
  await house.start();
  await expectPly(white, 2);
  await play(white, black, "c2Wc3W", 3);
  expect(await listedMoves(white)).toEqual(["b4N", "b5N", "c3W"]);
});

test("a page that slept hears what happened meanwhile", async ({ browser }) => {
  const { white, black } = await house.pair(browser);
  await play(white, black, "b2Wb4N", 1);
  const machine = await white.context().newCDPSession(white);
  await machine.send("Page.setWebLifecycleState", { state: "frozen" });
  await playBy(black, mapHand(black), "b7Bb5N");
  await expectPly(black, 2);
  await machine.send("Page.setWebLifecycleState", { state: "active" });
  await expectPly(white, 2);
  await expect(white).toHaveTitle(/Your turn/);
});

test("both ask for a rematch at once, and the game before can be looked at again", async ({ browser }) => {
  const { white, black, link } = await house.pair(browser);
  await play(white, black, "b2Wb4N", 1);
  await play(black, white, "b7Bb5N", 2);
  const watcher = await house.visitor(browser, mapOf(link));
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "White resigns" }).click();
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await Promise.all([white, black].map((page) => page.getByRole("button", { name: "Rematch" }).click()));
  for (const page of [white, black]) {
    await expectPly(page, 0);
    await expect(page.locator(".online")).toHaveAttribute("data-state", "live");
  }
  await expect(white.locator(".player-name", { hasText: "(you)" })).toContainText("Black");
  await expectPly(watcher, 2);
  await watcher.getByRole("button", { name: "Watch the rematch" }).click();
  await play(black, watcher, "c2Wc3W", 1);
  await white.goto("about:blank");
  await white.goto(house.address + mapOf(link));
  await expectPly(white, 2);
  await expect(white.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await white.getByRole("button", { name: "To the rematch" }).click();
  await expectPly(white, 1);
});

test("a live connection that does not open keeps nothing away, and is made when it can be", async ({ browser }) => {
  const page = await house.visitor(browser);
  let blocked = true;
  await page.routeWebSocket(/socket/, (socket) => {
    if (blocked) void socket.close();
    else socket.connectToServer();
  });
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await page.getByRole("button", { name: "Play a friend by link" }).click();
  await expect(page.locator(".notice .said-error")).toContainText("live connection to the game does not open");
  await expect(page.locator(".notice")).toContainText("White to move");
  blocked = false;
  await expect(page.getByLabel("Link to the game")).toBeVisible();
  await expect(page.locator(".notice .said-error")).toBeHidden();
});

test("whoever keeps no cookies is told so", async ({ browser }) => {
  const page = await house.visitor(browser);
  await page.route("**/api/identities", async (route) => {
    const response = await route.fetch();
    const headers = response.headers();
    delete headers["set-cookie"];
    await page.context().clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await page.getByRole("button", { name: "Play a friend by link" }).click();
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("This browser keeps no cookie");
});

test("a link that leads nowhere says so", async ({ browser }) => {
  for (const [id, words] of [
    ["AAAAAAAAAAAAAAAA", "there is no such game, or it has expired"],
    ["ab-c", "is no game's id"],
  ]) {
    const page = await house.visitor(browser, `/?view=map#online=${id}`);
    await expect(page.locator(".notice .said-error")).toContainText(words ?? "");
  }
});

test("after the server was changed for another, the page says what to do", async ({ browser }) => {
  const page = await house.visitor(browser);
  await page.route(/assets\/(Dialogs|parts)/, (route) => route.fulfill({ status: 404, body: "{}" }));
  await page.getByRole("button", { name: "Online", exact: true }).click();
  await expect(page.locator(".notice .said-error")).toContainText("load the page anew");
});

test("without a place to keep things, a game by link is played all the same", async ({ browser }) => {
  const { white, link } = await house.pair(browser);
  const context = await browser.newContext();
  await context.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get: () => raise() });
    function raise(): never {
      throw new DOMException("denied", "SecurityError");
    }
  });
  const watcher = await context.newPage();
  await watcher.goto(house.address + mapOf(link));
  await expect(watcher.getByText("You watch")).toBeVisible();
  await playBy(white, mapHand(white), "b2Wb4N");
  await expectPly(watcher, 1);
});
