// View options: stored, set by the URL, and damaged.
import { expect, test } from "vitest";
import { debugAddress, readPreferences, savePreferences } from "../../src/board/preferences";
import { DEFAULT_VIEW } from "../../src/board/view";
import { aStorage } from "../fakes";

const none = new URLSearchParams();

test("preferences are restored, except those for one visit", () => {
  const storage = aStorage();
  savePreferences(storage, { ...DEFAULT_VIEW, theme: "dark", bottom: "black", debug: true, quality: "low" });
  expect(readPreferences(storage, none)).toMatchObject({ theme: "dark", bottom: "black" });
  expect(readPreferences(storage, none)).not.toHaveProperty("debug");
  expect(readPreferences(storage, none)).not.toHaveProperty("quality");
});

test("the URL overrides the storage", () => {
  const address = new URLSearchParams("?quality=low&view=map&theme=dark&debug");
  expect(readPreferences(aStorage({ "trid.view": '{"theme":"light"}' }), address)).toEqual({
    quality: "low",
    layout: "map",
    theme: "dark",
    debug: true,
  });
});

test.each([
  ["", true, "/?debug"],
  ["?debug", false, "/"],
  ["?debug=1&view=map", false, "/?view=map"],
  ["?view=map", true, "/?view=map&debug"],
  ["?debugger", false, "/?debugger"],
])("debug mode changes %s", (search, debug, address) => {
  const location = { pathname: "/", search, hash: "#online=x" } as Location;
  expect(debugAddress(location, debug)).toBe(`${address}#online=x`);
});

test.each([
  "{",
  "null",
  "3",
  '{"theme":"pink","layout":7,"unknown":1,"labels":"yes"}',
  '{"boardTheme":"glass","pieceTheme":"metal"}',
  '{"family":"plastic"}',
  '{"volume":3}',
])("%s sets nothing", (raw) => {
  expect(readPreferences(aStorage({ "trid.view": raw }), none)).toEqual({});
});

test("sounds that were off stay off", () => {
  expect(readPreferences(aStorage({ "trid.view": '{"sound":false}' }), none)).toEqual({ volume: 0 });
});
