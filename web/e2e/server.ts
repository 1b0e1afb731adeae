// Online games in the tests: a server for each test, a browser context for each player.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test as base, expect, type Browser, type BrowserContext, type BrowserContextOptions } from "@playwright/test";
import type { Page } from "@playwright/test";
import { expectNoDialog, expectPly, openAddress, openDialog, playInMap } from "./gamePage";

export const TRID = process.env.TRID ?? join(import.meta.dirname, "../../target/debug/trid");

/** Below the range from which systems take the ports of outgoing connections, so that a restart finds its port free. */
const PORTS = { first: 10_000, count: 20_000 };
const PORT_ATTEMPTS = 20;

/** A running `trid serve` with its own data folder. */
export class GameServer {
  address = "";
  readonly #folder = mkdtempSync(join(tmpdir(), "trid-e2e-"));
  #port = 0;
  #process: ChildProcess | null = null;

  /** Starts a server on a free port. */
  static async start(): Promise<GameServer> {
    const server = new GameServer();
    for (let attempt = 1; ; attempt++) {
      server.#port = PORTS.first + Math.floor(Math.random() * PORTS.count);
      try {
        await server.restart();
        return server;
      } catch (error) {
        if (attempt === PORT_ATTEMPTS) throw error;
      }
    }
  }

  /** Starts the server again after `stop`, at the same address. */
  async restart(): Promise<void> {
    const address = `127.0.0.1:${this.#port}`;
    const args = ["serve", "--addr", address, "--data", this.#folder, "--no-limits", "--log", "quiet"];
    const child = spawn(TRID, args, { stdio: ["ignore", "pipe", "inherit"] });
    this.#process = child;
    const exited = once(child, "exit").then(([code]) => {
      throw new Error(`trid serve on ${address} exited with status ${String(code)}`);
    });
    const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), exited])) as [string];
    exited.catch(() => undefined);
    this.address = line;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  /** Stops the process for a while, so that the server can serve nobody. */
  async stall(milliseconds: number): Promise<void> {
    this.#process?.kill("SIGSTOP");
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.#process?.kill("SIGCONT");
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

export interface Pair {
  readonly white: Page;
  readonly black: Page;
  readonly link: string;
}

/** The players of a test. Their browser contexts are closed when it ends. */
export class Players {
  readonly #browser: Browser;
  readonly #server: GameServer;
  readonly #contexts: BrowserContext[] = [];

  constructor(browser: Browser, server: GameServer) {
    this.#browser = browser;
    this.#server = server;
  }

  async newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await this.#browser.newContext(options);
    this.#contexts.push(context);
    return context;
  }

  /** A page in its own context, which is a new identity to the server. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await this.newContext(options)).newPage();
  }

  /** Opens the page as a new player. */
  async open(path = "/?view=map#play", options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.newPage(options);
    await this.goTo(page, path);
    return page;
  }

  async goTo(page: Page, path: string): Promise<void> {
    await openAddress(page, this.#server.address + path);
  }

  /** Two players in a live game, both with the map only: software rendering of the scene is slow. */
  async pair(white?: Page, black?: Page): Promise<Pair> {
    white ??= await this.newPage();
    await this.goTo(white, "/?view=map#play");
    await createGame(white);
    const link = await gameLink(white);
    black ??= await this.newPage();
    await this.goTo(black, mapPath(link));
    await black.getByRole("button", { name: "Join game" }).click();
    await expectLive(white);
    await expectLive(black);
    return { white, black, link };
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()));
  }
}

export const test = base.extend<{ server: GameServer; players: Players }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that this one needs from the pattern.
  server: async ({}, use) => {
    const server = await GameServer.start();
    await use(server);
    await server.close();
  },
  players: async ({ browser, server }, use) => {
    const players = new Players(browser, server);
    await use(players);
    await players.close();
  },
});

export interface GameTerms {
  readonly color?: "White" | "Black" | "Random";
  readonly lobby?: boolean;
}

/** Creates a game in the dialog. A game in the lobby may have an opponent at once. */
export async function createGame(page: Page, { color = "White", lobby = false }: GameTerms = {}): Promise<void> {
  await openDialog(page, "Online");
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.locator(".chip", { hasText: new RegExp(`^${color}$`) }).click();
  await dialog.getByRole("button", { name: lobby ? "Open to everyone" : "Invite a friend by link" }).click();
  await expectNoDialog(page);
}

/** Gives a player a name. */
export async function setName(page: Page, name: string): Promise<void> {
  await openDialog(page, "Online");
  const renamed = page.waitForResponse((response) => response.url().endsWith("/api/me") && response.ok());
  await page.getByLabel("Your name, as others see it").fill(name);
  await page.keyboard.press("Tab");
  await renamed;
  await page.keyboard.press("Escape");
  await expectNoDialog(page);
}

/** The link to an open game, which the page shows until an opponent joins. */
export function gameLink(page: Page): Promise<string> {
  return page.getByLabel("Link to the game").inputValue();
}

/** The path of a game's page with only the map. */
export function mapPath(link: string): string {
  return `/?view=map#online=${new URL(link).pathname.replace("/g/", "")}`;
}

export async function expectLive(page: Page): Promise<void> {
  await expect(page.locator(".online")).toHaveAttribute("data-state", "live");
}

/** Plays a move on one page and waits until both show it. */
export async function playOnline(page: Page, other: Page, move: string, ply: number): Promise<void> {
  await expectLive(page);
  await playInMap(page, move);
  await expectPly(page, ply);
  await expectPly(other, ply);
}
