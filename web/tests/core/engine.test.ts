// The engine's client against a fake worker: one search at a time.
import { beforeEach, expect, test } from "vitest";
import {
  createEngine,
  type Engine,
  type EngineMessage,
  type WorkerRequest,
  type EngineWorker,
} from "../../src/core/engine";
import type { SearchInfo, SearchRequest } from "../../src/wire/engine";

const REQUEST: SearchRequest = {
  position: { start: "", moves: [] },
  strength: 3,
  seed: 1,
  variations: 1,
  moveTime: null,
  nodes: null,
  clock: null,
};
const INFO: SearchInfo = {
  depth: 4,
  nodes: 99,
  nodesPerSecond: 9_900,
  variations: [
    { score: { centipawns: 20 }, winChance: 0.52, moves: ["b2Wb4N"], texts: ["b4N"], numbers: [0], arrow: null },
  ],
};

class FakeWorker implements EngineWorker {
  onmessage: Worker["onmessage"] = null;
  onerror: Worker["onerror"] = null;
  ended = false;
  readonly requests: WorkerRequest[] = [];

  postMessage(request: WorkerRequest): void {
    this.requests.push(request);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: EngineMessage): void {
    this.onmessage?.call(this as unknown as Worker, { data } as MessageEvent);
  }
}

let workers: FakeWorker[];
let engine: Engine;

beforeEach(() => {
  workers = [];
  engine = createEngine(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  });
});

function worker(index: number): FakeWorker {
  const found = workers[index];
  if (!found) throw new Error(`no worker ${index}`);
  return found;
}

test("variations arrive before the move", async () => {
  const heard: SearchInfo[] = [];
  const move = engine.search(REQUEST, (info) => heard.push(info));
  const [request] = worker(0).requests;
  const id = request?.id ?? 0;
  worker(0).answer({ kind: "info", id, info: INFO });
  worker(0).answer({ kind: "move", id, move: "b2Wb4N" });
  expect(await move).toBe("b2Wb4N");
  expect(heard).toEqual([INFO]);
});

test("a worker is reused for the next search", async () => {
  for (const id of [1, 2]) {
    const move = engine.search(REQUEST);
    worker(0).answer({ kind: "move", id, move: "a" });
    await move;
  }
  expect(workers).toHaveLength(1);
});

test("cancelling ends the worker and resolves to null", async () => {
  const move = engine.search(REQUEST);
  engine.cancel();
  expect(await move).toBeNull();
  expect(worker(0).ended).toBe(true);
});

test("a new search cancels the old one", async () => {
  const old = engine.search(REQUEST);
  const next = engine.search(REQUEST);
  expect(await old).toBeNull();
  worker(1).answer({ kind: "move", id: 2, move: "b" });
  expect(await next).toBe("b");
});

test("a late message of an old search is ignored", async () => {
  const first = engine.search(REQUEST);
  worker(0).answer({ kind: "move", id: 1, move: "a" });
  await first;
  const second = engine.search(REQUEST);
  worker(0).answer({ kind: "move", id: 1, move: "late" });
  worker(0).answer({ kind: "move", id: 2, move: "right" });
  expect(await second).toBe("right");
});

test("a failure rejects, and the next search gets a new worker", async () => {
  const failing = engine.search(REQUEST);
  worker(0).answer({ kind: "failed", id: 1, message: "no such level" });
  await expect(failing).rejects.toThrow("no such level");
  void engine.search(REQUEST);
  expect(workers).toHaveLength(2);
});
