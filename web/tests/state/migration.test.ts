// Moving games and results from `localStorage` to the database.
import { expect, test } from "vitest";
import { createLibrary, isBroken } from "../../src/state/library";
import { migrate } from "../../src/state/migration";
import { createItemStorage } from "../../src/state/storage";
import { aDatabase, aStorage } from "../fakes";
import stored from "../fixtures/storage.json";

interface Fixture {
  readonly name: string;
  readonly storage: Readonly<Record<string, string>>;
  readonly shown: { readonly games: readonly unknown[]; readonly broken: number };
}

const fixtures = stored as readonly Fixture[];

test.each(fixtures)("$name", async ({ storage: before, shown }) => {
  const storage = aStorage(before);
  const database = aDatabase();
  const { items, conflicts } = await migrate(database, storage);
  const moved = Object.entries(before).filter(([key]) => key !== "trid.view");
  expect(Object.fromEntries(items)).toEqual(Object.fromEntries(moved));
  expect(Object.fromEntries(await database.entries("items"))).toEqual(Object.fromEntries(moved));
  expect(conflicts).toEqual([]);
  expect(storage.getItem("trid.view")).toBe(before["trid.view"] ?? null);
  expect(storage.length).toBe(Object.keys(before).length - moved.length);
  const entries = createLibrary(createItemStorage(database, items)).entries.value;
  expect(entries.filter(isBroken)).toHaveLength(shown.broken);
});

test("a start without anything to move writes nothing", async () => {
  const database = aDatabase({ "trid.game.a": "{}" });
  const { items } = await migrate(database, aStorage({ "trid.view": "{}", other: "1" }));
  expect([...items]).toEqual([["trid.game.a", "{}"]]);
  expect(database.writes).toBe(0);
});

test("nothing is removed when the database fails", async () => {
  const storage = aStorage({ "trid.game.a": "{}", "trid.current": "a" });
  const database = aDatabase();
  database.failing = true;
  await expect(migrate(database, storage)).rejects.toThrow();
  expect(storage.getItem("trid.game.a")).toBe("{}");
  expect(storage.getItem("trid.current")).toBe("a");
});

test("of two versions of a game none is lost, and the newer one keeps its name", async () => {
  const [older, newer] = [1, 2].map((changed) => JSON.stringify({ changed }));
  for (const [inDatabase, inStorage] of [
    [older, newer],
    [newer, older],
  ]) {
    const database = aDatabase({ "trid.game.a": inDatabase ?? "", "trid.current": "a" });
    const storage = aStorage({ "trid.game.a": inStorage ?? "", "trid.current": "b" });
    const { items } = await migrate(database, storage);
    expect(Object.fromEntries(items)).toEqual({
      "trid.game.a": newer,
      "trid.game.a-1": older,
      "trid.current": "b",
    });
    expect(storage.length).toBe(0);
  }
});

test("results that differ stay until they have been merged", async () => {
  const database = aDatabase({ "trid.learn.lessons": "new" });
  const storage = aStorage({ "trid.learn.lessons": "old", "trid.learn.puzzles": "p" });
  const { items, conflicts } = await migrate(database, storage);
  expect(Object.fromEntries(items)).toEqual({ "trid.learn.lessons": "new", "trid.learn.puzzles": "p" });
  expect(conflicts).toEqual([{ key: "trid.learn.lessons", value: "old" }]);
  expect(storage.getItem("trid.learn.lessons")).toBe("old");
  expect(storage.getItem("trid.learn.puzzles")).toBeNull();
});

test("of two versions of a study none is lost, and the newer one keeps its id", async () => {
  const study = (changed: number) => ({ id: "x", changed, record: `${changed}` });
  for (const [inDatabase, inStorage, moved] of [
    [1, 2, { x: study(2) }],
    [2, 2, { x: study(2) }],
    [2, 1, { x: study(2), x_1: { ...study(1), id: "x_1" } }],
  ] as const) {
    const database = aDatabase();
    await database.write("studies", new Map([["x", study(inDatabase)]]));
    const storage = aStorage({ "trid.study.x": JSON.stringify(study(inStorage)) });
    await migrate(database, storage);
    expect(Object.fromEntries(await database.entries("studies"))).toEqual(moved);
    expect(storage.length).toBe(0);
  }
});

test("a study that another tab has moved is not written again", async () => {
  const database = aDatabase();
  const storage = aStorage({ "trid.study.x": '{"id":"x","changed":1}' });
  await Promise.all([migrate(database, storage), migrate(database, storage)]);
  expect([...(await database.entries("studies")).keys()]).toEqual(["x"]);
});

test("studies of the small storage move too", async () => {
  const database = aDatabase();
  await migrate(database, aStorage({ "trid.study.x": '{"id":"x"}' }));
  expect(await database.get("studies", "x")).toEqual({ id: "x" });
});

test("a damaged study stays where it is, and the rest moves", async () => {
  const database = aDatabase();
  const storage = aStorage({ "trid.study.x": '{"id":', "trid.study.y": '{"id":"y"}', "trid.game.a": "{}" });
  const { items } = await migrate(database, storage);
  expect(Object.fromEntries(items)).toEqual({ "trid.game.a": "{}" });
  expect(await database.get("studies", "y")).toEqual({ id: "y" });
  expect(storage.getItem("trid.study.x")).toBe('{"id":');
  expect(storage.length).toBe(1);
});
