// Texts for a change of position: announced by screen readers, and shown when a frozen pawn can move again.
import { text } from "../text";
import type { History } from "../wire/game";
import type { Snapshot } from "../wire/snapshot";
import { squareText, statusText } from "./statusText";
import type { WorldIndex } from "./worldIndex";

/** One sentence for each pawn that was frozen before and can move again. */
export function unfrozenNotices(index: WorldIndex, before: Snapshot, after: Snapshot): string[] {
  const frozen = new Map(
    before.pieces.filter((piece) => piece.marks.includes("frozen")).map((piece) => [piece.square, piece.color]),
  );
  return after.pieces
    .filter(
      (piece) => piece.kind === "pawn" && !piece.marks.includes("frozen") && frozen.get(piece.square) === piece.color,
    )
    .map((piece) => text.game.unfrozen(piece.color, squareText(index, piece.square)));
}

/** The move that was played and the status of the position shown. */
export function announcement(index: WorldIndex, snapshot: Snapshot, history: History): string {
  const played = history.moves[history.ply - 1];
  const status = `${statusText(index, snapshot)}.`;
  return played ? `${text.game.played(played.color, played.text)} ${status}` : status;
}

/** Whether a move was played, rather than undone, jumped to or replaced by another game. */
export function isNextPly(before: History, after: History): boolean {
  return (
    after.ply === before.ply + 1 &&
    before.moves.slice(0, before.ply).every((each, at) => each.move === after.moves[at]?.move)
  );
}
