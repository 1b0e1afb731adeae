// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { Color, Role } from "./snapshot";
import type { ColumnName, PinName, SquareName } from "./world";

/** How a move changes the squares that a side attacks. */
export type AttackChange = {
  /** The side. */
  readonly color: Color;
  /** Squares that are attacked only after the move. Some may not exist before it. */
  readonly gained: ReadonlyArray<SquareName>;
  /** Squares that are attacked only before the move. Some may not exist after it. */
  readonly lost: ReadonlyArray<SquareName>;
};

/** A column that a side attacks. */
export type AttackedColumn = {
  /** The column. */
  readonly column: ColumnName;
  /** How many pieces attack a square of it. */
  readonly attackers: number;
  /** Its squares that are attacked. */
  readonly squares: ReadonlyArray<SquareName>;
};

/** A piece that gives check, and its path to the king. */
export type CheckPath = {
  /** The piece that gives check. */
  readonly attacker: SquareName;
  /** Its role. */
  readonly kind: Role;
  /** The king in check. */
  readonly king: SquareName;
  /** The columns between them, from the attacker to the king. Empty for pieces that do not move in lines. */
  readonly path: ReadonlyArray<ColumnName>;
  /** The squares in these columns, where a piece would stop the check. */
  readonly squares: ReadonlyArray<SquareName>;
};

/** A way to answer a check. */
export type EscapeKind = "flight" | "capture" | "block";

/** A way out of a mate that fails. */
export type FailedEscape = {
  /** How it tries to answer the check. */
  readonly kind: EscapeKind;
  /** The move in coordinate notation. */
  readonly move: string;
  /** The role of the piece that moves; for a board its rider. */
  readonly piece: Role | null;
  /** The square that the piece or rider leaves. */
  readonly from: SquareName | null;
  /** The square that the piece or rider would reach. */
  readonly to: SquareName | null;
  /** The pins that a board would leave and reach. */
  readonly pins: readonly [PinName, PinName] | null;
  /** The piece of the mated side that occupies the square. */
  readonly occupied: SquareName | null;
  /** The pieces that would attack the king after the move. */
  readonly refuters: ReadonlyArray<SquareName>;
};

/** A piece that the opponent could capture without being recaptured. */
export type HangingPiece = {
  /** Its square. */
  readonly square: SquareName;
  /** Its color. */
  readonly color: Color;
  /** Its role. */
  readonly kind: Role;
  /** The pieces that could capture it for free. */
  readonly attackers: ReadonlyArray<SquareName>;
};

/** What helps to understand a position. */
export type Insight = {
  /** The columns that White attacks. */
  readonly white: ReadonlyArray<AttackedColumn>;
  /** The columns that Black attacks. */
  readonly black: ReadonlyArray<AttackedColumn>;
  /** The pieces that could be captured for free. */
  readonly hanging: ReadonlyArray<HangingPiece>;
  /** The pieces pinned to their king. */
  readonly pinned: ReadonlyArray<PinnedPiece>;
  /** The checks to the side to move. */
  readonly checks: ReadonlyArray<CheckPath>;
  /** Why the side to move is mated. */
  readonly mate: MateExplanation | null;
};

/** Why the side to move is mated. */
export type MateExplanation = {
  /** The mated king. */
  readonly king: SquareName;
  /** The checks. */
  readonly checks: ReadonlyArray<CheckPath>;
  /** Every square around the king, then every capture and block, with what refutes it. */
  readonly escapes: ReadonlyArray<FailedEscape>;
};

/** A piece that keeps a line piece from attacking its own king. */
export type PinnedPiece = {
  /** Its square. */
  readonly square: SquareName;
  /** Its color. */
  readonly color: Color;
  /** Its role. */
  readonly kind: Role;
  /** Its king. */
  readonly king: SquareName;
  /** The line piece. */
  readonly attacker: SquareName;
  /** The columns between the line piece and the king. */
  readonly path: ReadonlyArray<ColumnName>;
};
