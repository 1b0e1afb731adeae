// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { InstanceName, PinName, RuleBook, SquareName } from "./world";

/** A piece that is captured, or that a pawn becomes. */
export type AffectedPiece = {
  /** Its color. */
  readonly color: Color;
  /** Its role. */
  readonly kind: Role;
  /** Its square. */
  readonly square: SquareName;
};

/** A draw that the side to move may claim. */
export type Claim = "threefold" | "fifty";

/** The color of a player or a piece. */
export type Color = "white" | "black";

/** Why a game ended, where its status does not say. */
export type EndReason = "threefold" | "fivefold" | "fifty" | "seventyFive" | "bareKings" | "agreement" | "bareKing";

/** The result of a game. */
export type GameResult = "*" | "1-0" | "0-1" | "1/2-1/2";

/** Check or mate. */
export type Gives = "check" | "mate";

/** The marks of a pawn. */
export type Mark = "frozen" | "deferred" | "carried" | "stranded";

/** What a legal move changes on the board. Applied to the pieces and boards before the move, it gives those after it. */
export type MoveEffects = {
  /** The pieces that move: in castling the king, then the rook; in a board move its rider. */
  readonly moved: ReadonlyArray<MovedPiece>;
  /** The captured piece. */
  readonly captured: AffectedPiece | null;
  /** The piece that a pawn becomes, on the square it has after the move. */
  readonly promoted: AffectedPiece | null;
  /** The board that moves or turns. */
  readonly boards: ReadonlyArray<MovedBoard>;
  /** The opponent's pawn that must promote after the move. */
  readonly forces?: SquareName;
};

/** The kind of a move. */
export type MoveKind = "step" | "double" | "capture" | "enPassant" | "castle" | "board" | "turn" | "promote";

/** An attack board that goes to another pin, or turns on its own. */
export type MovedBoard = {
  /** The owner of the board. */
  readonly owner: Color;
  /** The pin it leaves. */
  readonly from: PinName;
  /** The pin it reaches; the same for a turn in place. */
  readonly to: PinName;
  /** Whether it turns by 180 degrees. */
  readonly turned: boolean;
};

/** A piece that goes from one square to another. */
export type MovedPiece = {
  /** Its color. */
  readonly color: Color;
  /** Its role before the move. */
  readonly kind: Role;
  /** The square it leaves. */
  readonly from: SquareName;
  /** The square it reaches. */
  readonly to: SquareName;
};

/** The role that a pawn promotes to. */
export type Promotion = "queen" | "rook" | "bishop" | "knight";

/** The kind of a piece. */
export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

/** A position with its moves, for a view. */
export type Snapshot = {
  /** The rule book. */
  readonly rules: RuleBook;
  /** The position as T-FEN. */
  readonly tfen: string;
  /** The key, 16 hex digits. */
  readonly key: string;
  /** The side to move. */
  readonly turn: Color;
  /** The number of the next move. */
  readonly moveNumber: number;
  /** The king in check. */
  readonly check: SquareName | null;
  /** The pawn that must promote now. */
  readonly pending: SquareName | null;
  /** The four attack boards. */
  readonly boards: ReadonlyArray<SnapshotBoard>;
  /** All pieces. */
  readonly pieces: ReadonlyArray<SnapshotPiece>;
  /** The pieces that are missing, compared with the start: White's, then Black's, the most valuable first. */
  readonly captured: ReadonlyArray<SnapshotCaptured>;
  /** How many pawns White's pieces are worth more than Black's, negative if less: queen 9, rook 5, bishop and knight 3. */
  readonly material: number;
  /** The legal moves; none when the game is over. */
  readonly moves: ReadonlyArray<SnapshotMove>;
  /** The number of plies played. */
  readonly ply: number;
  /** Whether and how it ended. */
  readonly status: Status;
  /** The result. */
  readonly result: GameResult;
  /** Why it ended, where the status does not say so. */
  readonly reason: EndReason | null;
  /** The draws that the side to move may claim. */
  readonly claims: ReadonlyArray<Claim>;
  /** The last move played. */
  readonly last: string | null;
  /** What the last move changed on the board. */
  readonly effects?: MoveEffects;
};

/** An attack board. */
export type SnapshotBoard = {
  /** The instance to show: `QL1:0`. */
  readonly instance: InstanceName;
  /** The pin it is on. */
  readonly pin: PinName;
  /** 0 or 180. */
  readonly rotation: 0 | 180;
  /** The color that owns it. */
  readonly owner: Color;
  /** The color that may move it; none if it has several riders. */
  readonly controller: Color | null;
  /** The number of pieces on it. */
  readonly riders: number;
  /** Whether the side to move can move or turn it now. */
  readonly movable: boolean;
};

/** The movement of a board. */
export type SnapshotBoardMove = {
  /** The pin it leaves. */
  readonly from: PinName;
  /** The pin it reaches; the same for a turn in place. */
  readonly to: PinName;
  /** Whether the board turns, which takes the rider to the opposite corner. */
  readonly turned: boolean;
  /** The movement of the rider. */
  readonly rider: SnapshotRider | null;
};

/** Captured pieces of one color and role. */
export type SnapshotCaptured = {
  /** Their color. */
  readonly color: Color;
  /** Their role. */
  readonly kind: Role;
  /** Their number, at least 1. */
  readonly count: number;
};

/** A legal move. */
export type SnapshotMove = {
  /** Coordinate notation. */
  readonly move: string;
  /** Algebraic notation. */
  readonly text: string;
  /** The kind. */
  readonly kind: MoveKind;
  /** The role of the piece that moves; for a board its rider. */
  readonly piece: Role | null;
  /** The departure square; for castling the king's. */
  readonly from: SquareName | null;
  /** The arrival square; for castling the king's. */
  readonly to: SquareName | null;
  /** The square of the captured piece. */
  readonly captures: SquareName | null;
  /** The promotion. */
  readonly promotion: Promotion | null;
  /** The board that moves or turns. */
  readonly board: SnapshotBoardMove | null;
  /** The opponent's pawn that must promote after it. */
  readonly forces: SquareName | null;
  /** Check or mate. */
  readonly gives: Gives | null;
};

/** A piece. */
export type SnapshotPiece = {
  /** Its square. */
  readonly square: SquareName;
  /** Its color. */
  readonly color: Color;
  /** Its role. */
  readonly kind: Role;
  /** The marks of a pawn. */
  readonly marks: ReadonlyArray<Mark>;
};

/** The movement of a rider. */
export type SnapshotRider = {
  /** Its square. */
  readonly from: SquareName;
  /** The square it reaches. */
  readonly to: SquareName;
};

/** Whether a game is over, and how it ended. */
export type Status = "ongoing" | "checkmate" | "stalemate" | "draw" | "resigned" | "timeout" | "aborted";
