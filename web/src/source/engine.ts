// The engine's client. The search runs in a worker, so that it never blocks the page; cancelling it ends the worker.
import type { Color } from "../wire/snapshot";

/** One variation of the search so far. */
export interface Variation {
  /** 1 is the best. */
  readonly rank: number;
  readonly depth: number;
  /** From White's side: "+0.35", "#3". */
  readonly score: string;
  /** The same in centipawns, for a bar. */
  readonly white: number;
  readonly nodes: number;
  readonly moves: readonly string[];
  readonly texts: readonly string[];
}

/** Times are in milliseconds. */
export interface SearchRequest {
  /** The record as JSON text. */
  readonly game: string;
  /** The ply to search from. */
  readonly ply: number;
  /** 1 to 10. */
  readonly strength: number;
  readonly seed: number;
  /** How many variations to search. */
  readonly variations: number;
  readonly moveTime: number | null;
  readonly clock: { readonly left: number; readonly increment: number } | null;
}

export interface Opponent {
  /** 1 to 10. */
  readonly strength: number;
  /** The side the computer plays. */
  readonly plays: Color;
}

/** What the worker sends. */
export type EngineMessage =
  | { readonly kind: "variation"; readonly id: number; readonly variation: Variation }
  | { readonly kind: "move"; readonly id: number; readonly move: string | null }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

/** What the worker receives. */
export interface WorkerRequest {
  readonly id: number;
  readonly request: SearchRequest;
}

export interface Engine {
  /** The best move; null when there is none or the search was cancelled. It cancels the search before it. */
  search(request: SearchRequest, onVariation?: (variation: Variation) => void): Promise<string | null>;
  cancel(): void;
}

/** The part of a worker that the client uses. */
export type EngineWorker = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

export function createEngine(spawn: () => EngineWorker): Engine {
  let worker: EngineWorker | null = null;
  let lastId = 0;
  let settle: ((move: string | null) => void) | null = null;

  function cancel(): void {
    if (!settle) return;
    worker?.terminate();
    worker = null;
    finish(null);
  }

  function finish(move: string | null): void {
    const resolve = settle;
    settle = null;
    resolve?.(move);
  }

  return {
    cancel,
    search(request, onVariation) {
      cancel();
      const id = ++lastId;
      const own = (worker ??= spawn());
      return new Promise((resolve, reject) => {
        settle = resolve;
        const fail = (message: string): void => {
          settle = null;
          own.terminate();
          if (worker === own) worker = null;
          reject(new Error(message));
        };
        own.onerror = () => fail("the engine could not be loaded");
        own.onmessage = ({ data }: MessageEvent<EngineMessage>) => {
          if (data.id !== id) return;
          if (data.kind === "variation") onVariation?.(data.variation);
          else if (data.kind === "move") finish(data.move);
          else fail(data.message);
        };
        own.postMessage({ id, request } satisfies WorkerRequest);
      });
    },
  };
}

export function spawnEngine(): EngineWorker {
  return new Worker(new URL("./engineWorker.ts", import.meta.url), { type: "module" });
}
