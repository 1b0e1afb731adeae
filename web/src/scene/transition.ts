// Tells which piece and which board of one Snapshot became which of the next, so that they can glide there.
import type { Snapshot, SnapshotBoard, SnapshotPiece } from "../wire/snapshot";
import type { PinName, SquareName } from "../wire/world";

export interface PieceChange {
  readonly from: SnapshotPiece;
  /** The piece may be of another kind now: it was promoted, or a promotion was taken back. */
  readonly to: SnapshotPiece;
}

export interface Transition {
  readonly pieces: {
    readonly moved: readonly PieceChange[];
    readonly left: readonly SnapshotPiece[];
    readonly came: readonly SnapshotPiece[];
  };
  readonly boards: readonly { readonly from: SnapshotBoard; readonly to: SnapshotBoard }[];
}

type Alike = (one: SnapshotPiece, other: SnapshotPiece) => boolean;

/** From the surest likeness to the weakest: the same kind, else a pawn and what it may have become. */
const LIKENESSES: readonly Alike[] = [
  (one, other) => one.color === other.color && one.kind === other.kind,
  (one, other) => one.color === other.color && (one.kind === "pawn" || other.kind === "pawn"),
];

/** `distance` tells near from far, so that of two like pieces the nearer one moved. */
export function transition(
  before: Pick<Snapshot, "pieces" | "boards">,
  after: Pick<Snapshot, "pieces" | "boards">,
  distance: (one: SquareName, other: SquareName) => number,
): Transition {
  const stays = new Set(after.pieces.map(signature));
  const stayed = new Set(before.pieces.map(signature));
  const left = before.pieces.filter((piece) => !stays.has(signature(piece)));
  const came = after.pieces.filter((piece) => !stayed.has(signature(piece)));
  const moved: PieceChange[] = [];
  for (const alike of LIKENESSES) {
    const pairs = left
      .flatMap((from) => came.filter((to) => alike(from, to)).map((to) => ({ from, to })))
      .sort((one, other) => distance(one.from.square, one.to.square) - distance(other.from.square, other.to.square));
    for (const pair of pairs) {
      if (!left.includes(pair.from) || !came.includes(pair.to)) continue;
      left.splice(left.indexOf(pair.from), 1);
      came.splice(came.indexOf(pair.to), 1);
      moved.push(pair);
    }
  }
  return { pieces: { moved, left, came }, boards: boardChanges(before.boards, after.boards) };
}

function signature({ color, kind, square }: SnapshotPiece): string {
  return `${color} ${kind} ${square}`;
}

function boardChanges(before: readonly SnapshotBoard[], after: readonly SnapshotBoard[]): Transition["boards"] {
  const free = [...after];
  const take = (fits: (board: SnapshotBoard) => boolean) => {
    const index = free.findIndex(fits);
    return index < 0 ? undefined : free.splice(index, 1)[0];
  };
  const pinOf = (pin: PinName, owner: string) => (board: SnapshotBoard) => board.pin === pin && board.owner === owner;
  const settled = before.map((from) => ({ from, to: take(pinOf(from.pin, from.owner)) }));
  return settled.flatMap(({ from, to }) => {
    const match = to ?? take((board) => board.owner === from.owner);
    return match ? [{ from, to: match }] : [];
  });
}
