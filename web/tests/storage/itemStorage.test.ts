// Items that are read from memory and written to the database at once.
import { expect, test, vi } from "vitest";
import { createLocalDatabase } from "../../src/storage/localDatabase";
import { createItemStorage } from "../../src/storage/storage";
import { aDatabase, aStorage } from "../fakes";

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test("items are read at once and written behind", async () => {
  const database = aDatabase({ a: "1" });
  const storage = createItemStorage(database, new Map([["a", "1"]]));
  storage.setItem("b", "2");
  storage.setItem("b", "3");
  storage.removeItem("a");
  expect([storage.length, storage.key(0), storage.getItem("a"), storage.getItem("b")]).toEqual([1, "b", null, "3"]);
  await settled();
  expect(Object.fromEntries(await database.entries("items"))).toEqual({ b: "3" });
});

test("a failed write is reported once, and the next one makes up for it", async () => {
  const database = aDatabase();
  const storage = createItemStorage(database, new Map());
  const failed = vi.fn();
  storage.onFailure(failed);
  database.failing = true;
  storage.setItem("a", "1");
  await settled();
  expect(failed).toHaveBeenCalledTimes(1);
  expect(() => storage.setItem("b", "2")).toThrow();
  await settled();
  expect(failed).toHaveBeenCalledTimes(1);
  expect(storage.getItem("b")).toBe("2");
  database.failing = false;
  expect(() => storage.setItem("c", "3")).toThrow();
  await settled();
  expect(() => storage.setItem("d", "4")).not.toThrow();
  await settled();
  expect(Object.fromEntries(await database.entries("items"))).toEqual({ a: "1", b: "2", c: "3", d: "4" });
});

test("another tab sees what was written", async () => {
  const database = aDatabase();
  const one = createItemStorage(database, new Map());
  const other = createItemStorage(database, new Map());
  const changed = vi.fn();
  other.onOtherTab(changed);
  one.setItem("a", "1");
  await vi.waitFor(() => expect(changed).toHaveBeenCalled());
  expect(other.getItem("a")).toBe("1");
});

test("a browser without a database uses the small storage under the same keys", async () => {
  const storage = aStorage({ "trid.game.a": "{}", "trid.study.x": '{"id":"x"}', "trid.study.torn": "{" });
  const database = createLocalDatabase(storage);
  expect(database.isLimited).toBe(true);
  expect((await database.entries("items")).get("trid.game.a")).toBe("{}");
  expect(await database.get("studies", "x")).toEqual({ id: "x" });
  expect(await database.get("studies", "torn")).toBeUndefined();
  await database.write(
    "studies",
    new Map<string, unknown>([
      ["y", { id: "y" }],
      ["x", undefined],
    ]),
  );
  await database.write("items", new Map([["trid.game.a", undefined]]));
  expect(storage.getItem("trid.study.y")).toBe('{"id":"y"}');
  expect(await database.replace("studies", "y", { id: "z" }, (before) => before === undefined)).toBe(false);
  expect(storage.getItem("trid.study.y")).toBe('{"id":"y"}');
  expect(await database.replace("studies", "new", { id: "z" }, (before) => before === undefined)).toBe(true);
  expect(storage.getItem("trid.study.new")).toBe('{"id":"z"}');
  expect([storage.getItem("trid.study.x"), storage.getItem("trid.game.a")]).toEqual([null, null]);
});
