// Firefox over WebDriver BiDi: it opens the socket itself, so no driver program is needed.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { START_TIMEOUT, WINDOW, type Driver, type Point } from "./driver";
import { startScreen, stopProgram } from "./programs";

const PREFERENCES = [
  ['"webgl.force-enabled"', "true"],
  ['"browser.shell.checkDefaultBrowser"', "false"],
  ['"datareporting.policy.dataSubmissionEnabled"', "false"],
  ['"app.update.disabledForTesting"', "true"],
];

interface Reply {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly message?: string;
}

/** One BiDi connection: numbered commands and their replies. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id !== undefined) this.#waiting.get(reply.id)?.(reply);
    });
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)));
    });
    return new Connection(socket);
  }

  async send<Result>(method: string, params: unknown): Promise<Result> {
    const id = ++this.#last;
    const reply = new Promise<Reply>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await reply;
    this.#waiting.delete(id);
    if (type === "error") throw new Error(`${method}: ${message ?? "failed"}`);
    return result as Result;
  }

  close(): void {
    this.#socket.close();
  }
}

/** Starts Firefox on a virtual screen: without a screen it has no WebGL. */
export async function startFirefox(program: string, xvfb: string): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), "trid-firefox-"));
  writeFileSync(
    join(profile, "user.js"),
    PREFERENCES.map(([name = "", value = ""]) => `user_pref(${name}, ${value});\n`).join(""),
  );
  const screen = await startScreen(xvfb);
  const args = ["--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env: screen.environment });
  const stopped = async (): Promise<void> => {
    await stopProgram(child);
    await screen.stop();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const connection = await Connection.open(`${await readAddress(child)}/session`);
    await connection.send("session.new", { capabilities: {} });
    const tree = await connection.send<{ contexts: [{ context: string }] }>("browsingContext.getTree", {});
    const { context } = tree.contexts[0];
    await connection.send("browsingContext.setViewport", { context, viewport: WINDOW });
    return drive(connection, context, stopped);
  } catch (error) {
    await stopped();
    throw error;
  }
}

/** The address that Firefox prints when it listens. */
async function readAddress(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error("Firefox has no standard error");
  const timeout = AbortSignal.timeout(START_TIMEOUT);
  for await (const line of createInterface({ input: child.stderr, signal: timeout })) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("Firefox did not listen for WebDriver BiDi");
}

function drive(connection: Connection, context: string, stopped: () => Promise<void>): Driver {
  return {
    async open(url) {
      await connection.send("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async run(body) {
      const { result, exceptionDetails } = await connection.send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>("script.callFunction", {
        functionDeclaration: `async () => JSON.stringify((await (async () => { ${body} })()) ?? null)`,
        awaitPromise: true,
        target: { context },
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? "null") as unknown;
    },
    async click({ x, y }: Point) {
      const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
      const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      const pointer = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
      await connection.send("input.performActions", { context, actions: [pointer] });
    },
    async close() {
      connection.close();
      await stopped();
    },
  };
}
