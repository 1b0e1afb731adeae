// Coming back to online games: those that wait for a move, and what follows a finished one.
import { expect } from "@playwright/test";
import { expectMoves, expectPly, playInMap } from "./gamePage";
import { createGame, expectLive, gameLink, mapPath, playOnline, setName, test } from "./server";

test("a returning player sees where it is their turn, and opens that game with one click", async ({
  players,
  server,
}) => {
  const { white, black, link } = await players.pair();
  const home = await white.context().newPage();
  await players.goTo(home, "/?view=map");
  const running = home.getByRole("button", { name: /^Game against Guest \w{4} is running/ });
  await expect(running).toContainText("It’s your turn");
  // It is the first thing to do.
  await expect(home.locator(".home-choice:visible").first()).toHaveText(/^Game against/);
  await expect(home.locator(".header [data-count]")).toHaveAttribute("data-count", "1");
  await expect(home.getByRole("navigation").getByRole("button", { name: "Online: Your turn in 1 game" })).toBeVisible();
  await running.click();
  await expect(home).toHaveURL(new RegExp(`#online=${link.slice(-16)}$`));
  await expectPly(home, 0);
  // The game on screen does not count as waiting.
  await expect(home.locator(".header [data-count]")).toHaveCount(0);
  await playOnline(white, black, "b2Wb4N", 1);
  await home.getByRole("link", { name: "home" }).click();
  await expect(running).toContainText(/Guest \w{4} is thinking/);
  await home.reload();
  await expect(running).toContainText(/Guest \w{4} is thinking/);
  await playOnline(black, white, "b7Bb5N", 2);
  await white.getByRole("button", { name: "Resign" }).click();
  await white.getByRole("button", { name: "Resign as White" }).click();
  await home.reload();
  await expect(home.getByRole("button", { name: /^Play a friend/ })).toBeVisible();
  await expect(running).toHaveCount(0);

  // A browser that has never been online asks nothing.
  const visitor = await players.newPage();
  const asked: string[] = [];
  visitor.on("request", (request) => asked.push(request.url()));
  await players.goTo(visitor, "/?view=map");
  await expect(visitor.getByRole("button", { name: /^Play a friend/ })).toBeVisible();
  await expect(visitor.getByRole("button", { name: /is running/ })).toHaveCount(0);
  expect(asked.filter((address) => address.startsWith(`${server.address}/api/games?mine`))).toEqual([]);
});

test("a player who learns meanwhile is told when it is their turn", async ({ players }) => {
  const { white, black } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await white.getByRole("button", { name: "Learn", exact: true }).click();
  await expect(white.getByRole("heading", { name: "Learn" })).toBeVisible();
  const notice = white.getByRole("status").filter({ hasText: "your turn" });
  await expect(notice).toHaveCount(0);
  await playInMap(black, "b7Bb5N");
  await expect(notice).toBeVisible();
  // It stays in every part of the learn screen, beside an exercise too.
  await white.getByRole("button", { name: /^Exercise 1: From end to end/ }).click();
  await expect(notice).toBeVisible();
  await notice.getByRole("button").click();
  await expectPly(white, 2);
  await expectMoves(white, ["b4N", "b5N"]);
});

test("a finished online game is played on in a copy and analysed, and stays as it was", async ({ players }) => {
  const { white, black, link } = await players.pair();
  await playOnline(white, black, "b2Wb4N", 1);
  await playOnline(black, white, "b7Bb5N", 2);
  await black.getByRole("button", { name: "Resign" }).click();
  await black.getByRole("button", { name: "Resign as Black" }).click();
  await expect(white.locator(".online")).toHaveAttribute("data-state", "finished");
  const record = async () =>
    (await white.request.get(`${new URL(link).origin}/api/games/${link.slice(-16)}/record?form=json`)).text();
  const before = await record();
  await expect(white.getByRole("button", { name: "Rematch" })).toBeVisible();
  await expect(white.locator(".actions").getByRole("button", { name: "Share" })).toBeVisible();

  await white.getByRole("button", { name: "Previous move" }).click();
  await expectPly(white, 1);
  await expect(white.locator(".moves-note")).toContainText("starts a copy");
  await playInMap(white, "c7Bc6B");
  await expectMoves(white, ["b4N", "c6B"]);
  await expect(white.locator(".said-note")).toContainText("in a copy on this device");
  await expect(white).toHaveURL(/#play$/);
  expect(await record()).toBe(before);

  await black.locator(".panel").getByRole("button", { name: "See your mistakes" }).click();
  await expect(black.locator(".study-move")).toHaveText(["b4N", "b5N"]);
  expect(await record()).toBe(before);
});

test("the home screen says who waits for an opponent", async ({ players }) => {
  const ada = await players.open();
  await setName(ada, "Ada");
  await createGame(ada, { lobby: true });
  const visitor = await players.open("/?view=map");
  const friend = visitor.getByRole("button", { name: /^Play a friend/ });
  await expect(friend).toContainText("Ada is waiting for an opponent");
  await friend.click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Join" }).click();
  await expectLive(visitor);
});

test("an address that leads to no game says so in place of the boards, and what to do", async ({ players, server }) => {
  for (const path of ["/g/abc", "/?view=map#online=%3Cnot-a-game%3E", "/g/AAAAAAAAAAAAAAAA"]) {
    const visitor = await players.newPage();
    await visitor.goto(server.address + path);
    await expect(visitor.getByRole("heading", { name: "This link leads to no game" })).toBeVisible();
    await expect(visitor.getByText("Ask for the link again")).toBeVisible();
    await expect(visitor.locator(".map, .panel")).toHaveCount(0);
    await expect(visitor.locator(".said-error")).toHaveCount(0);
    await visitor.getByRole("button", { name: "Home screen" }).click();
    await expect(visitor.getByRole("heading", { name: "Chess on three levels" })).toBeVisible();
  }
});

test("who joins may say their name, and guests can be told apart", async ({ players }) => {
  const white = await players.open();
  await createGame(white);
  const link = await gameLink(white);
  const black = await players.open(mapPath(link));
  const invitation = black.getByRole("dialog", { name: /^Guest \w{4} invites you to a game/ });
  await expect(invitation.getByRole("button", { name: "Join game" })).toBeFocused();
  await invitation.getByLabel("Your name").fill("Bob");
  await invitation.getByLabel("Your name").press("Enter");
  await expectLive(white);
  await expect(white.locator(".player[data-color=black]")).toContainText("Bob");
  await expect(white.locator(".player[data-color=white]")).toContainText(/Guest \w{4} \(you\)/);
});
