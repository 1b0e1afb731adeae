// The result of a game as a text to share.
import { expect, test } from "vitest";
import { resultText, tinyPicture } from "../../src/game/resultText";
import { aPiece, aSnapshot } from "../fakes";

const pieces = [
  aPiece("d1W", "white", "king"),
  aPiece("a8B", "black", "king"),
  aPiece("b8B", "white", "queen"),
  aPiece("c5N", "black", "pawn"),
  // Attack boards are not in the picture.
  aPiece("z1QL1", "white", "rook"),
];

test("the picture shows the three main boards side by side, and a mated king in red", () => {
  expect(tinyPicture(aSnapshot({ pieces, check: "a8B", status: "checkmate" })).split("\n")).toEqual([
    "🟦🟦🟦🟦 🟦🟦🟦🟦 🟥⬜🟦🟦",
    "🟦🟦🟦🟦 🟦🟦⬛🟦 🟦🟦🟦🟦",
    "🟦🟦🟦🟦 🟦🟦🟦🟦 🟦🟦🟦🟦",
    "🟦🟦🟦⬜ 🟦🟦🟦🟦 🟦🟦🟦🟦",
  ]);
});

test("the text says how the game ended and leads to it", () => {
  const lines = resultText(aSnapshot({ pieces }), "Checkmate. White wins", "https://chess.example/#game=x").split("\n");
  expect([lines[0], lines.at(-1), lines.length]).toEqual([
    "Tri-D, chess on three levels: Checkmate. White wins.",
    "https://chess.example/#game=x",
    6,
  ]);
});
