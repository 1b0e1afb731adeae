// An online game behind the same interface as a local one: feeds events to the game in WebAssembly and sends actions.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Touched } from "../wire/game";
import type { Action, OnlineGameState, Presence, PlayerRequest, ServerMessage } from "../wire/online";
import type { SquareName } from "../wire/world";
import { createConnection, type ConnectionParts } from "./connection";
import type { ConnectionStatus } from "./connectionState";
import { actionError, asAppError, pageError, thrownBy, type AppError } from "../core/errors";
import { creditAfter, localClocks, offsetFrom, readState, readView, seatsOf, type TimeCredit } from "./onlineView";
import type { Rules } from "../core/core";
import type { ActionResult, GameSource, RecordFormat } from "../core/source";

export interface OnlineSource extends GameSource {
  readonly id: string;
  readonly state: ReadonlySignal<OnlineGameState>;
  readonly presence: ReadonlySignal<Presence | null>;
  readonly connection: ReadonlySignal<ConnectionStatus>;
  /** Why the connection will not come back. */
  readonly gone: ReadonlySignal<AppError | null>;
  /** My move that the board shows and the server has not confirmed yet, in algebraic notation. */
  readonly sending: ReadonlySignal<string | null>;
  /** Whether the server could not store my move, which is sent again. */
  readonly unstored: ReadonlySignal<boolean>;
  /** Time that a player got back after the last move, because the server could not serve. */
  readonly credit: ReadonlySignal<TimeCredit | null>;
  /** The server's time, in milliseconds since 1970. */
  serverTime(): number;
  act(action: Action): Promise<AppError | null>;
}

export interface OnlineModule extends Omit<ConnectionParts, "address"> {
  readonly id: string;
  readonly rules: Rules;
  readonly address: (after: number) => string;
  /** The record as the server writes it, with names and clocks; null when the server cannot be reached. */
  readonly record: (format: RecordFormat) => Promise<string | null>;
  /** Plays a move in a local copy of the record, after a number of plies. */
  readonly playInCopy: (record: string, ply: number, move: string) => ActionResult;
  /** Called when the opponent declines a request of the player. */
  readonly onDeclined?: (request: PlayerRequest) => void;
  /** Called when the server's database has lost something of the game. */
  readonly onTrouble?: (trouble: Trouble) => void;
  readonly now?: () => number;
}

/** What the server's database has lost: the rest of the game, or its last moves. */
export type Trouble = { readonly kind: "damaged" } | { readonly kind: "lost"; readonly moves: readonly string[] };

/** Opens a game; `ready` resolves once all earlier events are applied. */
export function openOnline(parts: OnlineModule): { source: OnlineSource; ready: Promise<void> } {
  const now = parts.now ?? (() => performance.now());
  const game = parts.rules.newOnlineGame(parts.id);
  let board = game.board();
  let disposed = false;
  let isOpen = false;
  let sent: Promise<AppError | null> = Promise.resolve(null);
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));

  const view = signal(readView(game.state(), board, null));
  const presence = signal<Presence | null>(null);
  /** The server's time less the local time. */
  const offset = signal(0);
  const state = computed(() => view.value.game);
  const credit = signal<TimeCredit | null>(null);

  const connection = createConnection(parts, {
    event(event, old) {
      game.apply(event);
      credit.value = creditAfter(credit.peek(), event);
      if (!old) refresh();
      // One that was missed while the connection was lost counts too.
      const declined = isOpen ? readState(game.state()).declined : null;
      if (declined) parts.onDeclined?.(declined);
    },
    caughtUp() {
      refresh();
      isOpen = true;
      isReady();
    },
    other: receive,
  });

  function refresh(): void {
    board.free();
    board = game.board();
    view.value = readView(game.state(), board, view.peek());
  }

  function receive(message: ServerMessage, roundTrip: number): void {
    offset.value = offsetFrom(message, roundTrip, now()) ?? offset.peek();
    if (message.type === "welcome") {
      game.set_player(message.you ?? undefined);
      if (message.damaged === true) parts.onTrouble?.({ kind: "damaged" });
    }
    if (message.type === "rolledBack") parts.onTrouble?.({ kind: "lost", moves: message.lost });
    if (message.type === "presence") {
      presence.value = message;
      game.set_gone_since(message.white.goneSince ?? undefined, message.black.goneSince ?? undefined);
      refresh();
    }
  }

  function show(ply: number): Promise<AppError | null> {
    if (ply < 0 || !game.show(ply)) return Promise.resolve(pageError("E_NO_PLY"));
    refresh();
    return Promise.resolve(null);
  }

  /** Shows my move at once, sends it, and withdraws it if the server rejects it. */
  async function play(text: string): Promise<AppError | null> {
    if (state.peek().state === "finished") return playInCopy(text);
    // Only after a forced promotion is it still my turn.
    if (state.peek().sending !== null) await sent;
    let move: string;
    try {
      move = game.play(text);
    } catch (thrown) {
      return asAppError(thrown);
    }
    refresh();
    sent = act({ type: "move", move, ply: state.peek().plies });
    const error = await sent;
    if (error !== null && !disposed) {
      game.withdraw(move);
      refresh();
    }
    return error;
  }

  /** The record of a finished game stays as it is. The move that follows there anyway is only shown. */
  async function playInCopy(move: string): Promise<AppError | null> {
    const { moves, ply } = view.peek().history;
    const next = moves[ply];
    if (next && (next.move === move || next.text === move)) return show(ply + 1);
    const illegal = await source.explain(move);
    if (illegal) return illegal;
    const record = await source.record("json");
    // The player may have gone on in the meantime.
    if (disposed || view.peek().history.ply !== ply) return null;
    return parts.playInCopy(record, ply, move);
  }

  /** Sends an action that the player decided by what they see now. */
  async function act(action: Action): Promise<AppError | null> {
    const seen = state.peek().seq;
    const error = await connection.act(action, seen);
    if (error?.code === "E_STALE" && action.type === "offerRematch" && state.peek().seq > seen) {
      // Both players offered a rematch at the same time, so they agree on it.
      return connection.act(action, state.peek().seq);
    }
    return error && actionError(action, error);
  }

  const source: OnlineSource = {
    id: parts.id,
    state,
    snapshot: computed(() => view.value.snapshot),
    history: computed(() => view.value.history),
    clocks: computed(() => localClocks(state.value, offset.value)),
    seats: computed(() => seatsOf(view.value)),
    sending: computed(() => state.value.sending),
    presence,
    connection: connection.status,
    gone: connection.ended,
    serverTime: () => now() + offset.peek(),
    unstored: connection.unstored,
    credit,
    act,
    play,
    explain: (move) => thrownBy(() => board.explain(move)),
    whyStuck: (place) => thrownBy(() => board.explain_stuck(place)),
    attacked: (color) => Promise.resolve(JSON.parse(board.attacked(color)) as SquareName[]),
    checkers: () => Promise.resolve(JSON.parse(board.checkers()) as SquareName[]),
    touched: (move) => Promise.resolve(JSON.parse(board.touched(move)) as Touched),
    reach: (square) => Promise.resolve(JSON.parse(board.reach(square)) as SquareName[]),
    undo: () => show(view.peek().history.ply - 1),
    redo: () => show(view.peek().history.ply + 1),
    jump: show,
    claim: (kind) => act({ type: "claimDraw", kind }),
    agreeDraw: () => act({ type: "offerDraw" }),
    resign: () => act({ type: "resign" }),
    async record(format) {
      // The T-FEN is that of the board, which may show an earlier position.
      return (format === "tfen" ? null : await parts.record(format)) ?? board.record(format);
    },
    dispose() {
      disposed = true;
      connection.close();
      board.free();
      game.free();
    },
  };
  return { source, ready };
}
