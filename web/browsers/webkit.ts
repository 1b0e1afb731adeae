// WebKitGTK over WebDriver: its driver program opens WebKit's small test browser on a virtual screen.
import { spawn } from "node:child_process";
import { START_TIMEOUT, type Driver, type Point } from "./driver";
import { startScreen, stopProgram } from "./programs";

export interface WebKitPrograms {
  /** `WebKitWebDriver`. */
  readonly driver: string;
  /** WebKit's `MiniBrowser`. */
  readonly browser: string;
  /** `Xvfb`, the virtual screen. */
  readonly screen: string;
}

/** Below the ports of outgoing connections, so unlikely to be taken. */
const PORT = 9415;

export async function startWebKit(programs: WebKitPrograms): Promise<Driver> {
  const screen = await startScreen(programs.screen);
  const driver = spawn(programs.driver, [`--port=${PORT}`], {
    stdio: "ignore",
    // The sandbox needs rights that a container does not give.
    env: { ...screen.environment, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
  });
  const stopped = async (): Promise<void> => {
    await stopProgram(driver);
    await screen.stop();
  };
  try {
    const session = await newSession(programs.browser);
    return drive(session, stopped);
  } catch (error) {
    await stopped();
    throw error;
  }
}

/** Sends a WebDriver command; errors carry the driver's message. */
async function send<Value>(method: string, path: string, body?: unknown): Promise<Value> {
  const response = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const { value } = (await response.json()) as { value: Value & { message?: string } };
  if (!response.ok) throw new Error(`${method} ${path}: ${value.message ?? "failed"}`);
  return value;
}

/** The path of a new session. The driver and the screen take a moment to start, so it tries until then. */
async function newSession(binary: string): Promise<string> {
  const options = { "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  const timeouts = { script: START_TIMEOUT };
  const end = Date.now() + START_TIMEOUT;
  for (;;) {
    try {
      const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
        capabilities: { alwaysMatch: { ...options, timeouts } },
      });
      return `/session/${sessionId}`;
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

function drive(session: string, stopped: () => Promise<void>): Driver {
  return {
    async open(url) {
      await send("POST", `${session}/url`, { url });
    },
    async run(body) {
      const script = `const done = arguments[0];
        (async () => { ${body} })().then(
          (value) => done(JSON.stringify({ value: value ?? null })),
          (error) => done(JSON.stringify({ error: String(error) })),
        );`;
      const reply = await send<string>("POST", `${session}/execute/async`, { script, args: [] });
      const { value, error } = JSON.parse(reply) as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async click({ x, y }: Point) {
      const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0, origin: "viewport" };
      const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      const pointer = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
      await send("POST", `${session}/actions`, { actions: [pointer] });
    },
    async close() {
      await send("DELETE", session).catch(() => undefined);
      await stopped();
    },
  };
}
