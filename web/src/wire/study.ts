// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts
import type { PlayedMove } from "./game";
import type { Color } from "./snapshot";

/** An arrow between two places. */
export type DrawnArrow = {
  /** Its color. */
  readonly colour: ShapeColor;
  /** The start. */
  readonly from: ShapePlace;
  /** The end. */
  readonly to: ShapePlace;
};

/** A marked square or pin. */
export type DrawnMark = {
  /** Its color. */
  readonly colour: ShapeColor;
  /** The marked place. */
  readonly at: ShapePlace;
};

/** An evaluation from White's point of view. */
export type Evaluation =
  | { readonly centipawns: number }
  | { readonly mate: number };

/** A graded game. */
export type GameReport = {
  /** The summary of White's moves. */
  readonly white: SideReport;
  /** The summary of Black's moves. */
  readonly black: SideReport;
  /** White's win chance before the first move, from 0 to 1. */
  readonly startWinChance: number;
  /** The moves of the main line. */
  readonly plies: ReadonlyArray<PlyReport>;
};

/** The verdict on a move that lost much of its side's win chance. */
export type Judgement = "inaccuracy" | "mistake" | "blunder";

/** A graded move. */
export type PlyReport = {
  /** The number of the ply, from 1. */
  readonly ply: number;
  /** The move in coordinate notation. */
  readonly move: string;
  /** The move in algebraic notation. */
  readonly text: string;
  /** The side that moved. */
  readonly color: Color;
  /** The evaluation after the move; `None` if it ended the game. */
  readonly eval: Evaluation | null;
  /** White's win chance after the move, from 0 to 1. */
  readonly winChance: number;
  /** How much of their win chance the mover lost, from 0 to 1. */
  readonly loss: number;
  /** The accuracy of the move, from 0 to 100. */
  readonly accuracy: number;
  /** The verdict, if the move was bad. */
  readonly judgement: Judgement | null;
  /** The best line instead of this move, in coordinate notation; empty if this was the best move. */
  readonly best: ReadonlyArray<string>;
  /** The best line in algebraic notation. */
  readonly bestTexts: ReadonlyArray<string>;
  /** The time used for the move in milliseconds, if the clocks are known. */
  readonly timeUsed: number | null;
};

/** The color of a shape. */
export type ShapeColor = "green" | "red" | "yellow" | "blue";

/** A square or a pin, `b4N` or `QL1`. */
export type ShapePlace = string;

/** The shapes drawn at a node. */
export type Shapes = {
  /** Marked squares and pins. */
  readonly marks: ReadonlyArray<DrawnMark>;
  /** Arrows. */
  readonly arrows: ReadonlyArray<DrawnArrow>;
};

/** One side of a graded game. */
export type SideReport = {
  /** From 0 to 100; `None` if the side has not moved. */
  readonly accuracy: number | null;
  /** The mean loss of win chance per move, from 0 to 1. */
  readonly meanLoss: number;
  /** Number of inaccuracies. */
  readonly inaccuracies: number;
  /** Number of mistakes. */
  readonly mistakes: number;
  /** Number of blunders. */
  readonly blunders: number;
  /** The time used for the moves in milliseconds; `None` unless it is known for all of them. */
  readonly timeUsed: number | null;
};

/** What has changed in a study. */
export type StudyChanges = {
  /** New and changed nodes. */
  readonly nodes: ReadonlyArray<StudyNode>;
  /** The nodes that were removed. */
  readonly removed: ReadonlyArray<number>;
  /** The current node. */
  readonly current: number;
  /** The nodes of the current line to its end, without the root. */
  readonly line: ReadonlyArray<number>;
};

/** A node of the tree. */
export type StudyNode = {
  /** The number that names it while the study is open. */
  readonly id: number;
  /** The node before; none at the root. */
  readonly parent: number | null;
  /** The continuations, the main one first. */
  readonly children: ReadonlyArray<number>;
  /** The number of moves before it. */
  readonly ply: number;
  /** The move; none at the root. */
  readonly played: PlayedMove | null;
  /** The key of the position, 16 hex digits. */
  readonly key: string;
  /** The comment before the move, if it starts a variation. */
  readonly commentBefore: string;
  /** The comment after the move. */
  readonly comment: string;
  /** Numeric annotation glyphs: 1 is `!`, 2 `?`. */
  readonly nags: ReadonlyArray<number>;
  /** The evaluation of the position, found here or at another node with the same position. */
  readonly eval: Evaluation | null;
  /** The mover's clock after the move, in milliseconds. */
  readonly clock: number | null;
  /** Drawn arrows and marks. */
  readonly shapes: Shapes;
  /** A node that reaches the position by another order of moves, if the orders meet here. */
  readonly twin: number | null;
  /** Variations beside this move that could not be read, as text. */
  readonly unread: ReadonlyArray<string>;
};

/** The report on a study's main line, as far as it is known. */
export type StudyReport = {
  /** The nodes of the main line, with the root. */
  readonly nodes: ReadonlyArray<number>;
  /** White's win chance at each node, from 0 to 1; `None` where there is no evaluation yet. */
  readonly winChances: ReadonlyArray<number | null>;
  /** The number of positions without an evaluation. */
  readonly missing: number;
  /** Whether a position has been evaluated. The score of the end of a finished game is known without that. */
  readonly isStarted: boolean;
  /** The report, if every position after a move has an evaluation. */
  readonly report: GameReport | null;
};

/** What to search for the threat in a position. */
export type Threat =
  | {
    readonly kind: "position";
    /** Its T-FEN, with the rule book. */
    readonly tfen: string;
  }
  | {
    readonly kind: "refused";
    /** Why not. */
    readonly reason: ThreatError;
  };

/** Why a position has no threat to look for. */
export type ThreatError = "check" | "promotion" | "gameOver" | "impossible";

/** What to say to a player who looks for a better move. */
export type TryVerdict = "good" | "bad" | "played" | "unknown";
