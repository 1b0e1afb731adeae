// The session as plain data: which local game is open, what of it is stored, and the message shown. Each input gives the
// next state and the storage effects that the session runs.
import type { ClockRecord } from "../source/clock";
import type { Opponent } from "../source/engine";
import type { SavedGame } from "./library";

/** What the session knows about its game beyond the moves. */
export interface GameInfo {
  readonly id: string;
  readonly name: string;
  /** Whether the player saved it or it is finished. An unsaved game is discarded when another one is opened. */
  readonly saved: boolean;
  readonly opponent: Opponent | null;
}

export interface Message {
  readonly tone: "note" | "error";
  readonly text: string;
}

export interface SessionState {
  readonly info: GameInfo;
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
  readonly finished: boolean;
  readonly summary: string;
  readonly clock: ClockRecord | null;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export type SessionInput =
  /** Another game replaces the current one. `stored` is what the storage already holds of it. */
  | { readonly type: "opened"; readonly info: GameInfo; readonly stored: StoredPly | null }
  | { readonly type: "changed"; readonly contents: GameContents }
  | { readonly type: "clockPaused"; readonly contents: GameContents }
  | { readonly type: "save"; readonly name: string; readonly contents: GameContents }
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
  readonly game: SavedGame;
  /** Whether the player asked for it. If not, a failure is reported only once. */
  readonly requested: boolean;
}

export type SessionEffect =
  | PutEffect
  /** Drops a game that is not saved. */
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
        state: { info: input.info, stored: input.stored, message: null },
        effects: info.saved || info.id === input.info.id ? [] : [{ type: "discard", id: info.id }],
      };
    case "changed":
      return write(state, input.contents);
    case "clockPaused":
      return write({ ...state, stored: null }, input.contents);
    case "save":
      return write({ ...state, info: { ...info, name: input.name, saved: true }, stored: null }, input.contents, true);
    case "renamed":
      return only(info.id === input.id ? { ...state, info: { ...info, name: input.name, saved: true } } : state);
    case "removed":
      return only(info.id === input.id ? { ...state, info: { ...info, id: input.newId, saved: false } } : state);
    case "putDone":
      return afterPut(state, input.effect, input.error, input.failedBefore);
    case "message":
      return only({ ...state, message: input.message });
  }
}

export function errorMessage(text: string): Message {
  return { tone: "error", text };
}

export function isStored(stored: StoredPly | null, { game, ply }: StoredPly): boolean {
  return stored !== null && stored.ply === ply && stored.game === game;
}

function only(state: SessionState): SessionStep {
  return { state, effects: [] };
}

/** Writes the game if it differs from what is stored. A finished game counts as saved. */
function write(state: SessionState, contents: GameContents, requested = false): SessionStep {
  const { id, name, opponent } = state.info;
  const { game, ply, finished, summary, clock, changed } = contents;
  const saved = state.info.saved || finished;
  if (isStored(state.stored, contents) && saved === state.info.saved) return only(state);
  return {
    state: { ...state, info: { ...state.info, saved }, stored: { game, ply } },
    effects: [{ type: "put", game: { id, name, saved, changed, game, ply, summary, clock, opponent }, requested }],
  };
}

function afterPut(state: SessionState, put: PutEffect, error: string | null, failedBefore: boolean): SessionStep {
  const { id, name } = put.game;
  if (error === null) return { state, effects: [{ type: "setCurrent", id }] };
  if (put.requested) return only({ ...state, message: errorMessage(`“${name}” could not be kept: ${error}.`) });
  return only(failedBefore ? state : { ...state, message: errorMessage(`This game is not being kept: ${error}.`) });
}
