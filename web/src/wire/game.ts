// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { Color, EndReason, GameResult, Role, Status } from "./snapshot";
import type { Evaluation, Shapes } from "./study";
import type { ColumnName, File, PinName, Rank, RuleBook, SquareName } from "./world";

/** Why a call was rejected. */
export type ApiError = {
  /** A stable code, that of the first reason if there is one. */
  readonly code: ErrorCode;
  /** The message of the first reason, or what is wrong. */
  readonly message: string;
  /** The reasons why a move is illegal. */
  readonly reasons: ReadonlyArray<Reason>;
};

/** A game that could not be read. */
export type BadGame = {
  /** Its number among all games of the text, from 1. */
  readonly number: number;
  /** The line of the error, from 1. */
  readonly line: number;
  /** What is wrong. The message names the line unless it is the first. */
  readonly error: ApiError;
};

/** Why a move is illegal. */
export type Code = "E_SYNTAX" | "E_GAME_OVER" | "E_NOT_YOUR_TURN" | "E_ILLEGAL_DELAY" | "E_ONE_ACTION" | "E_NO_PIECE" | "E_NOT_YOUR_PIECE" | "E_NO_OP" | "E_NONEXISTENT_TARGET" | "E_ADVANCEMENT_FROZEN" | "E_VERTICAL" | "E_GEOMETRY" | "E_OWN_PIECE" | "E_CROSS_LINE" | "E_GAP" | "E_PATH_BLOCKED" | "E_DOUBLE_STEP_SPENT" | "E_DOUBLE_STEP_CARRIED" | "E_EP_CARRIED" | "E_PROMOTION_REQUIRED" | "E_PROMOTION_BLOCKED" | "E_NO_BOARD" | "E_BOARD_CAPTURE" | "E_ROTATION" | "E_TOO_MANY_RIDERS" | "E_NOT_CONTROLLED" | "E_EMPTY_TURN" | "E_LEAP" | "E_NOT_ADJACENT" | "E_PIN_OCCUPIED" | "E_BACKWARD" | "E_SHADOW" | "E_MOVED" | "E_BRIDGE" | "E_SQUARES" | "E_FIRST_MOVE" | "E_CHECK" | "E_PATH_ATTACKED" | "E_DEST_ATTACKED" | "E_KING_IN_CHECK" | "E_BOARD_ACTIVE";

/** How a game ended. */
export type Ending = {
  readonly status: Status;
  readonly result: GameResult;
  readonly reason: EndReason | null;
};

/** A stable code for an error. */
export type ErrorCode = "E_BAD_GAME" | "E_BAD_MESSAGE" | "E_BAD_REQUEST" | "E_BARE_KING" | "E_CLAIM" | "E_DAMAGED" | "E_EMPTY" | "E_FORM" | "E_HOST" | "E_ILLEGAL" | "E_INTERNAL" | "E_JSON" | "E_KEY_REUSED" | "E_LEVEL" | "E_MEMORY" | "E_METHOD" | "E_NO_CLAIM" | "E_NO_GAME" | "E_NO_IDENTITY" | "E_NO_PAGE" | "E_NOT_GONE" | "E_NOT_JSON" | "E_NOT_OVER" | "E_NOT_SEATED" | "E_NOT_STARTED" | "E_NOTHING_TO_ANSWER" | "E_OFFERED" | "E_ORDINARY_CHESS" | "E_ORIGIN" | "E_OWN_GAME" | "E_PLY" | "E_RATE" | "E_REPEATED" | "E_RULES" | "E_SEATS_TAKEN" | "E_STALE" | "E_STORAGE" | "E_TFEN" | "E_TOO_LATE" | "E_TOO_LONG" | "E_TOO_MANY_GAMES" | "E_TOO_SLOW" | "E_TPGN" | "E_SYNTAX" | "E_GAME_OVER" | "E_NOT_YOUR_TURN" | "E_ILLEGAL_DELAY" | "E_ONE_ACTION" | "E_NO_PIECE" | "E_NOT_YOUR_PIECE" | "E_NO_OP" | "E_NONEXISTENT_TARGET" | "E_ADVANCEMENT_FROZEN" | "E_VERTICAL" | "E_GEOMETRY" | "E_OWN_PIECE" | "E_CROSS_LINE" | "E_GAP" | "E_PATH_BLOCKED" | "E_DOUBLE_STEP_SPENT" | "E_DOUBLE_STEP_CARRIED" | "E_EP_CARRIED" | "E_PROMOTION_REQUIRED" | "E_PROMOTION_BLOCKED" | "E_NO_BOARD" | "E_BOARD_CAPTURE" | "E_ROTATION" | "E_TOO_MANY_RIDERS" | "E_NOT_CONTROLLED" | "E_EMPTY_TURN" | "E_LEAP" | "E_NOT_ADJACENT" | "E_PIN_OCCUPIED" | "E_BACKWARD" | "E_SHADOW" | "E_MOVED" | "E_BRIDGE" | "E_SQUARES" | "E_FIRST_MOVE" | "E_CHECK" | "E_PATH_ATTACKED" | "E_DEST_ATTACKED" | "E_KING_IN_CHECK" | "E_BOARD_ACTIVE";

/** The moves of the current variation, all or those from a ply on, and the ply on screen. */
export type History = {
  /** The moves in order. */
  readonly moves: ReadonlyArray<PlayedMove>;
  /** The ply on screen: 0 is the start, the number of moves the end. */
  readonly ply: number;
};

/** A game of which a part could not be read. */
export type ImportWarning = {
  /** What is missing. */
  readonly kind: ImportWarningKind;
  /** Its number among all games of the text, from 1. */
  readonly number: number;
  /** The line of the move that could not be read, from 1; 0 if it is not known. */
  readonly line: number;
  /** Which move could not be replayed and why, as a sentence. */
  readonly message: string;
};

/** What is missing of a game that was read. */
export type ImportWarningKind = "onlyPosition" | "variation";

/** A ply of the game. */
export type PlayedMove = {
  /** Coordinate notation. */
  readonly move: string;
  /** Algebraic notation. */
  readonly text: string;
  /** The side that moved. */
  readonly color: Color;
  /** The move number. */
  readonly number: number;
  /** Whether it is a forced promotion, which precedes the player's move and has no number of its own. */
  readonly forced: boolean;
  /** The role of the piece that moved; for a board its rider. */
  readonly piece: Role | null;
  /** The role of the captured piece. */
  readonly captured: Role | null;
  /** The squares that pieces left or reached. */
  readonly squares: ReadonlyArray<SquareName>;
  /** The pins that a board left or reached. */
  readonly pins: ReadonlyArray<PinName>;
};

/** One reason why a move is illegal. */
export type Reason = {
  /** The code. */
  readonly code: Code;
  /** The detail in English. */
  readonly message: string;
  /** The squares to highlight. */
  readonly squares: ReadonlyArray<SquareName>;
  /** The pins to highlight. */
  readonly pins: ReadonlyArray<PinName>;
  /** What the message says, for clients in other languages. Programs in Rust do not read it back. */
  readonly detail?: ReasonDetail;
};

/** What a reason says. Clients word it in their own language; its message words it in English. */
export type ReasonDetail =
  | {
    readonly type: "notAMove";
    readonly text: string;
  }
  | {
    readonly type: "missingLevel";
    readonly text: string;
    readonly squares: ReadonlyArray<SquareName>;
  }
  | {
    readonly type: "badQuadrant";
    readonly text: string;
  }
  | {
    readonly type: "ambiguous";
    readonly text: string;
    readonly moves: ReadonlyArray<string>;
  }
  | {
    readonly type: "nothingToCapture";
    readonly square: SquareName;
  }
  | {
    readonly type: "noEnPassant";
    readonly square: SquareName;
  }
  | {
    readonly type: "gameOver";
    readonly ending: Ending;
  }
  | {
    readonly type: "notYourTurn";
    readonly color: Color;
  }
  | {
    readonly type: "promotionPending";
    readonly square: SquareName;
  }
  | {
    readonly type: "severalActions";
    readonly text: string;
  }
  | {
    readonly type: "emptySquare";
    readonly square: SquareName;
  }
  | {
    readonly type: "noSuchDeparture";
    readonly text: string;
  }
  | {
    readonly type: "noSuchPiece";
    readonly color: Color;
    readonly role: Role;
  }
  | {
    readonly type: "noSuchPieceThere";
    readonly color: Color;
    readonly role: Role;
  }
  | {
    readonly type: "noPawnOnFile";
    readonly color: Color;
    readonly file: File;
  }
  | {
    readonly type: "notYourPiece";
    readonly color: Color;
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "sameSquare";
    readonly square: SquareName;
  }
  | {
    readonly type: "samePin";
    readonly pin: PinName;
  }
  | {
    readonly type: "noSuchArrival";
    readonly text: string;
  }
  | {
    readonly type: "absentSquare";
    readonly square: SquareName;
  }
  | {
    readonly type: "frozen";
    readonly square: SquareName;
  }
  | {
    readonly type: "vertical";
    readonly column: ColumnName;
  }
  | {
    readonly type: "pattern";
    readonly role: Role;
    readonly from: ColumnName;
    readonly to: ColumnName;
  }
  | {
    readonly type: "doesNotPromote";
    readonly role: Role;
  }
  | { readonly type: "kingCapture" }
  | {
    readonly type: "pawnCapture";
    readonly square: SquareName;
  }
  | {
    readonly type: "ownPiece";
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "crossLine";
    readonly from: SquareName;
    readonly to: SquareName;
  }
  | {
    readonly type: "gap";
    readonly role: Role;
    readonly column: ColumnName;
  }
  | {
    readonly type: "blocked";
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "hemmedIn";
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "doubleStepSpent";
    readonly square: SquareName;
  }
  | {
    readonly type: "doubleStepCarried";
    readonly square: SquareName;
  }
  | {
    readonly type: "enPassantCarried";
    readonly square: SquareName;
  }
  | {
    readonly type: "promotionRequired";
    readonly square: SquareName;
  }
  | {
    readonly type: "notFurthestRank";
    readonly square: SquareName;
    readonly rank: Rank;
  }
  | { readonly type: "boardPromotesNothing" }
  | {
    readonly type: "deferred";
    readonly square: SquareName;
  }
  | {
    readonly type: "noPromotionNow";
    readonly square: SquareName;
  }
  | {
    readonly type: "noBoard";
    readonly pin: PinName;
  }
  | { readonly type: "boardCapture" }
  | {
    readonly type: "badRotation";
    readonly text: string;
  }
  | {
    readonly type: "noTurning";
    readonly rules: RuleBook;
  }
  | {
    readonly type: "tooManyRiders";
    readonly pin: PinName;
    readonly count: number;
  }
  | {
    readonly type: "opponentControls";
    readonly pin: PinName;
    readonly color: Color;
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "opponentOwns";
    readonly pin: PinName;
    readonly color: Color;
  }
  | {
    readonly type: "emptyTurn";
    readonly pin: PinName;
  }
  | {
    readonly type: "leap";
    readonly from: PinName;
    readonly to: PinName;
    readonly over: PinName;
  }
  | {
    readonly type: "notAdjacent";
    readonly from: PinName;
    readonly to: PinName;
  }
  | {
    readonly type: "pinOccupied";
    readonly pin: PinName;
  }
  | {
    readonly type: "backward";
    readonly from: PinName;
    readonly to: PinName;
  }
  | {
    readonly type: "shaft";
    readonly pin: PinName;
    readonly role: Role;
    readonly square: SquareName;
    readonly others: number;
  }
  | { readonly type: "castlingMoved" }
  | {
    readonly type: "castlingBoards";
    readonly pins: readonly [PinName, PinName];
  }
  | {
    readonly type: "castlingNoBoard";
    readonly pin: PinName;
  }
  | {
    readonly type: "castlingBlocked";
    readonly role: Role;
    readonly square: SquareName;
  }
  | {
    readonly type: "castlingIntruder";
    readonly role: Role;
    readonly square: SquareName;
  }
  | { readonly type: "castlingFirstMove" }
  | {
    readonly type: "castlingInCheck";
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "castlingPathAttacked";
    readonly square: SquareName;
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "castlingArrivalAttacked";
    readonly square: SquareName;
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "stillInCheck";
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "intoCheck";
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "pinned";
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | {
    readonly type: "cannotStopCheck";
    readonly role: Role;
    readonly attacker: SquareName;
  }
  | { readonly type: "kingSurrounded" }
  | {
    readonly type: "freedPawn";
    readonly square: SquareName;
  };

/** A saved game. */
export type SavedGame = {
  readonly version: number;
  readonly rules: RuleBook;
  readonly start: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly comments?: ReadonlyArray<string>;
  /** The evaluation of the start. */
  readonly eval?: Evaluation;
  /** Arrows and marks at the start. */
  readonly shapes?: Shapes;
  readonly moves: ReadonlyArray<SavedMove>;
  readonly variations?: ReadonlyArray<SavedVariation>;
  readonly status: Status;
  readonly result: GameResult;
  readonly reason: EndReason | null;
};

/** A move with its annotations. */
export type SavedMove = {
  /** Coordinate notation. */
  readonly move: string;
  /** Algebraic notation, for human readers. */
  readonly text?: string | null;
  /** Comments before the move, if it starts a variation. */
  readonly before?: ReadonlyArray<string>;
  readonly comments?: ReadonlyArray<string>;
  readonly nags?: ReadonlyArray<number>;
  /** The mover's clock after the move, in milliseconds. */
  readonly clock?: number | null;
  /** The evaluation of the position after the move. */
  readonly eval?: Evaluation;
  /** Arrows and marks. */
  readonly shapes?: Shapes;
  /** Variations beside the move that could not be read, as text. */
  readonly unread?: ReadonlyArray<string>;
};

/** A variation. */
export type SavedVariation = {
  /** The number of the move it follows; 0 is the start. */
  readonly from: number;
  readonly moves: ReadonlyArray<SavedMove>;
};

/** What a move touches, to be marked on the board. */
export type Touched = {
  /** The squares that pieces leave or reach. */
  readonly squares: ReadonlyArray<SquareName>;
  /** The pins that a board leaves or reaches. */
  readonly pins: ReadonlyArray<PinName>;
};
