// The result of a game as a short text to share: how it ended, a tiny picture of the three main boards, and a link.
import { dialogText } from "../text/dialogs";
import type { Color, Snapshot } from "../wire/snapshot";

const FILES = ["a", "b", "c", "d"];
/** The highest rank of each main board, from left to right. */
const BOARDS = [
  ["W", 4],
  ["N", 6],
  ["B", 8],
] as const;
const ROWS = [0, 1, 2, 3];
const PIECE: Readonly<Record<Color, string>> = { white: "⬜", black: "⬛" };
const EMPTY = "🟦";
const MATED = "🟥";

/** `ending` is how the game ended, in a sentence without a full stop. */
export function resultText(snapshot: Snapshot, ending: string, link: string): string {
  return `${dialogText.share.result(ending)}\n${tinyPicture(snapshot)}\n${link}`;
}

/** A line of squares for each row of the boards. A mated king is red. */
export function tinyPicture({ pieces, check, status }: Snapshot): string {
  const colorOn = new Map(pieces.map(({ square, color }) => [square, color]));
  const draw = (square: string): string => {
    if (status === "checkmate" && square === check) return MATED;
    const color = colorOn.get(square);
    return color === undefined ? EMPTY : PIECE[color];
  };
  const row = (down: number) =>
    BOARDS.map(([board, top]) => FILES.map((file) => draw(`${file}${top - down}${board}`)).join(""));
  return ROWS.map((down) => row(down).join(" ")).join("\n");
}
