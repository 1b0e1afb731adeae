// A server that cannot store: the page says so, keeps trying, and never shows a move as played that is not.
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import type { ClientMessage, ServerMessage } from "../src/wire/online";
import { expectPly, playInMap } from "./gamePage";
import { expectLive, test } from "./server";

const NOT_STORED = { code: "E_STORAGE", message: "the database is not available", reasons: [] } as const;

/** What happens to an action: it is stored, refused as by a server without storage, or kept until `release`. */
type Fate = "stored" | "refused" | "held";

/** Decides the fate of the actions that a page sends: those of `fates` in order, then the last one's. */
class StorageFault {
  readonly acts: ClientMessage[] = [];
  readonly #held: (() => void)[] = [];
  #fates: Fate[] = ["stored"];

  static async on(page: Page): Promise<StorageFault> {
    const fault = new StorageFault();
    await page.routeWebSocket(/\/socket/, (socket) => fault.#route(socket));
    return fault;
  }

  set(...fates: Fate[]): void {
    this.#fates = fates;
  }

  /** Stores what was held and everything from now on. */
  release(): void {
    this.set("stored");
    for (const send of this.#held.splice(0)) send();
  }

  #route(socket: WebSocketRoute): void {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(String(text)) as ClientMessage;
      const fate = message.type === "act" ? this.#nextFate(message) : "stored";
      if (fate === "stored") server.send(text);
      else if (fate === "held") this.#held.push(() => server.send(text));
      else if (message.type === "act") {
        const refusal: ServerMessage = { type: "refused", ref: message.ref, refusal: NOT_STORED };
        socket.send(JSON.stringify(refusal));
      }
    });
  }

  #nextFate(act: ClientMessage): Fate {
    this.acts.push(act);
    return (this.#fates.length > 1 ? this.#fates.shift() : this.#fates[0]) ?? "stored";
  }
}

test("a move that the server could not store is sent again and then counts", async ({ players }) => {
  const white = await players.newPage();
  const storage = await StorageFault.on(white);
  const { black } = await players.pair(white);
  // The second attempt is held, so that the page has time to say why it waits.
  storage.set("refused", "held");
  await playInMap(white, "b2Wb4N");
  await expect(white.getByText("The server couldn’t save b4N yet.")).toBeVisible();
  await expectPly(black, 0);
  await expect.poll(() => storage.acts.length).toBe(2);
  storage.release();
  await expectPly(black, 1);
  await expect(white.getByText("The server couldn’t save b4N yet.")).toBeHidden();
  await expectPly(white, 1);
  // The move carried what the player had seen: the game's creation and its start.
  expect(storage.acts).toMatchObject([1, 2].map(() => ({ type: "act", seen: 2, action: { type: "move", ply: 0 } })));
});

test("a move that the server cannot store is put back, and the player is told", async ({ players }) => {
  const white = await players.newPage();
  const storage = await StorageFault.on(white);
  const { black } = await players.pair(white);
  storage.set("refused");
  await playInMap(white, "b2Wb4N");
  const error = white.locator(".notice .said-error");
  await expect(error).toContainText("The server couldn’t save your move, so it wasn’t played. Try again in a moment.");
  await expectPly(white, 0);
  await expectPly(black, 0);
  await white.getByRole("button", { name: "Abort game" }).click();
  await expect(error.filter({ hasText: "nothing has changed" })).toBeVisible();
  await expectLive(white);
  storage.release();
  await playInMap(white, "b2Wb4N");
  await expectPly(black, 1);
});
