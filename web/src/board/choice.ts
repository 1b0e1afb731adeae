// Groups the legal moves of a Snapshot into target squares, target pins, landings and promotions.
import type { Color, Promotion, SnapshotMove } from "../wire/snapshot";
import type { PinName, SquareName } from "../wire/world";

export interface SquareTarget {
  readonly square: SquareName;
  /** The square of the captured piece. En passant it is not `square`. */
  readonly captures: SquareName | null;
  readonly castles: boolean;
  readonly promotes: boolean;
  readonly moves: readonly SnapshotMove[];
}

export interface PinTarget {
  readonly pin: PinName;
  /** Where the rider lands; empty for an empty board. */
  readonly landings: readonly Landing[];
  /** The pawn, of either side, that must promote after the move. */
  readonly forces: SquareName | null;
  readonly promotes: boolean;
  readonly moves: readonly SnapshotMove[];
}

export interface Landing {
  /** Where the rider stands now. */
  readonly from: SquareName;
  readonly square: SquareName;
  readonly turned: boolean;
}

/** A choice that the player must make before a move can be played. */
export type Choice =
  | {
      readonly kind: "landing";
      readonly from: PinName;
      readonly to: PinName;
      readonly landings: readonly Landing[];
    }
  | {
      readonly kind: "promotion";
      /** The pawn's square before the move; null for one that a board carries. */
      readonly square: SquareName | null;
      /** Where it is when it promotes. */
      readonly to: SquareName;
      readonly kinds: readonly Promotion[];
      readonly moves: readonly SnapshotMove[];
      /** The opponent's board move forces it: it cannot be cancelled. */
      readonly forced: boolean;
    };

export const PROMOTIONS: readonly Promotion[] = ["queen", "rook", "bishop", "knight"];

export function opponent(color: Color): Color {
  return color === "white" ? "black" : "white";
}

/** Where the piece on `from` may land, castling included. */
export function pieceTargets(moves: readonly SnapshotMove[], from: SquareName): Map<SquareName, SquareTarget> {
  const own = moves.filter((each) => each.board === null && each.from === from && each.to !== null);
  const targets = new Map<SquareName, SquareTarget>();
  for (const [square, some] of grouped(own, (each) => each.to)) {
    targets.set(square, {
      square,
      captures: some[0]?.captures ?? null,
      castles: some.some((each) => each.kind === "castle"),
      promotes: some.some((each) => each.promotion !== null),
      moves: some,
    });
  }
  return targets;
}

/** Where the board on `from` may go. */
export function boardTargets(moves: readonly SnapshotMove[], from: PinName): Map<PinName, PinTarget> {
  const own = moves.filter((each) => each.board?.from === from);
  const targets = new Map<PinName, PinTarget>();
  for (const [pin, some] of grouped(own, (each) => each.board?.to ?? null)) {
    targets.set(pin, {
      pin,
      landings: landings(some),
      forces: some[0]?.forces ?? null,
      promotes: some.some((each) => each.promotion !== null),
      moves: some,
    });
  }
  return targets;
}

/** The next choice that tells several moves apart; null when there is nothing to choose. */
export function nextChoice(moves: readonly SnapshotMove[]): Choice | null {
  const first = moves[0];
  if (!first || (moves.length === 1 && first.kind !== "promote")) return null;
  if (first.board) {
    const several = landings(moves);
    if (several.length > 1) return { kind: "landing", from: first.board.from, to: first.board.to, landings: several };
  }
  const kinds = PROMOTIONS.filter((kind) => moves.some((each) => each.promotion === kind));
  if (kinds.length === 0) return null;
  const square = first.from ?? first.forces;
  const to = first.to ?? first.forces ?? first.board?.rider?.to ?? square ?? "";
  return { kind: "promotion", square, to, kinds, moves, forced: first.kind === "promote" };
}

function landings(moves: readonly SnapshotMove[]): Landing[] {
  const found: Landing[] = [];
  for (const { board } of moves) {
    if (board?.rider && !found.some((each) => each.turned === board.turned)) {
      found.push({ from: board.rider.from, square: board.rider.to, turned: board.turned });
    }
  }
  return found.sort((one, other) => Number(one.turned) - Number(other.turned));
}

function grouped<Key>(
  moves: readonly SnapshotMove[],
  by: (move: SnapshotMove) => Key | null,
): Map<Key, SnapshotMove[]> {
  const groups = new Map<Key, SnapshotMove[]>();
  for (const move of moves) {
    const key = by(move);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(move);
    else groups.set(key, [move]);
  }
  return groups;
}
