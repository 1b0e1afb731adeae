// The engine of a study: what it searches, when it stops, and what it remembers.
import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addInfo, needsSearch, type Found } from "../../src/analysis/engine/found";
import { StudyEngine, type EnginePosition } from "../../src/analysis/engine/studyEngine";
import { FakeEngine, info, settled } from "./fakeEngine";

function at(key: string, threat: ReturnType<EnginePosition["threat"]> = { kind: "position", tfen: `threat ${key}` }) {
  return { key, isOver: false, position: () => ({ start: key, moves: ["a"] }), threat: () => threat };
}

const position = signal<EnginePosition>(at("one"));
const visible = signal(true);
const elsewhere = signal(false);
let engine: FakeEngine;
let study: StudyEngine;

beforeEach(() => {
  vi.useFakeTimers();
  position.value = at("one");
  visible.value = true;
  elsewhere.value = false;
  engine = new FakeEngine();
  study = new StudyEngine({ engine, position, visible, elsewhere });
});

afterEach(() => {
  study.dispose();
  vi.useRealTimers();
});

/** Lets the pause before a search pass. */
async function wait(): Promise<void> {
  vi.advanceTimersByTime(200);
  await settled();
}

const games = (): string[] => engine.requests.map(({ position }) => position.start);

test("it searches the position while it is on", async () => {
  await wait();
  expect([games(), study.status.value]).toEqual([[], "off"]);
  study.on.value = true;
  study.lines.value = 2;
  await wait();
  expect(engine.requests).toMatchObject([
    { position: { start: "one", moves: ["a"] }, variations: 2, moveTime: 15_000, nodes: null },
  ]);
  engine.info(5, "a", "b");
  expect(study.found.value?.info.variations.map(({ moves }) => moves[0])).toEqual(["a", "b"]);
  expect(study.status.value).toBe("searching");
  await engine.end("a");
  expect(study.status.value).toBe("done");
  study.on.value = false;
  expect(study.status.value).toBe("off");
});

test("stepping through moves starts one search", async () => {
  study.on.value = true;
  for (const key of ["two", "three", "four"]) position.value = at(key);
  await wait();
  expect(games()).toEqual(["four"]);
});

test("updates are at most eight per second, and the last one is never lost", async () => {
  study.on.value = true;
  await wait();
  for (let depth = 1; depth <= 9; depth++) engine.info(depth, "a");
  expect(study.found.value?.info.depth).toBe(1);
  vi.advanceTimersByTime(130);
  expect(study.found.value?.info.depth).toBe(9);
  engine.info(10, "a");
  await engine.end("a");
  expect(study.found.value?.info.depth).toBe(10);
});

test("what was found is remembered per position", async () => {
  study.on.value = true;
  await wait();
  engine.info(8, "a");
  await engine.end("a");
  position.value = at("two");
  expect(study.found.value).toBeNull();
  await wait();
  // The same position by other moves has the same key.
  position.value = { ...at("one"), position: () => ({ start: "another order", moves: [] }) };
  expect(study.found.value?.info.depth).toBe(8);
  await wait();
  expect(games()).toEqual(["one", "two"]);
  expect(study.status.value).toBe("done");
});

test("an interrupted search goes on, and its result stays until the new one is as deep", async () => {
  study.on.value = true;
  await wait();
  engine.info(8, "a");
  position.value = at("two");
  position.value = at("one");
  await wait();
  expect(games()).toEqual(["one", "one"]);
  engine.info(3, "b");
  expect(study.found.value?.info.depth).toBe(8);
  engine.info(9, "b");
  vi.advanceTimersByTime(130);
  expect(study.found.value?.info.variations[0]?.moves).toEqual(["b"]);
});

test("more lines need another search, fewer do not", async () => {
  study.on.value = true;
  await wait();
  engine.info(8, "a", "b", "c");
  await engine.end("a");
  study.lines.value = 1;
  await wait();
  expect(engine.requests).toHaveLength(1);
  study.lines.value = 5;
  await wait();
  expect(engine.requests).toHaveLength(2);
  expect(study.found.value?.info.variations).toHaveLength(3);
});

test("going deeper and unlimited searches have no time limit", async () => {
  study.on.value = true;
  await wait();
  engine.info(8, "a");
  await engine.end("a");
  study.goDeeper();
  await wait();
  expect(engine.requests[1]?.moveTime).toBeNull();
  position.value = at("two");
  await wait();
  expect([study.deeper.value, engine.requests[2]?.moveTime]).toEqual([false, 15_000]);
  study.unlimited.value = true;
  await wait();
  expect([study.deeper.value, engine.requests[3]?.moveTime]).toEqual([true, null]);
});

test("it stops while the page is hidden or another tab uses the engine", async () => {
  study.on.value = true;
  await wait();
  for (const [stop, status] of [
    [() => (visible.value = false), "hidden"],
    [() => (elsewhere.value = true), "elsewhere"],
  ] as const) {
    stop();
    expect([engine.isSearching, study.status.value]).toEqual([false, status]);
    visible.value = true;
    elsewhere.value = false;
    await wait();
    expect([engine.isSearching, study.status.value]).toEqual([true, "searching"]);
  }
});

test("a failed search is repeated, then it waits, and what was found stays", async () => {
  study.on.value = true;
  await wait();
  engine.info(6, "a");
  for (let attempt = 0; attempt < 3; attempt++) {
    await wait();
    expect(engine.isSearching).toBe(true);
    await engine.fail();
  }
  await wait();
  expect([engine.requests.length, study.status.value]).toEqual([3, "failed"]);
  expect(study.found.value?.info.depth).toBe(6);
  study.restart();
  await wait();
  await engine.end("a");
  expect(study.status.value).toBe("done");
});

test("a game that is over is not searched", async () => {
  study.on.value = true;
  position.value = { ...at("over"), isOver: true };
  await wait();
  expect([games(), study.status.value]).toEqual([[], "over"]);
});

test("the threat comes first, once per position", async () => {
  study.on.value = true;
  study.threatOn.value = true;
  await wait();
  expect(engine.requests).toMatchObject([{ position: { start: "threat one", moves: [] }, moveTime: 2_000 }]);
  engine.info(4, "x");
  await engine.end("x");
  expect(study.threat.value?.moves).toEqual(["x"]);
  expect(games()).toEqual(["threat one", "one"]);
  engine.info(4, "a");
  await engine.end("a");
  study.threatOn.value = false;
  expect(study.threat.value).toBeNull();
  study.threatOn.value = true;
  await wait();
  expect(games()).toEqual(["threat one", "one"]);
});

test("a refused threat says why and does not keep the engine from searching", async () => {
  position.value = at("check", { kind: "refused", reason: "check" });
  study.threatOn.value = true;
  expect(study.threatError.value).toBe("check");
  study.on.value = true;
  await wait();
  expect(games()).toEqual(["check"]);
});

test("a result settles once per position, for screen readers", async () => {
  study.on.value = true;
  await wait();
  const heard: (string | undefined)[] = [];
  const stop = study.settled.subscribe((best) => heard.push(best?.moves[0]));
  for (let depth = 1; depth <= 20; depth++) {
    engine.info(depth, `move ${depth}`);
    vi.advanceTimersByTime(500);
  }
  await engine.end("move 20");
  expect(heard).toEqual([undefined, "move 6"]);
  position.value = at("two");
  await wait();
  engine.info(3, "b");
  await engine.end("b");
  position.value = at("one");
  await wait();
  expect(heard).toEqual([undefined, "move 6", undefined, "b", undefined, "move 20"]);
  stop();
});

test("found results", () => {
  const found: Found = { info: info(8, "a"), lines: 1, complete: true };
  expect(needsSearch(undefined, { lines: 1, unlimited: false })).toBe(true);
  expect(needsSearch(found, { lines: 1, unlimited: false })).toBe(false);
  expect(needsSearch(found, { lines: 2, unlimited: false })).toBe(true);
  expect(needsSearch(found, { lines: 1, unlimited: true })).toBe(true);
  expect(addInfo(found, info(7, "b"), 1)).toBe(found);
  // A new search for more lines replaces the old result, although it is less deep.
  expect(addInfo(found, info(1, "b", "c"), 2)).toEqual({ info: info(1, "b", "c"), lines: 2, complete: false });
});
