// People in different places in the tests: a server of their own, a browser each, and a game between two of them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { expectPly, mapHand, playBy } from "./table";

export const program = process.env.TRID ?? join(import.meta.dirname, "../../target/debug/trid");

/** A server with a data folder of its own, at the same address however often it is started. */
export class House {
  address = "";
  private folder = "";
  private port = 0;
  private server: ChildProcess | null = null;

  async open(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), "trid-e2e-"));
    this.port = await freePort();
    await this.start();
  }

  async start(): Promise<void> {
    const words = ["serve", "--addr", `127.0.0.1:${this.port}`, "--data", this.folder, "--no-limits", "--log", "quiet"];
    this.server = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    if (!this.server.stdout) throw new Error("the server has no output");
    const [line] = (await once(createInterface(this.server.stdout), "line")) as [string];
    this.address = line;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    const { server } = this;
    this.server = null;
    if (!server) return;
    server.kill(signal);
    await once(server, "exit");
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  /** Someone with a browser of his own. */
  async visitor(browser: Browser, path = "/?view=map", options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(this.address + path);
    await expect(page.locator("#page")).toHaveAttribute("data-ready", "true");
    return page;
  }

  /** Two who play, the map alone, which a slow machine draws faster. */
  async pair(browser: Browser): Promise<{ white: Page; black: Page; link: string }> {
    const white = await this.visitor(browser);
    const link = await create(white);
    const black = await this.visitor(browser, mapOf(link));
    await black.getByRole("button", { name: "Play this game" }).click();
    await expect(white.locator(".online")).toHaveAttribute("data-state", "live");
    await expect(black.locator(".online")).toHaveAttribute("data-state", "live");
    return { white, black, link };
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

export interface Wish {
  readonly color?: "White" | "Black" | "Random";
  readonly lobby?: boolean;
}

/** Creates a game in the dialog; returns its link. */
export async function create(page: Page, { color = "White", lobby = false }: Wish = {}): Promise<string> {
  await page.getByRole("button", { name: "Online", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Play online" });
  await dialog.locator(".chip", { hasText: new RegExp(`^${color}$`) }).click();
  await dialog.getByRole("button", { name: lobby ? "Open to everyone" : "Play a friend by link" }).click();
  await expect(dialog).toBeHidden();
  return page.getByLabel("Link to the game").inputValue();
}

/** The same game with the map alone. */
export function mapOf(link: string): string {
  return `/?view=map#online=${new URL(link).pathname.replace("/g/", "")}`;
}

/** Plays a move on one page, and waits for it on both. */
export async function play(page: Page, other: Page, move: string, ply: number): Promise<void> {
  await expect(page.locator(".online")).toHaveAttribute("data-state", "live");
  await playBy(page, mapHand(page), move);
  await expectPly(page, ply);
  await expectPly(other, ply);
}
