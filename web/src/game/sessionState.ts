// The session as plain data: which local game is open, whether it is under review, what of it is stored, and the message
// shown. Each input gives the next state and the storage effects that the session runs.
import type { ClockRecord } from "../core/clock";
import type { Opponent } from "../core/engine";
import { errorMessage, type Message } from "../core/message";
import { text } from "../text";
import { opponent as otherSide } from "../board/choice";
import type { StoredGame } from "./library";
import type { GameSettings } from "../core/gameSettings";
import type { PlayerNames } from "../core/savedRecord";

/** What the session knows about its game beyond the moves. */
export interface GameInfo {
  readonly id: string;
  readonly name: string;
  readonly opponent: Opponent | null;
  readonly players: PlayerNames;
  /** Whether its moves come from a file, a text or a link. Such a record never changes. */
  readonly imported: boolean;
}

export interface SessionState {
  readonly info: GameInfo;
  /** Whether the record must not change, because the game is finished or imported. A move starts a copy. */
  readonly review: boolean;
  /** Whether nothing has happened in the game. Such a game is discarded when another one is opened. */
  readonly isEmpty: boolean;
  /** The game and ply that the storage holds; null when it must be written. */
  readonly stored: StoredPly | null;
  readonly message: Message | null;
}

/** A record and the ply shown, to tell whether a game has changed since it was written. */
export interface StoredPly {
  readonly game: string;
  readonly ply: number;
}

/** The local game as it is written to the storage. */
export interface GameContents extends StoredPly {
  /** Whether the game has ended, also while an earlier ply is shown. */
  readonly finished: boolean;
  /** Whether it has no moves and has not ended. */
  readonly isEmpty: boolean;
  readonly summary: string;
  readonly clock: ClockRecord | null;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export type SessionInput =
  /** Another game replaces the current one. `stored` is what the storage already holds of it. */
  | { readonly type: "opened"; readonly info: GameInfo; readonly stored: StoredPly | null }
  /** A copy replaces the game under review, which stays as it is. */
  | { readonly type: "copied"; readonly info: GameInfo }
  | { readonly type: "changed"; readonly contents: GameContents }
  /** A ply was played, by the player at this screen or not. `notices` says what it changed for pawns. */
  | { readonly type: "played"; readonly own: boolean; readonly notices: readonly string[] }
  | { readonly type: "clockPaused"; readonly contents: GameContents }
  | { readonly type: "renamed"; readonly id: string; readonly name: string }
  | { readonly type: "removed"; readonly id: string; readonly newId: string }
  /** The reply to the effect `put`. */
  | {
      readonly type: "putDone";
      readonly effect: PutEffect;
      readonly error: string | null;
      readonly failedBefore: boolean;
    }
  | { readonly type: "message"; readonly message: Message | null };

export interface PutEffect {
  readonly type: "put";
  readonly game: StoredGame;
}

export type SessionEffect =
  | PutEffect
  /** Drops an empty game. */
  | { readonly type: "discard"; readonly id: string }
  | { readonly type: "setCurrent"; readonly id: string };

export interface SessionStep {
  readonly state: SessionState;
  readonly effects: readonly SessionEffect[];
}

export function updateSession(state: SessionState, input: SessionInput): SessionStep {
  const { info } = state;
  switch (input.type) {
    case "opened":
      return {
        state: { info: input.info, review: input.info.imported, isEmpty: true, stored: input.stored, message: null },
        effects: state.isEmpty && info.id !== input.info.id ? [{ type: "discard", id: info.id }] : [],
      };
    case "copied":
      return only({
        info: input.info,
        review: false,
        isEmpty: false,
        stored: null,
        message: { tone: "note", text: text.games.copyStarted },
      });
    case "changed":
      return write(state, input.contents);
    case "played":
      return only({ ...state, message: messageAfter(state.message, input.own, input.notices) });
    case "clockPaused":
      return write({ ...state, stored: null }, input.contents);
    case "renamed":
      return only(info.id === input.id ? { ...state, info: { ...info, name: input.name } } : state);
    case "removed":
      return only(info.id === input.id ? { ...state, info: { ...info, id: input.newId } } : state);
    case "putDone":
      return afterPut(state, input.effect, input.error, input.failedBefore);
    case "message":
      return only({ ...state, message: input.message });
  }
}

export function isStored(stored: StoredPly | null, { game, ply }: StoredPly): boolean {
  return stored !== null && stored.ply === ply && stored.game === game;
}

/** The copy in which a move in a game under review is played. It has no clock. */
export function copyInfo(original: GameInfo, id: string, takenNames: readonly string[]): GameInfo {
  const { name, opponent, players } = original;
  const names = Array.from({ length: takenNames.length + 1 }, (_, at) => text.games.copyName(name, at + 1));
  const free = names.find((each) => !takenNames.includes(each)) ?? name;
  return { id, name: free, opponent, players, imported: false };
}

/** The same game again. Against the computer the sides are swapped. */
export function rematch(game: GameSettings): GameSettings {
  const { opponent, players } = game;
  if (opponent === null) return game;
  return {
    ...game,
    opponent: { ...opponent, plays: otherSide(opponent.plays) },
    players: { white: players.black, black: players.white },
  };
}

function only(state: SessionState): SessionStep {
  return { state, effects: [] };
}

/** A message stays through the opponent's moves, so that a quick reply does not hide it. */
function messageAfter(before: Message | null, own: boolean, notices: readonly string[]): Message | null {
  const unread = own ? null : before;
  if (notices.length === 0) return unread;
  return { tone: "note", ...unread, text: [unread?.text, ...notices].filter(Boolean).join(" ") };
}

/** Writes the game if it differs from what is stored. A game under review is not written when only the ply shown differs. */
function write(state: SessionState, contents: GameContents): SessionStep {
  const { game, ply, finished, isEmpty } = contents;
  const review = state.info.imported || finished;
  const stored = review ? state.stored?.game === game : isStored(state.stored, contents);
  if (stored) return only({ ...state, review, isEmpty });
  return {
    state: { ...state, review, isEmpty, stored: { game, ply } },
    effects: [{ type: "put", game: storedGame(state.info, contents) }],
  };
}

function storedGame(info: GameInfo, contents: GameContents): StoredGame {
  const { id, name, opponent, imported } = info;
  const { game, ply, summary, clock, changed } = contents;
  return { id, name, changed, game, ply, summary, clock, opponent, imported };
}

/** A failure is reported only once. */
function afterPut(state: SessionState, put: PutEffect, error: string | null, failedBefore: boolean): SessionStep {
  if (error === null) return { state, effects: [{ type: "setCurrent", id: put.game.id }] };
  return only(failedBefore ? state : { ...state, message: errorMessage(text.games.notKept(error)) });
}
