// A move decided on before its turn has come: it is tried as soon as it may be, and forgotten if it cannot be played then.
import type { SnapshotMove } from "../wire/snapshot";
import type { SquareName } from "../wire/world";

export interface Premove {
  readonly from: SquareName;
  readonly to: SquareName;
}

/** The legal move that a premove has become, a promotion being to a queen; null when it is none. */
export function premoved(moves: readonly SnapshotMove[], { from, to }: Premove): SnapshotMove | null {
  const fitting = moves.filter((move) => move.board === null && move.from === from && move.to === to);
  return fitting.find(({ promotion }) => promotion === "queen") ?? fitting[0] ?? null;
}
