// What is reported after an import.
import { expect, test } from "vitest";
import { importReport, type ImportResult } from "../../src/core/importReport";
import type { Message } from "../../src/core/message";
import type { BadGame } from "../../src/wire/game";
import { BLOCKED } from "../fakes";

const ONE: ImportResult = { name: "a.tpgn", count: 1, errors: [], warnings: [], storageError: null };

function bad(number: number, line: number, message: string): BadGame {
  return { number, line, error: { code: "E_TPGN", message, reasons: [] } };
}

test("nothing, for one good game", () => {
  expect(importReport(ONE)).toBeNull();
});

test.each<[string, Partial<ImportResult>, Message]>([
  ["the other games", { count: 3 }, { tone: "note", text: "The other 2 games of “a.tpgn” are in “My games”." }],
  [
    "games that cannot be stored",
    { count: 2, storageError: "The storage is full." },
    { tone: "error", text: "Couldn’t save all games of “a.tpgn”. The storage is full." },
  ],
  [
    "a bad game, with its line",
    { errors: [bad(2, 7, "line 7, column 3: no such move")] },
    {
      tone: "error",
      text: "Couldn’t read game 2 of “a.tpgn” (line 7). It isn’t a valid game (T-PGN).",
      details: "line 7, column 3: no such move",
    },
  ],
  [
    "a bad game with an illegal move",
    { errors: [{ number: 1, line: 4, error: { code: "E_TPGN", message: "line 4: bad", reasons: [BLOCKED] } }] },
    {
      tone: "error",
      text: "Couldn’t read game 1 of “a.tpgn” (line 4). The pawn on b2W is in the way.",
      details: "line 4: bad",
    },
  ],
  [
    "at most three bad games",
    { errors: [1, 2, 3, 4, 5].map((number) => bad(number, number, "bad")) },
    {
      tone: "error",
      text:
        "Couldn’t read game 1 of “a.tpgn” (line 1). It isn’t a valid game (T-PGN). " +
        "Couldn’t read game 2 of “a.tpgn” (line 2). It isn’t a valid game (T-PGN). " +
        "Couldn’t read game 3 of “a.tpgn” (line 3). It isn’t a valid game (T-PGN). Couldn’t read 2 more games.",
      details: "bad\nbad\nbad",
    },
  ],
  [
    "a game without its moves",
    { warnings: [{ kind: "onlyPosition", number: 1, line: 0, message: "Only the saved position was kept" }] },
    {
      tone: "note",
      text: "Its moves couldn’t be replayed, so only the final position was imported.",
      details: "Only the saved position was kept",
    },
  ],
  [
    "a variation that is kept as text",
    { warnings: [{ kind: "variation", number: 1, line: 9, message: "line 9, column 4: no such move" }] },
    {
      tone: "note",
      text: "A variation of “a.tpgn” has an illegal move (line 9). It’s kept as text.",
      details: "line 9, column 4: no such move",
    },
  ],
  [
    "one of several games without its moves",
    { count: 2, warnings: [{ kind: "onlyPosition", number: 2, line: 0, message: "Only the saved position was kept" }] },
    {
      tone: "note",
      text:
        "The other game of “a.tpgn” is in “My games”. " +
        "The moves of game 2 of “a.tpgn” couldn’t be replayed, so only its final position was imported.",
      details: "Only the saved position was kept",
    },
  ],
])("%s", (_, result, message) => {
  expect(importReport({ ...ONE, ...result })).toEqual(message);
});
