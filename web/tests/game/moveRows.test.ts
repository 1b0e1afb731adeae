// Rows of the move list: forced promotions, and rows that stay the same objects.
import { expect, test } from "vitest";
import { moveRows } from "../../src/game/moveRows";
import type { PlayedMove } from "../../src/wire/game";

const played = (number: number, color: "white" | "black", text: string): PlayedMove => ({
  move: text,
  text,
  color,
  number,
  forced: text.includes("="),
  piece: null,
  captured: null,
  squares: [],
  pins: [],
});

const GAME = [
  played(1, "white", "b4N"),
  played(1, "black", "b5N"),
  played(2, "white", "QL4-QL5"),
  played(2, "black", "a1W=Q"),
  played(2, "black", "Qa2W"),
  played(3, "white", "c3N"),
];

test("a forced promotion is in the row of its player's move", () => {
  expect(moveRows(GAME, [])[1]).toEqual({
    number: 2,
    white: [{ ply: 3, played: GAME[2] }],
    black: [
      { ply: 4, played: GAME[3] },
      { ply: 5, played: GAME[4] },
    ],
  });
});

test("a game that Black starts has no white move in its first row", () => {
  const only = played(7, "black", "b5N");
  expect(moveRows([only], [])).toEqual([{ number: 7, white: [], black: [{ ply: 1, played: only }] }]);
});

test("a move changes only its own row", () => {
  const before = moveRows(GAME.slice(0, 5), []);
  const after = moveRows(GAME, before);
  expect(after).toHaveLength(3);
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, true]);
  const other = moveRows([...GAME.slice(0, 4), played(2, "black", "Qa3W")], after);
  expect([other[0] === before[0], other[1] === before[1]]).toEqual([true, false]);
  expect(other).toHaveLength(2);
});
