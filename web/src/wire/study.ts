// Generated from the Rust types: UPDATE_CONTRACTS=1 cargo test -p trid-wasm --test contracts
import type { PlayedMove } from "./game";

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
  /** The comment after the move, without commands such as `[%eval]`. */
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
