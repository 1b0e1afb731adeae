// Clicks on what the page showed before an event arrived: they are refused and explained.
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import type { ServerMessage } from "../src/wire/online";
import { expectPly } from "./gamePage";
import { playOnline, test } from "./server";

/** Keeps events from a page while `delayed` is set, as a slow network does. */
class EventDelay {
  delayed = false;
  readonly #held: (() => void)[] = [];

  static async on(page: Page): Promise<EventDelay> {
    const delay = new EventDelay();
    await page.routeWebSocket(/\/socket/, (socket) => delay.#route(socket));
    return delay;
  }

  get count(): number {
    return this.#held.length;
  }

  deliver(): void {
    this.delayed = false;
    for (const send of this.#held.splice(0)) send();
  }

  #route(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const isEvent = (JSON.parse(String(text)) as ServerMessage).type === "event";
      if (this.delayed && isEvent) this.#held.push(() => socket.send(text));
      else socket.send(text);
    });
  }
}

test("two takeback requests that cross do not grant each other", async ({ players }) => {
  const white = await players.newPage();
  const events = await EventDelay.on(white);
  const { black } = await players.pair(white);
  await playOnline(white, black, "b2Wb4N", 1);
  await playOnline(black, white, "b7Bb5N", 2);
  events.delayed = true;
  await black.getByRole("button", { name: "Take back" }).click();
  await expect(black.getByText("You’ve asked to take back a move.")).toBeVisible();
  await expect.poll(() => events.count).toBe(1);
  await white.getByRole("button", { name: "Take back" }).click();
  await expect(white.locator(".notice .said-error")).toContainText(
    "Your opponent’s request changed just as you clicked, so nothing was agreed. Take another look.",
  );
  await expectPly(white, 2);
  await expectPly(black, 2);
  events.deliver();
  await expect(white.getByText("Black asks to take back a move.")).toBeVisible();
  await white.getByRole("button", { name: "Accept" }).click();
  await expectPly(black, 1);
  await expectPly(white, 1);
});
