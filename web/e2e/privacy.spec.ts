// The player's identity: deleting it, replacing its token, and creating a game once although a response is lost.
import { expect, type Page } from "@playwright/test";
import { expectNoDialog, openDialog } from "./gamePage";
import { createGame, expectLive, gameLink, playOnline, setName, test } from "./server";

/** Presses a button of the privacy section and confirms. */
async function confirmPrivacy(page: Page, button: string, confirm: string): Promise<void> {
  await openDialog(page, "Online");
  await page.getByText("What is stored, and for how long").click();
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
  await expectNoDialog(page);
}

async function identityCookie(page: Page): Promise<string | undefined> {
  return (await page.context().cookies()).find(({ name }) => name.includes("trid"))?.value;
}

test("a deleted identity resigns its game, and its name disappears", async ({ players }) => {
  const white = await players.open();
  await setName(white, "Ada");
  const { black } = await players.pair(white);
  await playOnline(white, black, "b2Wb4N", 1);
  await playOnline(black, white, "b7Bb5N", 2);
  await expect(black.locator(".player-name", { hasText: "Ada" })).toBeVisible();
  await confirmPrivacy(white, "Delete my name and identity", "Delete my name and identity");
  await expect(white.locator(".notice .said-note")).toHaveText(
    "Your name and identity have been deleted from this server.",
  );
  await expect(white.locator(".online")).toHaveCount(0);
  expect(await identityCookie(white)).toBeUndefined();
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await black.reload();
  await expect(black.locator(".notice")).toHaveAttribute("data-status", "resigned");
  await expect(black.locator(".player-name", { hasText: /Guest \w{4}/ })).not.toHaveCount(0);
  await expect(black.locator(".player-name", { hasText: "Ada" })).toHaveCount(0);
});

test("a new token keeps the player and their game", async ({ players }) => {
  const { white, black } = await players.pair();
  const old = await identityCookie(white);
  await confirmPrivacy(white, "New token", "Replace the token");
  await expect(white.locator(".notice .said-note")).toContainText("This browser has a new token.");
  const token = await identityCookie(white);
  expect(token).toBeTruthy();
  expect(token).not.toBe(old);
  await expectLive(white);
  await playOnline(white, black, "b2Wb4N", 1);
});

test("a game is created once when the response is lost", async ({ players }) => {
  const page = await players.open();
  const keys: (string | undefined)[] = [];
  await page.route("**/api/games", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await createGame(page);
  const link = await gameLink(page);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
  const list = await page.request.get(new URL("/api/games?mine=true", link).href);
  const { games } = (await list.json()) as { games: { id: string }[] };
  expect(games.map(({ id }) => id)).toEqual([link.slice(-16)]);
});
