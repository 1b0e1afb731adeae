// What a move in coordinate notation touches.
import { expect, test } from "vitest";
import { touched } from "../../src/state/lastMove";

test.each([
  ["b2Wb4N", ["b2W", "b4N"], []],
  ["d8Bd9KL6=Q", ["d8B", "d9KL6"], []],
  ["QL1-QL2^180", [], ["QL1", "QL2"]],
  ["QL3^180", [], ["QL3"]],
  ["a8B=Q", ["a8B"], []],
  ["O-O", [], []],
  [null, [], []],
])("%s", (move, squares, pins) => expect(touched(move)).toEqual({ squares, pins }));
