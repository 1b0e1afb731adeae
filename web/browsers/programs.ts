// The programs of a browser: starting them, with a virtual screen where they need one, and ending them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import { WINDOW } from "./driver";

/** The virtual screen, and the environment of programs that draw on it. */
export interface Screen {
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** Starts a screen with a free number, which it writes once it is ready. */
export async function startScreen(xvfb: string): Promise<Screen> {
  const size = `${WINDOW.width}x${WINDOW.height}x24`;
  const args = ["-displayfd", "3", "-screen", "0", size];
  const child = spawn(xvfb, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = child.stdio[3];
  if (!(number instanceof Readable)) throw new Error("the screen has no pipe for its number");
  const [chunk] = (await once(number, "data")) as [Buffer];
  return {
    environment: { ...process.env, DISPLAY: `:${chunk.toString().trim()}` },
    stop: () => stopProgram(child),
  };
}

export async function stopProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
