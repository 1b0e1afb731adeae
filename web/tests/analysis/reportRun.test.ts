// The analysis of a whole game: order, cancelling, resuming and failures.
import { signal } from "@preact/signals";
import { beforeEach, expect, test } from "vitest";
import { ReportRun, type ReportStudy } from "../../src/analysis/report/reportRun";
import { FakeEngine, settled } from "./fakeEngine";

const elsewhere = signal(false);
let engine: FakeEngine;
let stored: number[];
let run: ReportRun;

/** A study of a game with three positions. */
function fakeStudy(): ReportStudy {
  const edits = signal(0);
  return {
    edits,
    report: () => ({
      nodes: [0, 1, 2],
      winChances: [],
      missing: 3 - stored.length,
      isStarted: stored.length > 0,
      report: null,
    }),
    next() {
      const node = [2, 1, 0].find((each) => !stored.includes(each));
      return node === undefined ? null : { node, position: { start: `game ${node}`, moves: [] } };
    },
    store(node) {
      stored.push(node);
      edits.value++;
    },
    clear() {
      stored = [];
      edits.value++;
    },
  };
}

beforeEach(() => {
  elsewhere.value = false;
  engine = new FakeEngine();
  stored = [];
  run = new ReportRun({ engine, study: fakeStudy(), elsewhere });
});

async function finishSearch(): Promise<void> {
  engine.info(5, "best");
  await engine.end("best");
}

test("it evaluates every position with a number of nodes, and ends", async () => {
  run.start("fast");
  await settled();
  for (const missing of [2, 1, 0]) {
    expect(run.status.value).toBe("running");
    await finishSearch();
    expect(run.view.value.missing).toBe(missing);
  }
  expect(stored).toEqual([2, 1, 0]);
  expect(engine.requests).toMatchObject(
    [2, 1, 0].map((node) => ({ position: { start: `game ${node}` }, nodes: 20_000 })),
  );
  expect([run.status.value, run.wanted.value]).toEqual(["idle", false]);
});

test("cancelling drops the position under way, and starting again goes on after the finished ones", async () => {
  run.start("standard");
  await settled();
  await finishSearch();
  engine.info(5, "half");
  run.cancel();
  await settled();
  expect([run.status.value, engine.isSearching, stored]).toEqual(["idle", false, [2]]);
  run.start("standard");
  await settled();
  expect(engine.requests.map(({ position }) => position.start)).toEqual(["game 2", "game 1", "game 1"]);
});

test("it waits while another tab uses the engine", async () => {
  run.start("fast");
  await settled();
  elsewhere.value = true;
  await settled();
  expect([run.status.value, engine.isSearching, run.wanted.value]).toEqual(["elsewhere", false, true]);
  elsewhere.value = false;
  await settled();
  await finishSearch();
  expect(stored).toEqual([2]);
});

test("a failing engine is tried three times; starting again goes on", async () => {
  run.start("fast");
  await settled();
  await finishSearch();
  for (let attempt = 0; attempt < 3; attempt++) await engine.fail();
  expect([run.status.value, run.wanted.value, stored, engine.requests.length]).toEqual(["failed", false, [2], 4]);
  run.start("fast");
  await settled();
  await finishSearch();
  await finishSearch();
  expect([run.status.value, stored]).toEqual(["idle", [2, 1, 0]]);
});

test("analysing again starts with nothing", async () => {
  stored = [2, 1, 0];
  run.restart("deep");
  await settled();
  expect(stored).toEqual([]);
  expect(engine.requests).toMatchObject([{ position: { start: "game 2" }, nodes: 500_000 }]);
});

test("nothing runs after it is disposed of", async () => {
  run.start("fast");
  await settled();
  run.dispose();
  await settled();
  expect([engine.isSearching, stored]).toEqual([false, []]);
});
