// The browser's storage: available, full and denied.
import { expect, test } from "vitest";
import { createLibrary } from "../../src/game/library";
import { openStorage } from "../../src/storage/storage";
import { aStorage } from "../fakes";

test("a full storage is still read", () => {
  const storage = aStorage({ "trid.current": "x" });
  storage.full = true;
  expect(openStorage(() => storage)).toBe(storage);
});

test("a denied storage is empty and reports failed writes", () => {
  const refused = (): Storage => {
    throw new DOMException("denied", "SecurityError");
  };
  const storage = openStorage(refused);
  expect(storage.getItem("trid.current")).toBeNull();
  expect(storage.length).toBe(0);
  const library = createLibrary(storage);
  const why = library.put({
    id: "x",
    name: "x",
    changed: 1,
    game: "{}",
    ply: 0,
    summary: "",
    clock: null,
    opponent: null,
    imported: false,
  });
  expect(why).toMatch(/turned off/);
  expect(library.error.value).toBe(why);
});
