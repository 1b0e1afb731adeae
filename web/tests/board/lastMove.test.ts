// What moves touch, played or hinted at, as the real rules report it.
import { expect, test } from "vitest";
import { lastTouched } from "../../src/board/lastMove";
import type { History, Touched } from "../../src/wire/game";
import { realRules } from "../core/realCore";

const rules = realRules();
const CLEARED = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:r1/2,KL6b:kr/2 w KQkq - - - - 10 20";

test.each([
  ["a piece", "revised", null, "b2Wb4N", ["b2W", "b4N"], []],
  ["castling on one board: both exchange", "revised", CLEARED, "O-O", ["d0KL1", "e0KL1"], []],
  ["castling long: both exchange", "revised", CLEARED, "O-O-O", ["d0KL1", "z0QL1"], []],
  ["castling long, the other book: four squares", "meder", CLEARED, "O-O-O", ["a0QL1", "d0KL1", "z0QL1"], []],
  ["a board with its rider", "revised", CLEARED, "QL1-QL2", ["z0QL1", "z4QL2"], ["QL1", "QL2"]],
  ["a board that turns", "revised", CLEARED, "QL1^180", ["a1QL1", "z0QL1"], ["QL1"]],
] as const)("%s", (_, book, tfen, move, squares, pins) => {
  const game = rules.newGame(book, tfen);
  const hinted = JSON.parse(game.touched(move)) as Touched;
  game.play(move);
  const touched = lastTouched(JSON.parse(game.history()) as History);
  expect([...touched.squares].sort()).toEqual([...squares]);
  expect(touched.pins).toEqual([...pins]);
  expect(touched).toMatchObject(hinted);
  game.undo();
  expect(lastTouched(JSON.parse(game.history()) as History)).toEqual({ squares: [], pins: [] });
});
