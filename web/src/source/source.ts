// One interface for a game, wherever it is kept: here (WebAssembly) or online (WebSocket).
import type { ReadonlySignal } from "@preact/signals-core";
import type { Claim, Color, Snapshot } from "../wire/snapshot";
import type { History, ApiError } from "../wire/game";
import type { SquareName } from "../wire/world";

/** Both clocks as they stood at a moment; whoever shows them counts on from there. */
export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly increment: number;
  readonly running: Color | null;
  /** The time, as `performance.now()` tells it, to which `white` and `black` refer. */
  readonly since: number;
}

/** An action either happened (null) or was refused and changed nothing. */
export type ActionResult = Promise<ApiError | null>;

export type RecordFormat = "tpgn" | "json" | "tfen";

export interface GameSource {
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly history: ReadonlySignal<History>;
  readonly clocks: ReadonlySignal<Clocks | null>;
  /** The sides that the person at this screen plays. */
  readonly seats: ReadonlySignal<readonly Color[]>;

  /** Plays a move given in any notation. */
  play(move: string): ActionResult;
  /** Says why a move is not legal, or null when it is. */
  explain(move: string): ActionResult;
  /** The squares a side attacks. */
  attacked(color: Color): Promise<readonly SquareName[]>;
  /** The pieces that give check to the side to move. */
  checkers(): Promise<readonly SquareName[]>;
  /** Where the piece on a square could go if it were its side's turn. */
  reach(square: SquareName): Promise<readonly SquareName[]>;

  undo(): ActionResult;
  redo(): ActionResult;
  /** Shows the position after that many plies. */
  jump(ply: number): ActionResult;

  claim(kind: Claim): ActionResult;
  agreeDraw(): ActionResult;
  resign(color: Color): ActionResult;

  record(form: RecordFormat): Promise<string>;
  dispose(): void;
}
