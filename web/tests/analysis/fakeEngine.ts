// An engine whose searches end when the test says so.
import type { Engine } from "../../src/core/engine";
import type { SearchInfo, SearchRequest, Variation } from "../../src/wire/engine";

export class FakeEngine implements Engine {
  readonly requests: SearchRequest[] = [];
  #onInfo: ((info: SearchInfo) => void) | undefined;
  #settle: { resolve: (move: string | null) => void; reject: (error: Error) => void } | null = null;

  search(request: SearchRequest, onInfo?: (info: SearchInfo) => void): Promise<string | null> {
    this.cancel();
    this.requests.push(request);
    this.#onInfo = onInfo;
    return new Promise((resolve, reject) => (this.#settle = { resolve, reject }));
  }

  get isSearching(): boolean {
    return this.#settle !== null;
  }

  cancel(): void {
    this.#settle?.resolve(null);
    this.#settle = null;
  }

  info(depth: number, ...moves: string[]): void {
    this.#onInfo?.(info(depth, ...moves));
  }

  async end(move: string): Promise<void> {
    this.#settle?.resolve(move);
    this.#settle = null;
    await settled();
  }

  async fail(): Promise<void> {
    this.#settle?.reject(new Error("unreachable"));
    this.#settle = null;
    await settled();
  }
}

export function info(depth: number, ...moves: string[]): SearchInfo {
  return { depth, nodes: depth * 1000, nodesPerSecond: 1000, variations: moves.map((move) => variation(move)) };
}

export function variation(move: string, arrow: Variation["arrow"] = null): Variation {
  return { score: { centipawns: 20 }, winChance: 0.52, moves: [move], texts: [move], numbers: [0], arrow };
}

/** Lets promises run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
}
