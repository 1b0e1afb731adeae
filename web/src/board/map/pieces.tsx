// The flat piece icons of the map and the panels: one outline each, filled in either color.
import { PIECE_DETAIL, PIECE_OUTLINE } from "../pieceShapes";
import type { Color, Role } from "../../wire/snapshot";

export function PieceIcon({ kind, color }: { kind: Role; color: Color }) {
  return (
    <svg class={`piece piece-${color}`} viewBox="4 3 40 40" aria-hidden="true" focusable="false">
      <path class="piece-outline" d={PIECE_OUTLINE[kind]} />
      {PIECE_DETAIL[kind] !== "" && <path class="piece-detail" d={PIECE_DETAIL[kind]} />}
    </svg>
  );
}
