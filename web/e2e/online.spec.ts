// Games between people: two browsers and a server of their own, by link, to mate, through reloads and lost connections.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test, type Page } from "@playwright/test";
import { SHORT } from "./games";
import { create, House, mapOf, play, program } from "./people";
import { expectPly, mapHand, playBy } from "./table";

const house = new House();
test.beforeAll(() => house.open());
test.afterAll(() => house.close());

/** Creates a game through the interface that programs use, for what the dialog does not offer. */
async function createShort(page: Page, initial: number): Promise<string> {
  return page.evaluate(async (seconds) => {
    const headers = { "content-type": "application/json" };
    await fetch("/api/identities", { method: "POST", headers, body: "{}" });
    const clock = { type: "realTime", initial: seconds, increment: 0 };
    const body = JSON.stringify({ color: "white", clock });
    const answer = await fetch("/api/games", { method: "POST", headers, body });
    const { id } = (await answer.json()) as { id: string };
    return id;
  }, initial);
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
  await expect(page.getByText("Waiting for an opponent")).toBeVisible();
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
  await expect(black.locator(".strip .to-move")).toContainText("(you)");
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
