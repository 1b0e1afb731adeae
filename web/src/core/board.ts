// A board: one game in WebAssembly, with its position, its moves, and the questions about them.
import type { ReadonlySignal } from "@preact/signals-core";
import type { WasmGame } from "../wasm/rules/trid_rules";
import type { History, Touched } from "../wire/game";
import type { SearchPosition } from "../wire/engine";
import type { Color, Snapshot } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import { attempt, type AppError } from "./errors";
import { parse } from "./json";

export const RECORD_FORMATS = ["tpgn", "json", "tfen"] as const;
export type RecordFormat = (typeof RECORD_FORMATS)[number];

export class Board {
  readonly snapshot: ReadonlySignal<Snapshot>;
  readonly history: ReadonlySignal<History>;
  readonly #game: () => WasmGame;

  /** `game` is the one that the signals show now. */
  constructor(game: () => WasmGame, snapshot: ReadonlySignal<Snapshot>, history: ReadonlySignal<History>) {
    this.#game = game;
    this.snapshot = snapshot;
    this.history = history;
  }

  /** Why a move is not legal; null when it is. */
  explain(move: string): AppError | null {
    return attempt(() => this.#game().explain(move));
  }

  /** Why the piece on a square, or the board on a pin, cannot move; null when it can. */
  whyStuck(place: string): AppError | null {
    return attempt(() => this.#game().explain_stuck(place));
  }

  /** The squares and pins that a legal move would touch. */
  touched(move: string): Touched {
    return parse(this.#game().touched(move));
  }

  /** The squares a side attacks. */
  attacked(color: Color): readonly SquareName[] {
    return parse(this.#game().attacked(color));
  }

  /** The squares of the pieces that give check to the side to move. */
  checkers(): readonly SquareName[] {
    return parse(this.#game().checkers());
  }

  /** Where the piece on a square could move if it were its side's turn. */
  reach(square: SquareName): readonly SquareName[] {
    return parse(this.#game().reach(square));
  }

  /** The position on screen, for the engine. */
  searchPosition(): SearchPosition {
    return parse(this.#game().search_position());
  }

  record(format: RecordFormat): string {
    return this.#game().record(format);
  }
}
