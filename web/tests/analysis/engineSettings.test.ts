// The engine's settings between visits.
import { expect, test } from "vitest";
import { DEFAULT_SETTINGS, readSettings, saveSettings } from "../../src/analysis/engine/engineSettings";
import { aStorage } from "../fakes";

test("settings are read back", () => {
  const storage = aStorage({});
  expect(readSettings(storage)).toEqual(DEFAULT_SETTINGS);
  const changed = { lines: 5, unlimited: true, arrowsOn: false } as const;
  saveSettings(storage, changed);
  expect(readSettings(storage)).toEqual(changed);
});

test.each(["{", "null", '{"lines":9,"unlimited":1}'])("what is not valid in %s is the default", (text) => {
  expect(readSettings(aStorage({ "trid.engine": text }))).toEqual(DEFAULT_SETTINGS);
});
