// What deserves to be said when one position follows another: aloud for those who listen, as a line for those who look.
import type { History } from "../wire/game";
import type { Snapshot } from "../wire/snapshot";
import { SIDE, squareText, statusText } from "./text";

/** Pawns that were frozen and no longer are: the way has opened again. */
export function unfrozenNotices(before: Snapshot, after: Snapshot): string[] {
  const frozen = new Map(
    before.pieces.filter((piece) => piece.marks.includes("frozen")).map((piece) => [piece.square, piece.color]),
  );
  return after.pieces
    .filter(
      (piece) => piece.kind === "pawn" && !piece.marks.includes("frozen") && frozen.get(piece.square) === piece.color,
    )
    .map((piece) => `The way is open again for ${SIDE[piece.color]}’s pawn on ${squareText(piece.square)}.`);
}

/** The position now shown, in a sentence or two. */
export function announcement(snapshot: Snapshot, history: History): string {
  const played = history.moves[history.ply - 1];
  const status = `${statusText(snapshot)}.`;
  return played ? `${SIDE[played.color]} played ${played.text}. ${status}` : status;
}

/** Whether the second position came from the first by playing on, rather than by going back or to another game. */
export function isNextPly(before: History, after: History): boolean {
  return (
    after.ply === before.ply + 1 &&
    before.moves.slice(0, before.ply).every((each, at) => each.move === after.moves[at]?.move)
  );
}
