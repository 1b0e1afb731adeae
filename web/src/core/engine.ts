// The engine's client. The search runs in a worker, so that it never blocks the page; cancelling it ends the worker.
import type { SearchInfo, SearchRequest } from "../wire/engine";
import type { Color } from "../wire/snapshot";

export interface Opponent {
  /** 1 to 10. */
  readonly strength: number;
  /** The side the computer plays. */
  readonly plays: Color;
}

/** What the worker sends. */
export type EngineMessage =
  | { readonly kind: "info"; readonly id: number; readonly info: SearchInfo }
  | { readonly kind: "move"; readonly id: number; readonly move: string | null }
  | { readonly kind: "failed"; readonly id: number; readonly message: string };

/** What the worker receives. */
export interface WorkerRequest {
  readonly id: number;
  readonly request: SearchRequest;
}

/** A search at full strength. It needs a position and a limit. */
export const FULL_STRENGTH = {
  ...{ strength: 10, seed: 0, variations: 1 },
  ...{ moveTime: null, nodes: null, clock: null },
} as const satisfies Partial<SearchRequest>;

export interface Engine {
  /** The best move; null when there is none or the search was cancelled. It cancels the search before it. */
  search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<string | null>;
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
    search(request, onInfo) {
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
          if (data.kind === "info") onInfo?.(data.info);
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
