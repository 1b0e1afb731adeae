// Saved games: order, unreadable entries, a full storage.
import { expect, test } from "vitest";
import { createLibrary, isBroken, type StoredGame } from "../../src/game/library";
import { aStorage } from "../fakes";

const game = (id: string, changed: number): StoredGame => ({
  id,
  name: id,
  changed,
  game: "{}",
  ply: 0,
  summary: "1 move",
  clock: null,
  opponent: null,
  imported: false,
});

const stored = (rest: object): string => JSON.stringify({ ...game("x", 1), ...rest });

test("saved games are read back, newest first", () => {
  const storage = aStorage();
  const library = createLibrary(storage);
  library.put(game("old", 1));
  library.put(game("new", 2));
  expect(createLibrary(storage).entries.value.map((each) => each.id)).toEqual(["new", "old"]);
  expect(library.get("old")).toEqual(game("old", 1));
  library.remove("new");
  expect(library.entries.value.map((each) => each.id)).toEqual(["old"]);
});

test.each([
  ["invalid JSON", "{"],
  ["a number", "3"],
  ["null", "null"],
  ["no game", stored({ game: 5 })],
  ["no date", stored({ changed: "yesterday" })],
  ["an invalid clock", stored({ clock: { initial: 1, increment: 1, left: [[1]] } })],
  ["an invalid opponent", stored({ opponent: { strength: 3 } })],
])("an entry with %s is listed as broken, harms no other and is not overwritten", (_, raw) => {
  const storage = aStorage({ "trid.game.bad": raw, "trid.other": "1" });
  const library = createLibrary(storage);
  library.put(game("good", 1));
  expect(library.entries.value.map((each) => [each.id, isBroken(each)])).toEqual([
    ["good", false],
    ["bad", true],
  ]);
  expect(library.put(game("bad", 2))).toMatch(/unreadable entry/);
  expect(storage.getItem("trid.game.bad")).toBe(raw);
});

test("a full storage is reported, not thrown", () => {
  const storage = aStorage();
  storage.full = true;
  expect(createLibrary(storage).put(game("a", 1))).toMatch(/full/);
});

test("saving a game does not read the others", () => {
  const storage = aStorage(
    Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [`trid.game.${at}`, JSON.stringify(game(String(at), at))]),
    ),
  );
  let reads = 0;
  const getItem = storage.getItem.bind(storage);
  storage.getItem = (key) => {
    reads += 1;
    return getItem(key);
  };
  const library = createLibrary(storage);
  library.put(game("mine", 300));
  expect(reads).toBeLessThan(3);
  expect(library.entries.value).toHaveLength(201);
});
