// Playing an online game: feeds events to the game in WebAssembly and sends actions.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { Endings, Mode, Steps } from "../board/mode";
import { Board, type RecordFormat } from "../core/board";
import type { Core } from "../core/core";
import { actionError, asAppError, type ActionResult, type AppError } from "../core/errors";
import type { WasmGame, WasmOnlineGame } from "../wasm/rules/trid_rules";
import type { Action, Presence, ServerMessage } from "../wire/online";
import { Connection, type ConnectionParts } from "./connection";
import {
  creditAfter,
  localClocks,
  offsetFrom,
  readView,
  seatsOf,
  type OnlineView,
  type TimeCredit,
} from "./onlineView";

export interface OnlineParts extends Omit<ConnectionParts, "address"> {
  readonly id: string;
  readonly core: Core;
  readonly address: (after: number) => string;
  /** The record as the server writes it, with names and clocks; null when the server cannot be reached. */
  readonly record: (format: RecordFormat) => Promise<string | null>;
  /** Plays a move in a local copy of the record, after a number of plies. */
  readonly playInCopy: (record: string, ply: number, move: string) => ActionResult;
  /** Called when the server's database has lost something of the game. */
  readonly onTrouble?: (trouble: Trouble) => void;
  readonly now?: () => number;
}

/** What the server's database has lost: the rest of the game, or its last moves. */
export type Trouble = { readonly kind: "damaged" } | { readonly kind: "lost"; readonly moves: readonly string[] };

export class OnlineMode implements Mode {
  readonly id: string;
  readonly #parts: OnlineParts;
  readonly #now: () => number;
  readonly #connection;
  readonly #game: WasmOnlineGame;
  readonly #view: Signal<OnlineView>;
  readonly #presence = signal<Presence | null>(null);
  readonly #credit = signal<TimeCredit | null>(null);
  /** The server's time less the local time. */
  readonly #offset = signal(0);
  #shown: WasmGame;
  #disposed = false;
  #sent: ActionResult = Promise.resolve(null);
  readonly state = computed(() => this.#view.value.game);
  readonly board = new Board(
    () => this.#shown,
    computed(() => this.#view.value.snapshot),
    computed(() => this.#view.value.history),
  );
  readonly seats = computed(() => seatsOf(this.#view.value));
  readonly clocks = computed(() => localClocks(this.state.value, this.#offset.value));
  readonly steps: Steps = {
    undo: () => this.#show(this.#view.peek().history.ply - 1),
    redo: () => this.#show(this.#view.peek().history.ply + 1),
    jump: (to) => this.#show(to),
  };
  readonly endings: Endings = {
    claim: (kind) => this.act({ type: "claimDraw", kind }),
    agreeDraw: () => this.act({ type: "offerDraw" }),
    resign: () => this.act({ type: "resign" }),
  };
  readonly presence: ReadonlySignal<Presence | null> = this.#presence;
  readonly connection;
  /** Why the connection will not come back. */
  readonly gone: ReadonlySignal<AppError | null>;
  /** My move that the board shows and the server has not confirmed yet, in algebraic notation. */
  readonly sending = computed(() => this.state.value.sending);
  /** Whether the server could not store my move, which is sent again. */
  readonly unstored: ReadonlySignal<boolean>;
  /** Time that a player got back after the last move, because the server could not serve. */
  readonly credit: ReadonlySignal<TimeCredit | null> = this.#credit;
  /** Resolves once all earlier events are applied. */
  readonly ready: Promise<void>;

  constructor(parts: OnlineParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.#now = parts.now ?? (() => performance.now());
    this.#game = parts.core.newOnlineGame(parts.id);
    this.#shown = this.#game.board();
    this.#view = signal(readView(this.#game, this.#shown, null));
    let isReady: () => void = () => undefined;
    this.ready = new Promise<void>((resolve) => (isReady = resolve));
    this.#connection = new Connection(parts, {
      event: (event, old) => {
        this.#game.apply(event);
        this.#credit.value = creditAfter(this.#credit.peek(), event);
        if (!old) this.#refresh();
      },
      caughtUp: () => {
        this.#refresh();
        isReady();
      },
      other: (message, roundTrip) => this.#receive(message, roundTrip),
    });
    this.connection = this.#connection.status;
    this.gone = this.#connection.ended;
    this.unstored = this.#connection.unstored;
  }

  /** The server's time, in milliseconds since 1970. */
  serverTime(): number {
    return this.#now() + this.#offset.peek();
  }

  /** Shows my move at once, sends it, and withdraws it if the server rejects it. */
  async play(text: string): ActionResult {
    if (this.state.peek().state === "finished") return this.#playInCopy(text);
    // Only after a forced promotion is it still my turn.
    if (this.state.peek().sending !== null) await this.#sent;
    let move: string;
    try {
      move = this.#game.play(text);
    } catch (thrown) {
      return asAppError(thrown);
    }
    this.#refresh();
    this.#sent = this.act({ type: "move", move, ply: this.state.peek().plies });
    const error = await this.#sent;
    if (error !== null && !this.#disposed) {
      this.#game.withdraw(move);
      this.#refresh();
    }
    return error;
  }

  /** Sends an action that the player decided by what they see now. */
  async act(action: Action): ActionResult {
    const error = await this.#connection.act(action, this.state.peek().seq);
    return error && actionError(action, error);
  }

  /** The T-FEN is that of the board, which may show an earlier position. */
  async record(format: RecordFormat): Promise<string> {
    return (format === "tfen" ? null : await this.#parts.record(format)) ?? this.board.record(format);
  }

  dispose(): void {
    this.#disposed = true;
    this.#connection.close();
    this.#shown.free();
    this.#game.free();
  }

  #refresh(): void {
    this.#shown.free();
    this.#shown = this.#game.board();
    this.#view.value = readView(this.#game, this.#shown, this.#view.peek());
  }

  #receive(message: ServerMessage, roundTrip: number): void {
    this.#offset.value = offsetFrom(message, roundTrip, this.#now()) ?? this.#offset.peek();
    if (message.type === "welcome") {
      this.#game.set_player(message.you ?? undefined);
      if (message.damaged === true) this.#parts.onTrouble?.({ kind: "damaged" });
    }
    if (message.type === "rolledBack") {
      // All events come again.
      this.#parts.onTrouble?.({ kind: "lost", moves: message.lost });
    }
    if (message.type === "presence") {
      this.#presence.value = message;
      this.#game.set_gone_since(message.white.goneSince ?? undefined, message.black.goneSince ?? undefined);
      this.#refresh();
    }
  }

  #show(ply: number): void {
    if (ply >= 0 && this.#game.show(ply)) this.#refresh();
  }

  /** The record of a finished game stays as it is. The move that follows there anyway is only shown. */
  async #playInCopy(move: string): ActionResult {
    const { moves, ply } = this.#view.peek().history;
    const next = moves[ply];
    if (next && (next.move === move || next.text === move)) {
      this.#show(ply + 1);
      return null;
    }
    const illegal = this.board.explain(move);
    if (illegal) return illegal;
    const record = await this.record("json");
    // The player may have gone on in the meantime.
    if (this.#disposed || this.#view.peek().history.ply !== ply) return null;
    return this.#parts.playInCopy(record, ply, move);
  }
}
