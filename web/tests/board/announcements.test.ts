// Texts for a change of position.
import { expect, test } from "vitest";
import { announcement, isNextPly, unfrozenNotices } from "../../src/board/announcements";
import type { PlayedMove } from "../../src/wire/game";
import { indexWorld } from "../../src/board/worldIndex";
import { aPiece, aSnapshot } from "../fakes";
import { realRules } from "../core/realCore";

const index = indexWorld(realRules().world);

const played = (move: string, color: "white" | "black" = "white"): PlayedMove => ({
  move,
  text: move,
  color,
  number: 1,
  forced: false,
  piece: null,
  captured: null,
  squares: [],
  pins: [],
});

test("a pawn that can move again is named, a captured one is not", () => {
  const frozen = (square: string) => aPiece(square, "white", "pawn", { marks: ["frozen"] });
  const before = aSnapshot({ pieces: [frozen("a4W"), frozen("d4W"), frozen("a8B")] });
  const after = aSnapshot({
    pieces: [aPiece("a4W", "white", "pawn"), frozen("d4W"), aPiece("a8B", "black", "pawn")],
  });
  expect(unfrozenNotices(index, before, after)).toEqual(["White’s pawn on a4 on W can move again."]);
});

test("a move is announced with the status after it", () => {
  const history = { moves: [played("b4N")], ply: 1 };
  const after = aSnapshot({ turn: "black", check: "d9KL6" });
  expect(announcement(index, after, history)).toBe("White played b4N. Black to move, in check.");
  expect(announcement(index, aSnapshot(), { moves: [], ply: 0 })).toBe("White to move.");
});

test("playing a move is the next ply; undoing, jumping and other games are not", () => {
  const one = { moves: [played("a")], ply: 1 };
  const two = { moves: [played("a"), played("b", "black")], ply: 2 };
  expect(isNextPly(one, two)).toBe(true);
  expect(isNextPly(two, one)).toBe(false);
  expect(isNextPly({ moves: [], ply: 0 }, two)).toBe(false);
  expect(isNextPly({ moves: [played("c")], ply: 1 }, two)).toBe(false);
});
