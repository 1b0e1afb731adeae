// The pieces as flat drawings: one outline each, filled in either colour, for the map and the panels.
import type { Color, PieceKind } from "../wire/snapshot";

const OUTLINE: Readonly<Record<PieceKind, string>> = {
  pawn: "M24 8.5a6.8 6.8 0 0 0-4.5 11.9c-1.7.9-2.9 2-2.9 3.3h3.7c-.4 5.3-2.7 8.8-7.3 12.1V40h22v-4.2c-4.6-3.3-6.9-6.8-7.3-12.1h3.7c0-1.3-1.2-2.4-2.9-3.3A6.8 6.8 0 0 0 24 8.5z",
  knight:
    "M36.6 40H14.2c-.3-7.2 2.6-10.7 6.4-14.2 1.5-1.4 2.2-3 2-4.7-2.4 1.9-4.9 2.3-6.7 4.1-1.5 1.5-2.8 3.2-4.7 2.7-2.1-.5-3-2.6-2-4.5 1.9-3.5 3.3-7.3 5.8-9.9.3-2 .1-3.8-.3-5.8l4.6 2.6L22.2 6.500l2.5 4.100C33 12 38.3 19.4 38.3 28.600c0 4-.7 7.8-1.7 11.400z",
  bishop:
    "M24 5.800a2.9 2.9 0 0 0-1.7 5.200c-4.9 3.3-7.7 7.7-7.7 12.1 0 3 1.3 5.3 3.4 6.900l-.8 3.3-5.7 2.500V40h25v-4.200l-5.7-2.5-.8-3.300c2.1-1.6 3.4-3.9 3.4-6.9 0-4.4-2.8-8.8-7.7-12.100A2.9 2.9 0 0 0 24 5.800z",
  rook: "M12.5 9.500h5.200v3.800h3.700V9.500h5.200v3.800h3.700V9.500h5.200v8.800l-4 3.400v10.200l3.6 4V40H12.900v-4.100l3.6-4V21.700l-4-3.400z",
  queen:
    "M9 13.200a2.5 2.5 0 1 1 1.9 4.100l4 6.3 1.3-11a2.5 2.5 0 1 1 2.6-.4l3.7 9.6.5-11.300a2.5 2.5 0 1 1 2 0l.5 11.3 3.7-9.600a2.5 2.5 0 1 1 2.6.4l1.3 11 4-6.300A2.5 2.5 0 1 1 39 17.200L34.2 31.400l1.9 4.400V40H11.900v-4.200l1.9-4.400L9 17.200a2.5 2.5 0 0 1 0-4z",
  king: "M22.4 5h3.200v2.900h2.900v3.200h-2.900v3.100c2.3.6 4 2.3 4.7 4.7 4.5-2.3 9.9.3 9.9 5.3 0 3.4-2.5 5.6-5 7.500l1 4.100V40H11.800v-4.200l1-4.100c-2.5-1.9-5-4.1-5-7.5 0-5 5.4-7.6 9.9-5.3.7-2.4 2.4-4.1 4.7-4.700v-3.100h-2.900V7.900h2.900z",
};

/** Lines drawn over the outline. */
const DETAIL: Readonly<Record<PieceKind, string>> = {
  pawn: "",
  knight: "M21.2 15.400h.1M24.8 13.600c4.7 2.7 8 7.7 8.2 14.6",
  bishop: "M18 30h12M24 16.500v7M20.5 20h7",
  rook: "M16.5 21.700h15M16.5 31.900h15",
  queen: "M13.8 31.400c6.6-1.9 13.8-1.9 20.4 0",
  king: "M12.8 31.700c7.1-2.3 15.3-2.3 22.4 0M24 14.200c-2.5 3.7-2.5 9 0 13.5 2.5-4.5 2.5-9.8 0-13.500z",
};

export function PieceIcon({ kind, color }: { kind: PieceKind; color: Color }) {
  return (
    <svg class={`piece piece-${color}`} viewBox="4 3 40 40" aria-hidden="true" focusable="false">
      <path class="piece-outline" d={OUTLINE[kind]} />
      {DETAIL[kind] !== "" && <path class="piece-detail" d={DETAIL[kind]} />}
    </svg>
  );
}
