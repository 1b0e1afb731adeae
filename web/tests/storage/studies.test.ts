// The stored studies: versions of other tabs are not overwritten, and failed writes stay in memory.
import { expect, test } from "vitest";
import { createStudies, takeLeftStudies, type StoredStudy } from "../../src/storage/studies";
import { aDatabase, aStorage } from "../fakes";

const FIRST: StoredStudy = {
  id: "a",
  name: "A",
  changed: 1,
  record: "1. b4N *",
  path: "0",
  origin: null,
  collapsed: [],
};
const MINE: StoredStudy = { ...FIRST, record: "1. b4N Nb6N *" };
const THEIRS: StoredStudy = { ...FIRST, record: "1. c4N *" };

test("a study is written while the stored version is known", async () => {
  const studies = createStudies(aDatabase(), aStorage());
  expect(await studies.update(FIRST, () => [])).toBe("saved");
  expect(await studies.update(MINE, () => [FIRST])).toBe("saved");
  // A version with another place is the same.
  expect(await studies.update(FIRST, () => [{ ...MINE, path: "1" }])).toBe("saved");
  expect(await studies.get("a")).toEqual(FIRST);
});

test("a version of another tab is not overwritten", async () => {
  const database = aDatabase();
  const studies = createStudies(database, aStorage());
  await createStudies(database, aStorage()).put(THEIRS);
  expect(await studies.update(MINE, () => [FIRST])).toBe("changedElsewhere");
  expect(await studies.update(MINE, () => [])).toBe("changedElsewhere");
  expect(await studies.get("a")).toEqual(THEIRS);
  // A new name counts as well.
  await studies.put({ ...FIRST, name: "B" });
  expect(await studies.update(MINE, () => [FIRST])).toBe("changedElsewhere");
});

test("a study that another tab deleted comes back with the work on it", async () => {
  const studies = createStudies(aDatabase(), aStorage());
  await studies.put(FIRST);
  await studies.remove("a");
  expect(await studies.update(MINE, () => [FIRST])).toBe("saved");
});

test("versions that follow each other quickly are all saved", async () => {
  const studies = createStudies(aDatabase(), aStorage());
  const versions = [FIRST, MINE, { ...MINE, record: "1. b4N Nb6N 2. a3W *" }];
  const results = await Promise.all(versions.map((version) => studies.update(version, () => versions)));
  expect([results, studies.failed.value]).toEqual([["saved", "saved", "saved"], false]);
});

test("a failed write stays in memory, and a later one is written", async () => {
  const database = aDatabase();
  const studies = createStudies(database, aStorage());
  await studies.put(FIRST);
  database.failing = true;
  expect(await studies.update(MINE, () => [FIRST])).toBe("inMemory");
  expect([await studies.get("a"), studies.failed.value]).toEqual([MINE, true]);
  database.failing = false;
  const next = { ...MINE, record: "1. b4N Nb6N 2. a3W *" };
  expect(await studies.update(next, () => [FIRST])).toBe("saved");
  expect([await studies.get("a"), studies.failed.value]).toEqual([next, false]);
});

test("a study that a closed page has left is there at the next start", async () => {
  const [database, storage] = [aDatabase(), aStorage()];
  const studies = createStudies(database, storage);
  await studies.put(FIRST);
  studies.leave(MINE);
  expect(await studies.get("a")).toEqual(MINE);
  await takeLeftStudies(database, storage);
  expect(await createStudies(database, storage).get("a")).toEqual(MINE);
  expect(storage.length).toBe(0);
});

test("of two versions of a study none is lost, and the newer one keeps its id", async () => {
  const version = (changed: number): StoredStudy => ({ ...FIRST, changed, record: `${changed}` });
  for (const [inDatabase, left, moved] of [
    [1, 2, { a: version(2) }],
    [2, 2, { a: version(2) }],
    [2, 1, { a: version(2), a_1: { ...version(1), id: "a_1" } }],
  ] as const) {
    const database = aDatabase();
    await database.write("studies", new Map([["a", version(inDatabase)]]));
    const storage = aStorage({ "trid.study.a": JSON.stringify(version(left)) });
    await Promise.all([takeLeftStudies(database, storage), takeLeftStudies(database, storage)]);
    expect(Object.fromEntries(await database.entries("studies"))).toEqual(moved);
    expect(storage.length).toBe(0);
  }
});

test("a damaged study stays where it is", async () => {
  const [database, storage] = [aDatabase(), aStorage({ "trid.study.x": '{"id":' })];
  await takeLeftStudies(database, storage);
  expect(storage.length).toBe(1);
});

test("a page that was left and shown again stores its later versions", async () => {
  const [database, storage] = [aDatabase(), aStorage()];
  const studies = createStudies(database, storage);
  studies.leave(FIRST);
  expect(await studies.update(MINE, () => [FIRST])).toBe("saved");
  expect(storage.length).toBe(0);
  studies.leave(FIRST);
  await studies.remove("a");
  expect(storage.length).toBe(0);
});

test("a page that is closed while the storage is full writes to the database", async () => {
  const storage = aStorage();
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const database = aDatabase();
  createStudies(database, storage).leave(FIRST);
  expect(await database.get("studies", "a")).toEqual(FIRST);
});
