// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { Color, Snapshot } from "./snapshot";
import type { PinName, SquareName } from "./world";

/** One thing that is wrong with a setup. */
export type PositionErrorKind =
  | {
    readonly code: "boardCount";
    readonly value: number;
  }
  | {
    readonly code: "ownerCount";
    readonly value: {
      readonly owner: Color;
      readonly count: number;
    };
  }
  | {
    readonly code: "sharedPin";
    readonly value: PinName;
  }
  | {
    readonly code: "noBoardUnder";
    readonly value: SquareName;
  }
  | {
    readonly code: "kingCount";
    readonly value: {
      readonly color: Color;
      readonly count: number;
    };
  }
  | {
    readonly code: "waitingSideInCheck";
    readonly value: {
      readonly king: SquareName;
      readonly attacker: SquareName;
    };
  }
  | {
    readonly code: "castlingRook";
    readonly value: SquareName;
  }
  | {
    readonly code: "castlingKing";
    readonly value: { readonly rook: SquareName };
  }
  | {
    readonly code: "spentMark";
    readonly value: SquareName;
  }
  | {
    readonly code: "carriedMark";
    readonly value: SquareName;
  }
  | {
    readonly code: "doubleStep";
    readonly value: SquareName;
  }
  | {
    readonly code: "doubleStepOver";
    readonly value: {
      readonly pawn: SquareName;
      readonly piece: SquareName;
    };
  }
  | {
    readonly code: "pending";
    readonly value: SquareName;
  }
  | {
    readonly code: "pendingUnderBoard";
    readonly value: {
      readonly pawn: SquareName;
      readonly pin: PinName;
    };
  }
  | {
    readonly code: "freedPawn";
    readonly value: SquareName;
  }
  | {
    readonly code: "pawnOnFurthestRank";
    readonly value: SquareName;
  }
  | {
    readonly code: "halfmoves";
    readonly value: number;
  }
  | {
    readonly code: "moveNumber";
    readonly value: number;
  };

/** A reason why a position is impossible. */
export type SetupErrorView = {
  /** What is wrong. */
  readonly error: PositionErrorKind;
  /** The squares concerned. */
  readonly squares: ReadonlyArray<SquareName>;
  /** The pins concerned. */
  readonly pins: ReadonlyArray<PinName>;
};

/** A mark of T-FEN that belongs to a piece. */
export type SetupMark = "castling" | "spent" | "carried" | "doubleStepped" | "pending";

/** A mark that a piece has or can have. */
export type SetupMarkView = {
  /** The mark. */
  readonly mark: SetupMark;
  /** The square. */
  readonly square: SquareName;
  /** Whether the piece has it. */
  readonly on: boolean;
};

/** A setup, for an editor. */
export type SetupView = {
  /** The pieces and boards, as both views draw them, without moves. */
  readonly snapshot: Snapshot;
  /** The T-FEN with the rule book. */
  readonly text: string;
  /** Half-moves since the last capture or pawn move. */
  readonly halfmoves: number;
  /** The number of the next move. */
  readonly moveNumber: number;
  /** The marks that pieces have or can have. */
  readonly marks: ReadonlyArray<SetupMarkView>;
  /** Every reason why the position is impossible; empty if it can be played. */
  readonly errors: ReadonlyArray<SetupErrorView>;
};
