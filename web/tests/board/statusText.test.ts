// Texts for squares, boards, results and clocks.
import { describe, expect, test } from "vitest";
import { clockText, squareLabel, statusText } from "../../src/board/statusText";
import { indexWorld } from "../../src/board/worldIndex";
import { text } from "../../src/text";
import type { Snapshot } from "../../src/wire/snapshot";
import { aPiece, aSnapshot } from "../fakes";
import { realRules } from "../core/realCore";

const index = indexWorld(realRules().world);

test("squares with pieces, marks and moves", () => {
  expect(squareLabel(index, "a1W", aPiece("a1W", "white", "knight"), 2)).toBe("white knight, a1 on W, 2 moves");
  expect(squareLabel(index, "a1W", aPiece("a1W", "black", "pawn", { marks: ["carried"] }), null)).toBe(
    "black pawn, a1 on W, carried",
  );
  expect(squareLabel(index, "z0QL1", aPiece("z0QL1", "white", "rook"), 1)).toBe("white rook, z0 on QL1, 1 move");
  expect(squareLabel(index, "b4N", undefined, null)).toBe("b4 on N, empty");
});

test("boards with owner, controller and riders", () => {
  const [board] = aSnapshot().boards;
  if (!board) throw new Error("no board");
  expect(text.game.board(board)).toBe("QL1: White’s board, 1 piece, can move");
  expect(text.game.board({ ...board, controller: "black", movable: false })).toBe(
    "QL1: Black controls, White’s board, 1 piece, can’t move now",
  );
  expect(text.game.board({ ...board, riders: 3, controller: null, movable: false })).toBe(
    "QL1: White’s board, 3 pieces, can’t move now",
  );
});

describe("the status", () => {
  const cases: [Partial<Snapshot>, string][] = [
    [{}, "White to move"],
    [{ turn: "black", check: "d9KL6" }, "Black to move, in check"],
    [{ pending: "a8B" }, "White must promote the pawn on a8 on B"],
    [{ status: "checkmate", result: "0-1" }, "Checkmate. Black wins"],
    [{ status: "stalemate", result: "1/2-1/2" }, "Stalemate. Draw"],
    [{ status: "draw", result: "1/2-1/2", reason: "threefold" }, "Draw: threefold repetition"],
    [{ status: "resigned", result: "1-0" }, "Black resigned. White wins"],
    [{ status: "timeout", result: "0-1" }, "White ran out of time. Black wins"],
    [{ status: "timeout", result: "1/2-1/2" }, "Draw: time ran out against a bare king"],
  ];
  test.each(cases)("%j", (rest, words) => expect(statusText(index, aSnapshot(rest))).toBe(words));
});

test.each([
  [900_000, "15:00"],
  [61_001, "1:02"],
  [5_400_000, "1:30:00"],
  [86_399_000, "23:59:59"],
  [86_400_000, "1 d"],
  [259_199_000, "2 d 23 h"],
  [9_950, "0:09.9"],
  [0, "0:00.0"],
  [-5, "0:00.0"],
])("%i ms on a clock", (time, words) => expect(clockText(time)).toBe(words));
