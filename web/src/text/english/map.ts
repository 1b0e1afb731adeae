// Texts of the flat map.
import type { Color, Mark } from "../../wire/snapshot";
import { game } from "./game.ts";

const { side } = game;

export const map = {
  label: "Map of the seven boards",
  /** Short names of the main boards, shown after their letter. */
  mainBoard: { W: "White’s", N: "Neutral", B: "Black’s" } as Readonly<Record<string, string>>,
  mainBoardLabel: (board: string, level: string) => `${board}, ${level}`,
  attackBoard: (owner: Color, pin: string) => `${side[owner]}’s board on ${pin}`,
  owner: (owner: Color) => `${side[owner]}’s`,
  controls: (controller: Color) => `${side[controller]} controls`,
  moveBoard: (pin: string, forces: string | null) =>
    forces === null ? `Move the board to ${pin}` : `Move the board to ${pin}; the pawn on ${forces} must then promote`,
  freePin: (pin: string, place: string) => `Empty pin ${pin}, ${place}`,
  /** After the name of a square: what the player can do there. */
  castle: "castle here",
  capture: "capture",
  move: "can move here",
  riderLands: (turned: boolean) => `piece lands here, ${turned ? "opposite corner (turned)" : "same corner"}`,
  turnsHere: "turn the board: its piece lands here",
  /** After the name of a selected board. */
  turnsBy: (square: string) => `pick ${square} to turn it`,
  inCheck: "in check",
  star: "star",
  rightAnswer: "right answer",
  wrongAnswer: "wrong answer",
  /** Tooltips of the marks on pawns. */
  markTip: {
    frozen: "Frozen: stuck until a board gives it a square ahead",
    deferred: "Deferred: promotes when the board above it leaves",
    carried: "Carried: it rode on a board and can’t advance two ranks",
    stranded: "Stranded: a board carried it to its furthest rank, where it stays a pawn",
  } satisfies Record<Mark, string>,
  /** The signs of a landing on the same and on the opposite corner, and its name beside the board. */
  landingSign: (turned: boolean) => (turned ? "⟳" : "="),
  landingName: (square: string, turned: boolean) =>
    turned ? `⟳ ${square}: opposite corner` : `= ${square}: same corner`,
  landing: (square: string, turned: boolean) =>
    `Land on ${square}, ${turned ? "opposite corner (turned)" : "same corner"}`,
};
