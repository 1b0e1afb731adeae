// All that a viewer needs to draw a position and offer its moves, as the rules hand it out.
import type { InstanceName, PinName, RuleBook, SquareName } from "./world";

export type Color = "white" | "black";
export type PieceKind = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";
export type PromotionKind = "queen" | "rook" | "bishop" | "knight";
export type Mark = "frozen" | "deferred" | "carried" | "stranded";
export type MoveKind = "step" | "double" | "capture" | "enPassant" | "castle" | "board" | "turn" | "promote";
export type Status = "ongoing" | "checkmate" | "stalemate" | "draw" | "resigned" | "timeout" | "aborted";
export type ClaimKind = "threefold" | "fifty";

export interface SnapshotBoard {
  readonly instance: InstanceName;
  readonly pin: PinName;
  readonly rotation: 0 | 180;
  readonly owner: Color;
  /** Whoever may move it now; null when it holds several pieces. */
  readonly controller: Color | null;
  readonly riders: number;
  readonly movable: boolean;
}

export interface SnapshotPiece {
  readonly square: SquareName;
  readonly color: Color;
  readonly kind: PieceKind;
  readonly marks: readonly Mark[];
}

export interface BoardMove {
  readonly from: PinName;
  readonly to: PinName;
  readonly turned: boolean;
  readonly rider: { readonly from: SquareName; readonly to: SquareName } | null;
}

export interface SnapshotMove {
  /** Coordinate notation; what is played. */
  readonly move: string;
  /** Algebraic notation; what is read. */
  readonly text: string;
  readonly kind: MoveKind;
  readonly piece: PieceKind | null;
  readonly from: SquareName | null;
  readonly to: SquareName | null;
  readonly captures: SquareName | null;
  readonly promotion: PromotionKind | null;
  readonly board: BoardMove | null;
  /** The opponent's pawn that must promote after this move. */
  readonly forces: SquareName | null;
  readonly gives: "check" | "mate" | null;
}

/** What a move changes on the board. */
export interface MoveEffects {
  /** The pieces that move: in castling the king, then the rook; in a board move its rider. */
  readonly moved: readonly {
    readonly color: Color;
    readonly kind: PieceKind;
    readonly from: SquareName;
    readonly to: SquareName;
  }[];
  readonly captured: AffectedPiece | null;
  /** The piece that a pawn becomes, on the square it has after the move. */
  readonly promoted: AffectedPiece | null;
  readonly boards: readonly {
    readonly owner: Color;
    readonly from: PinName;
    readonly to: PinName;
    readonly turned: boolean;
  }[];
  /** The opponent's pawn that must promote after the move. */
  readonly forces?: SquareName;
}

export interface AffectedPiece {
  readonly color: Color;
  readonly kind: PieceKind;
  readonly square: SquareName;
}

export interface Snapshot {
  readonly rules: RuleBook;
  readonly tfen: string;
  readonly key: string;
  readonly turn: Color;
  readonly moveNumber: number;
  readonly ply: number;
  readonly status: Status;
  readonly result: "*" | "1-0" | "0-1" | "1/2-1/2";
  readonly reason: string | null;
  /** The square of the king in check. */
  readonly check: SquareName | null;
  /** The pawn that must promote before anything else. */
  readonly pending: SquareName | null;
  readonly boards: readonly SnapshotBoard[];
  readonly pieces: readonly SnapshotPiece[];
  readonly moves: readonly SnapshotMove[];
  readonly claims: readonly ClaimKind[];
  /** The move that led here, in coordinate notation. */
  readonly last: string | null;
  /** What the last move changed; missing before the first move. */
  readonly effects?: MoveEffects;
}
