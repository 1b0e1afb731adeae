// A game kept by a server: its events replayed into the rules in WebAssembly, behind the same interface as a game kept here.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { History, ApiError } from "../wire/game";
import type {
  Action,
  ColorChoice,
  OnlineEvent,
  Player,
  Presence,
  Remaining,
  ServerMessage,
  TimeControl,
} from "../wire/online";
import type { Color, Snapshot } from "../wire/snapshot";
import type { RuleBook, SquareName } from "../wire/world";
import { createConnection, type ConnectionParts, type ConnectionState } from "./connection";
import { asApiError, type GameHandle, type Rules } from "./rules";
import type { Clocks, GameSource, RecordFormat } from "./source";

/** What a game between people has beyond its moves. */
export interface Contest {
  readonly state: "open" | "live" | "finished";
  readonly creator: Player | null;
  /** Which colour the creator takes. */
  readonly color: ColorChoice;
  readonly white: Player | null;
  readonly black: Player | null;
  readonly clock: TimeControl;
  readonly seat: Color | null;
  /** Whether I created it. */
  readonly mine: boolean;
  readonly drawOffer: Color | null;
  readonly takeback: Color | null;
  readonly rematch: Color | null;
  readonly nextGame: string | null;
  /** How many plies were played, whichever is shown. */
  readonly plies: number;
  /** How many turns have ended; a forced promotion ends none. */
  readonly turns: number;
  readonly turn: Color;
  /** When the opponent may be claimed against: gone for so long, and to move for so long. */
  readonly goneAfter: number | null;
  readonly overdueAfter: number | null;
  /** Since when whoever is to move is, by the server's time. */
  readonly turnSince: number;
  /** What each side may not ask for again before its next move, a rematch not at all. */
  readonly asked: Readonly<Record<Color, Asked>>;
}

export interface Asked {
  readonly draw: boolean;
  readonly takeback: boolean;
  readonly rematch: boolean;
}

export interface OnlineSource extends GameSource {
  readonly id: string;
  readonly contest: ReadonlySignal<Contest>;
  readonly presence: ReadonlySignal<Presence | null>;
  readonly connection: ReadonlySignal<ConnectionState>;
  /** Why the connection will not come back. */
  readonly gone: ReadonlySignal<ApiError | null>;
  /** My move that the board shows already and the server has not confirmed yet, as it is written. */
  readonly sending: ReadonlySignal<string | null>;
  /** The server's time now, in milliseconds since 1970. */
  serverTime(): number;
  act(action: Action): Promise<ApiError | null>;
}

export interface OnlineModule extends Omit<ConnectionParts, "address"> {
  readonly id: string;
  readonly rules: Rules;
  readonly address: (after: number) => string;
  /** The record as the server writes it, with names and clocks; null when it cannot be reached. */
  readonly record: (form: RecordFormat) => Promise<string | null>;
  readonly now?: () => number;
}

interface Ended {
  readonly status: Snapshot["status"];
  readonly result: Snapshot["result"];
  readonly reason: Snapshot["reason"];
}

const NOT_ASKED: Asked = { draw: false, takeback: false, rematch: false };

const NOTHING: Contest = {
  state: "open",
  creator: null,
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
  plies: 0,
  turns: 0,
  turn: "white",
  goneAfter: null,
  overdueAfter: null,
  turnSince: 0,
  asked: { white: NOT_ASKED, black: NOT_ASKED },
};

/** Opens a game; resolves once all that has happened in it is known. */
export function openOnline(parts: OnlineModule): { source: OnlineSource; ready: Promise<void> } {
  const now = parts.now ?? (() => performance.now());
  let book: RuleBook = "revised";
  let start: string | null = null;
  let game: GameHandle = parts.rules.newGame(book, start);
  /** Those that the server has stored. */
  let moves: string[] = [];
  /** My own after them, shown at once and sent until it is answered. */
  let tried: string | null = null;
  let answered: Promise<ApiError | null> = Promise.resolve(null);
  let shown = 0;
  let you: string | null = null;
  let ended: Ended | null = null;
  let left: { readonly clocks: Remaining; readonly at: number } | null = null;
  /** What to add to `now()` for the server's time. */
  let ahead = 0;

  const contest = signal<Contest>(NOTHING);
  const presence = signal<Presence | null>(null);
  const sending = signal<string | null>(null);
  let drawn = "";
  const snapshot = signal(readSnapshot());
  const history = signal(readHistory());
  const clocks = signal<Clocks | null>(null);
  const seats = computed<readonly Color[]>(() => {
    const { seat, state } = contest.value;
    // The past can be looked at, not played in.
    const atEnd = history.value.ply === history.value.moves.length;
    return seat !== null && state === "live" && atEnd ? [seat] : [];
  });
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));

  const connection = createConnection(parts, {
    event: take,
    caughtUp() {
      show();
      isReady();
    },
    other: hear,
  });

  function hear(message: ServerMessage, way: number): void {
    if (message.type === "presence") presence.value = message;
    if (message.type === "pong") {
      ahead = message.now + way / 2 - now();
      showClocks();
    }
    if (message.type === "welcome") {
      ahead = message.now - now();
      you = message.you;
      const { goneAfter, overdueAfter, seat } = message;
      change({ goneAfter, overdueAfter, seat, mine: contest.peek().creator?.id === you });
    }
  }

  function change(part: Partial<Contest>): void {
    contest.value = { ...contest.peek(), ...part };
  }

  function take(event: OnlineEvent, old: boolean): void {
    batch(() => {
      apply(event);
      if (!old) show();
    });
  }

  function apply(event: OnlineEvent): void {
    switch (event.type) {
      case "created":
        book = event.rules;
        start = event.start;
        restart([]);
        change({ creator: event.by, color: event.color, clock: event.clock, mine: event.by.id === you });
        left = initialClocks(event.clock, event.at);
        break;
      case "started": {
        const seat = event.white.id === you ? "white" : event.black.id === you ? "black" : null;
        change({ state: "live", white: event.white, black: event.black, seat, turnSince: event.at });
        if (left) left = { ...left, at: event.at };
        break;
      }
      case "moved":
        play(event.move);
        change({ takeback: null, drawOffer: lapsed(), turnSince: event.at });
        note(lastMover(), NOT_ASKED);
        if (event.clocks) left = { clocks: event.clocks, at: event.at };
        break;
      case "drawOffered":
        change({ drawOffer: event.by });
        note(event.by, { draw: true });
        break;
      case "drawDeclined":
        change({ drawOffer: null });
        break;
      case "takebackAsked":
        change({ takeback: event.by });
        note(event.by, { takeback: true });
        break;
      case "takebackDeclined":
        change({ takeback: null });
        break;
      case "tookBack":
        restart(moves.slice(0, event.ply));
        change({ takeback: null, drawOffer: null, turnSince: event.at });
        if (event.clocks) left = { clocks: event.clocks, at: event.at };
        break;
      case "resumed":
        change({ turnSince: event.at });
        left = { clocks: event.clocks, at: event.at };
        break;
      case "ended":
        if (tried !== null) restart(moves);
        // How it ended is seen where it ended, whatever was being looked at.
        shown = moves.length;
        game.jump(shown);
        ended = { status: event.status, result: event.result, reason: event.reason as Snapshot["reason"] };
        if (left) left = { clocks: chargedAt(event.at) ?? left.clocks, at: event.at };
        change({ state: "finished", drawOffer: null, takeback: null });
        break;
      case "rematchOffered":
        change({ rematch: event.by });
        break;
      case "rematchDeclined":
        change({ rematch: null });
        note(event.by === "white" ? "black" : "white", { rematch: true });
        break;
      case "rematchStarted":
        change({ rematch: null, nextGame: event.game });
        break;
    }
  }

  function note(color: Color, part: Partial<Asked>): void {
    const { asked } = contest.peek();
    change({ asked: { ...asked, [color]: { ...asked[color], ...part } } });
  }

  /** A draw offered lapses when the other side moves: the mover was the side before. */
  function lapsed(): Color | null {
    const { drawOffer } = contest.peek();
    return drawOffer !== null && lastMover() !== drawOffer ? null : drawOffer;
  }

  function lastMover(): Color {
    return readHistory(moves.length - 1).moves[0]?.color ?? "white";
  }

  function play(move: string): void {
    if (tried === move) {
      tried = null;
      moves.push(move);
      return;
    }
    if (tried !== null) restart(moves);
    const follows = shown === moves.length;
    game.jump(moves.length);
    game.play(move);
    moves.push(move);
    if (follows) shown = moves.length;
    else game.jump(shown);
  }

  function restart(again: string[]): void {
    game.free();
    game = parts.rules.newGame(book, start);
    for (const move of again) game.play(move);
    moves = again;
    tried = null;
    shown = again.length;
  }

  /** How many plies there are to look at. */
  function length(): number {
    return tried === null ? moves.length : moves.length + 1;
  }

  /** What both have left at the end of the game, which the last position tells. */
  function chargedAt(at: number): Remaining | null {
    if (!left) return null;
    const { turn } = readSnapshot();
    return runs(endedTurns(readHistory()))
      ? { ...left.clocks, [turn]: Math.max(0, left.clocks[turn] - (at - left.at)) }
      : left.clocks;
  }

  function runs(turns: number): boolean {
    const { clock, state } = contest.peek();
    return state === "live" && (clock.type === "days" || (clock.type === "realTime" && turns >= 2));
  }

  function endedTurns(whole: History): number {
    return whole.moves.slice(0, moves.length).filter(({ forced }) => !forced).length;
  }

  function show(): void {
    const atEnd = shown === length();
    const text = `${game.snapshot()} ${JSON.stringify(atEnd && ended)}`;
    const whole = readHistory();
    batch(() => {
      history.value = { ...whole, ply: shown };
      // What is the same stays the same, so that an offer does not take a piece out of the hand.
      if (text !== drawn) {
        const latest = readSnapshot();
        snapshot.value = ended && atEnd ? { ...latest, ...ended, moves: [], claims: [] } : latest;
      }
      drawn = text;
      sending.value = tried === null ? null : (whole.moves[moves.length]?.text ?? tried);
      const turn = turnAtEnd();
      if (contest.peek().plies !== moves.length || contest.peek().turn !== turn)
        change({ plies: moves.length, turns: endedTurns(whole), turn });
      showClocks();
    });
  }

  function showClocks(): void {
    const { clock, turn, turns } = contest.peek();
    clocks.value = left && {
      ...left.clocks,
      increment: incrementOf(clock),
      running: runs(turns) ? turn : null,
      since: left.at - ahead,
    };
  }

  /** Whose turn it is by what the server has stored. */
  function turnAtEnd(): Color {
    if (tried !== null) return contest.peek().turn;
    if (shown === moves.length) return snapshot.peek().turn;
    game.jump(moves.length);
    const { turn } = readSnapshot();
    game.jump(shown);
    return turn;
  }

  function readSnapshot(): Snapshot {
    return JSON.parse(game.snapshot()) as Snapshot;
  }

  /** All moves, or those behind the first so many. */
  function readHistory(known = 0): History {
    return JSON.parse(game.history(known)) as History;
  }

  function look(ply: number): Promise<ApiError | null> {
    if (ply < 0 || ply > length()) {
      return Promise.resolve({ code: "E_NO_PLY", message: "there is nothing further that way", reasons: [] });
    }
    shown = ply;
    game.jump(ply);
    show();
    return Promise.resolve(null);
  }

  /** Shows a move of one's own, in any notation, before the server has it; or says why it cannot be played. */
  function attempt(move: string): ApiError | null {
    try {
      game.jump(moves.length);
      game.play(move);
      tried = readSnapshot().last ?? move;
      shown = length();
      return null;
    } catch (thrown) {
      game.jump(shown);
      return asApiError(thrown);
    } finally {
      show();
    }
  }

  /** What was refused did not happen. */
  function takeBack(move: string): void {
    if (tried !== move) return;
    restart(moves);
    show();
  }

  const source: OnlineSource = {
    id: parts.id,
    snapshot,
    history,
    clocks,
    seats,
    contest,
    presence,
    connection: connection.state,
    gone: connection.ended,
    sending,
    serverTime: () => now() + ahead,
    act: (action) => connection.act(action),
    async play(move) {
      // Only a forced promotion leaves the turn with whoever has made it.
      if (tried !== null) await answered;
      const refused = attempt(move);
      if (refused) return refused;
      const sent = tried ?? move;
      answered = connection.act({ type: "move", move: sent, ply: moves.length });
      const answer = await answered;
      if (answer) takeBack(sent);
      return answer;
    },
    explain(move) {
      try {
        game.explain(move);
        return Promise.resolve(null);
      } catch (thrown) {
        return Promise.resolve(asApiError(thrown));
      }
    },
    attacked: (color) => Promise.resolve(JSON.parse(game.attacked(color)) as SquareName[]),
    checkers: () => Promise.resolve(JSON.parse(game.checkers()) as SquareName[]),
    reach: (square) => Promise.resolve(JSON.parse(game.reach(square)) as SquareName[]),
    undo: () => look(shown - 1),
    redo: () => look(shown + 1),
    jump: look,
    claim: (kind) => connection.act({ type: "claimDraw", kind }),
    agreeDraw: () => connection.act({ type: "offerDraw" }),
    resign: () => connection.act({ type: "resign" }),
    async record(form) {
      // The position is the one on the board, which may be an earlier one.
      return (form === "tfen" ? null : await parts.record(form)) ?? game.record(form);
    },
    dispose() {
      tried = null;
      connection.close();
      game.free();
    },
  };
  return { source, ready };
}

function incrementOf(clock: TimeControl): number {
  return clock.type === "realTime" ? clock.increment * 1000 : 0;
}

function initialClocks(clock: TimeControl, at: number): { clocks: Remaining; at: number } | null {
  if (clock.type === "none") return null;
  const full = clock.type === "days" ? clock.days * 86_400_000 : clock.initial * 1000;
  return { clocks: { white: full, black: full }, at };
}
