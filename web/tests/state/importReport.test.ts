// What is reported after an import.
import { expect, test } from "vitest";
import { importReport, type ImportResult } from "../../src/state/importReport";
import type { BadGame } from "../../src/wire/game";

const ONE: ImportResult = { name: "a.tpgn", count: 1, errors: [], warnings: [], storageError: null };

function bad(number: number, line: number, message: string): BadGame {
  return { number, line, error: { code: "E_TPGN", message, reasons: [] } };
}

test("nothing, for one good game", () => {
  expect(importReport(ONE)).toBeNull();
});

test.each<[string, Partial<ImportResult>, string, string]>([
  ["the other games", { count: 3 }, "note", "The other 2 games of a.tpgn are in “My games”."],
  [
    "games that cannot be stored",
    { count: 2, storageError: "the storage is full" },
    "error",
    "The other 1 game of a.tpgn could not all be kept: the storage is full.",
  ],
  [
    "a bad game, with the line that its message has",
    { errors: [bad(2, 7, "line 7, column 3: no such move")] },
    "error",
    "Game 2 of a.tpgn could not be read: line 7, column 3: no such move.",
  ],
  [
    "a bad game on the first line",
    { errors: [bad(1, 1, "no such piece")] },
    "error",
    "Game 1 of a.tpgn could not be read: line 1: no such piece.",
  ],
  [
    "at most three bad games",
    { errors: [1, 2, 3, 4, 5].map((number) => bad(number, number, "bad")) },
    "error",
    "Game 1 of a.tpgn could not be read: line 1: bad. Game 2 of a.tpgn could not be read: line 2: bad. " +
      "Game 3 of a.tpgn could not be read: line 3: bad. 2 more games could not be read.",
  ],
  [
    "a game without its moves",
    { warnings: [{ number: 1, message: "Only the saved position was kept" }] },
    "note",
    "Only the saved position was kept.",
  ],
  [
    "one of several games without its moves",
    { count: 2, warnings: [{ number: 2, message: "Only the saved position was kept" }] },
    "note",
    "The other 1 game of a.tpgn is in “My games”. Game 2 of a.tpgn: Only the saved position was kept.",
  ],
])("%s", (_, result, tone, text) => {
  expect(importReport({ ...ONE, ...result })).toEqual({ tone, text });
});
