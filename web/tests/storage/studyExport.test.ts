// Studies in an exported file.
import { expect, test } from "vitest";
import type { StoredStudy } from "../../src/storage/studies";
import { hasStudies, readStudies, writeStudy } from "../../src/storage/studyExport";

const STUDY: StoredStudy = {
  id: "abc",
  name: "My “study” {1}",
  changed: 5,
  record: "as it was stored",
  path: "1-0",
  origin: "game x",
  collapsed: [],
};
const GAME = '[White "A"]\n\n1. b4N *\n\n';

test("studies and games of a file are told apart", () => {
  const text = GAME + writeStudy(STUDY, GAME) + writeStudy({ ...STUDY, id: "def" }, "1. c4N *\n");
  expect(hasStudies(text)).toBe(true);
  const { studies, others } = readStudies(text);
  expect(others).toBe(GAME);
  expect(studies).toEqual([
    { ...STUDY, record: GAME.trim() },
    { ...STUDY, id: "def", record: "1. c4N *" },
  ]);
});

test("a text without studies is left alone", () => {
  expect(hasStudies(GAME)).toBe(false);
  expect(readStudies(GAME)).toEqual({ studies: [], others: GAME });
});

test.each(["{", "null", '{"id":"abc"}'])("a study with the damaged line %s stays a game", (line) => {
  expect(readStudies(`% trid.study ${line}\n${GAME}`)).toEqual({ studies: [], others: GAME.trim() });
});
