// A storage that is there, one that is full, one that is refused.
import { expect, test } from "vitest";
import { createLibrary } from "../../src/state/library";
import { openStorage } from "../../src/state/storage";
import { aStorage } from "../fakes";

test("the browser’s own storage is used, even when it is full: what was kept is still there", () => {
  const storage = aStorage({ "trid.current": "x" });
  storage.full = true;
  expect(openStorage(() => storage)).toBe(storage);
});

test("a refused storage holds nothing, and says so to whoever writes", () => {
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
    saved: true,
    changed: 1,
    game: "{}",
    ply: 0,
    summary: "",
    clock: null,
    opponent: null,
  });
  expect(why).toMatch(/switched off/);
  expect(library.error.value).toBe(why);
});
