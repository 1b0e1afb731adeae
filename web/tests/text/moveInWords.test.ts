// Moves of a list in words.
import { expect, test } from "vitest";
import { text } from "../../src/text";
import type { PlayedMove } from "../../src/wire/game";

const MOVES: readonly (readonly [string, Partial<PlayedMove>, string])[] = [
  ["b2Wb4N", { piece: "pawn" }, "pawn b2W to b4N"],
  ["a1Wb3N", { piece: "knight", text: "Nb3N+" }, "knight a1W to b3N, check"],
  ["b4Wa5N", { piece: "pawn", captured: "knight" }, "pawn b4W takes the knight, to a5N"],
  ["d8Bd9KL6=Q", { piece: "pawn", text: "d9KL6=Q#" }, "pawn d8B to d9KL6, becomes a queen, checkmate"],
  ["O-O", { piece: "king" }, "castles short"],
  ["O-O-O", { piece: "king" }, "castles long"],
  ["QL2-KL2", { piece: "knight" }, "board QL2 to KL2, carrying the knight"],
  ["QL2-KL2^180", { piece: "rook" }, "board QL2 to KL2, turned, carrying the rook"],
  ["QL6-QL5", {}, "board QL6 to QL5"],
  ["QL6-QL5=Q", {}, "board QL6 to QL5, a pawn becomes a queen"],
  ["QL3^180", { piece: "knight" }, "board QL3 turns, carrying the knight"],
  ["a8B=R", { forced: true }, "pawn on a8B becomes a rook"],
];

test.each(MOVES)("%s", (move, rest, words) => {
  const played: PlayedMove = {
    move,
    text: move,
    color: "white",
    number: 1,
    forced: false,
    piece: null,
    captured: null,
    squares: [],
    pins: [],
    ...rest,
  };
  expect(text.game.moveInWords(played)).toBe(words);
});
