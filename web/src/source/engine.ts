// The engine in its worker. It never stalls the page, and it stops at once: a worker that is no longer wanted is ended.
import type { Color } from "../wire/snapshot";

/** A line as the engine sees it so far. */
export interface Variation {
  /** 1 is the best. */
  readonly rank: number;
  readonly depth: number;
  /** As White sees it: "+0.35", "#3". */
  readonly score: string;
  /** The same in centipawns, for a bar. */
  readonly white: number;
  readonly nodes: number;
  readonly moves: readonly string[];
  readonly texts: readonly string[];
}

/** What the engine is asked; times in milliseconds. */
export interface SearchRequest {
  /** The saved game, and the ply to think about. */
  readonly game: string;
  readonly ply: number;
  readonly level: number;
  readonly seed: number;
  readonly lines: number;
  readonly moveTime: number | null;
  readonly clock: { readonly left: number; readonly increment: number } | null;
}

export interface Opponent {
  readonly level: number;
  /** The side the computer plays. */
  readonly plays: Color;
}

/** What the worker sends. */
export type EngineMessage =
  | { readonly kind: "line"; readonly id: number; readonly line: Variation }
  | { readonly kind: "move"; readonly id: number; readonly move: string | null }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

export interface WorkerRequest {
  readonly id: number;
  readonly question: SearchRequest;
}

export interface Engine {
  /** The best move; null when there is none or the thinking was cancelled. What was being thought about before is cancelled. */
  think(question: SearchRequest, hear?: (line: Variation) => void): Promise<string | null>;
  cancel(): void;
}

/** The part of a worker that is used, so that tests can stand in for it. */
export type EngineWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export function createEngine(spawn: () => EngineWorker): Engine {
  let worker: EngineWorker | null = null;
  let asked = 0;
  let settle: ((move: string | null) => void) | null = null;

  function cancel(): void {
    if (!settle) return;
    worker?.terminate();
    worker = null;
    finish(null);
  }

  function finish(move: string | null): void {
    const done = settle;
    settle = null;
    done?.(move);
  }

  return {
    cancel,
    think(question, hear) {
      cancel();
      const id = ++asked;
      const mine = (worker ??= spawn());
      return new Promise((resolve, reject) => {
        settle = resolve;
        const fail = (message: string): void => {
          settle = null;
          mine.terminate();
          if (worker === mine) worker = null;
          reject(new Error(message));
        };
        mine.onerror = () => fail("the engine could not be loaded");
        mine.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
          if (data.id !== id) return;
          if (data.kind === "line") hear?.(data.line);
          else if (data.kind === "move") finish(data.move);
          else fail(data.message);
        };
        mine.postMessage({ id, question } satisfies WorkerRequest);
      });
    },
  };
}

export function spawnEngine(): EngineWorker {
  return new Worker(new URL("./engineWorker.ts", import.meta.url), { type: "module" });
}
