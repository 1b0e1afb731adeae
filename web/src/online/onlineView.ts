// What the page shows of an online game, as data: state, snapshot and history, read from the game in WebAssembly.
import type { History } from "../wire/game";
import type { OnlineEvent, OnlineGameState, ServerMessage } from "../wire/online";
import type { Color, Snapshot } from "../wire/snapshot";
import type { Clocks } from "../core/clock";
import { parse } from "../core/json";
import type { WasmGame, WasmOnlineGame } from "../wasm/rules/trid_rules";

export interface OnlineView {
  readonly game: OnlineGameState;
  readonly snapshot: Snapshot;
  readonly history: History;
  /** The snapshot as text, to see whether it changed. */
  readonly text: string;
}

/** Time that a player got back because the server could not serve. */
export interface TimeCredit {
  readonly to: Color;
  readonly milliseconds: number;
}

const NOT_ASKED = { draw: false, takeback: false, rematch: false };

/** The state before the first event. */
export const NO_GAME: OnlineGameState = {
  state: "open",
  creator: { id: "", name: "" },
  color: "random",
  white: null,
  black: null,
  clock: { type: "none" },
  seat: null,
  mine: false,
  drawOffer: null,
  takeback: null,
  rematch: null,
  nextGame: null,
  seq: 0,
  plies: 0,
  turns: 0,
  turn: "white",
  turnSince: 0,
  asked: { white: NOT_ASKED, black: NOT_ASKED },
  declined: null,
  allowed: [],
  claimGoneAt: null,
  claimGoneAborts: false,
  clocks: null,
  end: null,
  sending: null,
};

/** Reads the state. */
export function readState(game: WasmOnlineGame): OnlineGameState {
  return parse(game.state()) ?? NO_GAME;
}

/** Reads the view. A snapshot that did not change stays the same object, so that a piece being dragged is not dropped. */
export function readView(online: WasmOnlineGame, board: WasmGame, before: OnlineView | null): OnlineView {
  const game = readState(online);
  const history = parse(board.history());
  const text = board.snapshot();
  const same = before !== null && before.text === text && before.game.state === game.state;
  const snapshot = same ? before.snapshot : withEnd(parse(text), history, game);
  return { game, history, snapshot, text };
}

/** The last position of a finished game shows how it ended; the rules alone do not know every reason. */
function withEnd(snapshot: Snapshot, history: History, { end }: OnlineGameState): Snapshot {
  return end !== null && isAtEnd(history) ? { ...snapshot, ...(end as Partial<Snapshot>) } : snapshot;
}

function isAtEnd({ ply, moves }: History): boolean {
  return ply === moves.length;
}

/**
 * The sides that I may move now. Earlier positions of a live game can be looked at, not played in. In those of a finished
 * game a move of either side starts a copy.
 */
export function seatsOf({ game, history }: OnlineView): readonly Color[] {
  if (game.state === "finished" && !isAtEnd(history)) return ["white", "black"];
  return game.seat !== null && game.state === "live" && isAtEnd(history) ? [game.seat] : [];
}

/** The clocks in local time; `offset` is the server's time less the local time. */
export function localClocks({ clocks }: OnlineGameState, offset: number): Clocks | null {
  return clocks && { ...clocks, since: clocks.since - offset };
}

/** The time that is credited between two moves. A move ends the note. */
export function creditAfter(credit: TimeCredit | null, event: OnlineEvent): TimeCredit | null {
  if (event.type === "moved" || event.type === "ended") return null;
  if (event.type !== "timeCredited" || event.to === null) return credit;
  return { to: event.to, milliseconds: event.ms + (credit?.to === event.to ? credit.milliseconds : 0) };
}

/** The server's time less the local time after a message; null if the message does not tell it. */
export function offsetFrom(message: ServerMessage, roundTrip: number, now: number): number | null {
  if (message.type === "welcome") return message.now - now;
  if (message.type === "pong") return message.now + roundTrip / 2 - now;
  return null;
}
