// Pairs the pieces and boards of two consecutive snapshots, so that each can be animated to its new position.
import type { MoveEffects, Snapshot, SnapshotBoard, SnapshotPiece } from "../../../wire/snapshot";
import type { SquareName } from "../../../wire/world";

/** A piece that moves. Its kind changes when a pawn promotes, or when a promotion is undone. */
export interface PieceChange {
  readonly from: SnapshotPiece;
  readonly to: SnapshotPiece;
}

export interface BoardChange {
  readonly from: SnapshotBoard;
  readonly to: SnapshotBoard;
}

export interface Transition {
  readonly pieces: {
    readonly moved: readonly PieceChange[];
    readonly left: readonly SnapshotPiece[];
    readonly came: readonly SnapshotPiece[];
  };
  readonly boards: readonly BoardChange[];
}

type State = Pick<Snapshot, "pieces" | "boards" | "ply" | "effects">;

/**
 * A move played or undone moves the pieces that its effects name. After any other jump, pieces leave and appear
 * where the two positions differ.
 */
export function transition(before: State, after: State): Transition {
  if (after.ply === before.ply + 1 && after.effects) {
    const forward = moveTransition(before, after, after.effects);
    if (forward) return forward;
  }
  if (before.ply === after.ply + 1 && before.effects) {
    const forward = moveTransition(after, before, before.effects);
    if (forward) return reversed(forward);
  }
  return jumpTransition(before, after);
}

/** The transition of a move with these effects, or null if it does not lead from `before` to `after`. */
function moveTransition(before: State, after: State, effects: MoveEffects): Transition | null {
  const old = bySquare(before.pieces);
  const now = bySquare(after.pieces);
  const take = (from: SquareName, to: SquareName): PieceChange[] => {
    const change = { from: old.get(from), to: now.get(to) };
    old.delete(from);
    now.delete(to);
    return change.from && change.to ? [{ from: change.from, to: change.to }] : [];
  };
  const captured = effects.captured ? old.get(effects.captured.square) : undefined;
  if (captured) old.delete(captured.square);
  const ways = effects.moved.map(({ from, to }) => ({ from, to }));
  const { promoted } = effects;
  if (promoted && !ways.some(({ to }) => to === promoted.square))
    ways.push({ from: promoted.square, to: promoted.square });
  const moved = ways.flatMap(({ from, to }) => take(from, to));
  const boards = before.boards.flatMap((from) => {
    const pin = effects.boards.find((board) => board.from === from.pin)?.to ?? from.pin;
    const to = after.boards.find((board) => board.pin === pin && board.owner === from.owner);
    return to ? [{ from, to }] : [];
  });
  const stay = [...old.values()].every((piece) => sameKind(piece, now.get(piece.square)));
  const complete = moved.length === ways.length && boards.length === before.boards.length && old.size === now.size;
  if (!stay || !complete) return null;
  return { pieces: { moved, left: captured ? [captured] : [], came: [] }, boards };
}

function reversed({ pieces, boards }: Transition): Transition {
  const swap = <T>({ from, to }: { readonly from: T; readonly to: T }) => ({ from: to, to: from });
  return {
    pieces: { moved: pieces.moved.map(swap), left: pieces.came, came: pieces.left },
    boards: boards.map(swap),
  };
}

/** Pieces stay only where the same piece is on the same square. A side's two boards are interchangeable. */
function jumpTransition(before: State, after: State): Transition {
  const old = bySquare(before.pieces);
  const now = bySquare(after.pieces);
  const free = after.boards.filter((to) => !before.boards.some((from) => sameBoard(from, to)));
  const boards = before.boards.flatMap((from) => {
    const index = free.findIndex((board) => board.owner === from.owner);
    const to = after.boards.find((board) => sameBoard(from, board)) ?? free.splice(index, index < 0 ? 0 : 1)[0];
    return to ? [{ from, to }] : [];
  });
  return {
    pieces: {
      moved: [],
      left: before.pieces.filter((piece) => !sameKind(piece, now.get(piece.square))),
      came: after.pieces.filter((piece) => !sameKind(piece, old.get(piece.square))),
    },
    boards,
  };
}

function bySquare(pieces: readonly SnapshotPiece[]): Map<SquareName, SnapshotPiece> {
  return new Map(pieces.map((piece) => [piece.square, piece]));
}

function sameKind(one: SnapshotPiece, other: SnapshotPiece | undefined): boolean {
  return one.color === other?.color && one.kind === other.kind;
}

function sameBoard(one: SnapshotBoard, other: SnapshotBoard): boolean {
  return one.pin === other.pin && one.owner === other.owner;
}
