// Premoves: chosen in the opponent's turn, played in the player's turn if legal, dropped otherwise.
import type { SnapshotMove } from "../wire/snapshot";
import type { SquareName } from "../wire/world";

export interface Premove {
  readonly from: SquareName;
  readonly to: SquareName;
}

/** The legal move that matches a premove; it promotes to a queen. Null if there is none. */
export function premoved(moves: readonly SnapshotMove[], { from, to }: Premove): SnapshotMove | null {
  const fitting = moves.filter((move) => move.board === null && move.from === from && move.to === to);
  return fitting.find(({ promotion }) => promotion === "queen") ?? fitting[0] ?? null;
}
