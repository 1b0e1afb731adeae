// Online play as plain data: the server, the player's identity, errors, and which online game is on screen. Each input
// gives the next state and the effects that `online.ts` runs.
import { pageError, type AppError } from "../core/errors";
import type { NewGame, Player } from "../wire/online";
import type { Color } from "../wire/snapshot";

/** Requests for lists run in the background and have their own error. */
export type RequestKind = "action" | "list";

/** The part of the game on screen that decides what the page does next. */
export interface ShownGame {
  readonly id: string;
  /** The rematch of this game, once there is one. */
  readonly nextGame: string | null;
  readonly seat: Color | null;
}

export interface OnlineState {
  /** Whether the page comes from a game server; null until that is known. */
  readonly available: boolean | null;
  readonly me: Player | null;
  readonly errors: Readonly<Record<RequestKind, AppError | null>>;
  /** The game that the player asked for last; null after leaving. */
  readonly requested: string | null;
  readonly shown: ShownGame | null;
  /** Why the requested game cannot be opened; null unless that is final. */
  readonly refused: AppError | null;
  /** The requested game while the server cannot be reached; null otherwise. */
  readonly waiting: WaitingGame | null;
  /** The game that the server was asked to create and may have created without the page knowing. */
  readonly creation: Creation | null;
}

/** A game that opens once the server can be reached. */
export interface WaitingGame {
  readonly id: string;
  /** Whether it is being opened right now. */
  readonly trying: boolean;
  /** The number of failures. */
  readonly failures: number;
}

/** A request for a new game with the key by which the server recognizes its repetition. */
export interface Creation {
  readonly game: NewGame;
  readonly key: string;
}

export type OnlineInput =
  | { readonly type: "serverChecked"; readonly available: boolean }
  | { readonly type: "networkReturned" }
  | { readonly type: "identified"; readonly me: Player | null }
  | { readonly type: "replied"; readonly kind: RequestKind; readonly error: AppError | null }
  /** The player wants a new game. `key` is used unless the same game may have been created already. */
  | { readonly type: "create"; readonly game: NewGame; readonly key: string }
  /** The reply to a creation; the same one is repeated if the server was unreachable. */
  | { readonly type: "createReplied"; readonly error: AppError | null }
  | { readonly type: "requested"; readonly id: string }
  /** All events of a game have arrived, and it is the requested one. */
  | { readonly type: "shown"; readonly game: ShownGame }
  | { readonly type: "gameChanged"; readonly game: ShownGame }
  | { readonly type: "socketTimeout"; readonly id: string }
  /** A game could not be opened; `error` says why. */
  | { readonly type: "openFailed"; readonly id: string; readonly error: AppError }
  /** The player wants to try again, or the delay after the failure with this number is over. */
  | { readonly type: "retry"; readonly failures: number | null }
  | { readonly type: "left" };

export type OnlineEffect =
  | { readonly type: "checkServer" }
  | { readonly type: "open"; readonly id: string }
  | { readonly type: "retryLater"; readonly failures: number }
  /** Turns the board so that the player's side is at the bottom. */
  | { readonly type: "turnBoard"; readonly bottom: Color };

export interface OnlineStep {
  readonly state: OnlineState;
  readonly effects: readonly OnlineEffect[];
}

export const OFFLINE: OnlineState = {
  available: null,
  me: null,
  errors: { action: null, list: null },
  requested: null,
  shown: null,
  refused: null,
  waiting: null,
  creation: null,
};

export function updateOnline(state: OnlineState, input: OnlineInput): OnlineStep {
  switch (input.type) {
    case "serverChecked":
      return only({ ...state, available: input.available });
    case "networkReturned": {
      const step = retry(state, null);
      return state.available === true ? step : { ...step, effects: [{ type: "checkServer" }, ...step.effects] };
    }
    case "identified":
      return only({ ...state, me: input.me });
    case "replied":
      return only({ ...state, errors: { ...state.errors, [input.kind]: input.error } });
    case "create":
      return only({ ...state, creation: creationOf(state.creation, input) });
    case "createReplied":
      return only({ ...state, creation: isUnanswered(input.error) ? state.creation : null });
    case "requested":
      return only({
        ...state,
        requested: input.id,
        refused: null,
        waiting: state.waiting?.id === input.id ? state.waiting : null,
      });
    case "shown":
      return show(state, input.game);
    case "gameChanged":
      return change(state, input.game);
    case "socketTimeout":
      return state.requested === input.id && state.shown?.id !== input.id
        ? only({ ...state, errors: { ...state.errors, action: pageError("E_NO_SOCKET") } })
        : only(state);
    case "openFailed":
      return wait(state, input.id, input.error);
    case "retry":
      return retry(state, input.failures);
    case "left":
      return only({ ...state, requested: null, shown: null, refused: null, waiting: null });
  }
}

/** What follows a failed request. An unknown identity is replaced once; if that fails, the browser keeps no cookie. */
export function afterError(error: AppError, attempt: 1 | 2): "fail" | "identifyAgain" | "cookieLost" {
  if (error.code !== "E_NO_IDENTITY") return "fail";
  return attempt === 1 ? "identifyAgain" : "cookieLost";
}

/** Whether a request may have been carried out although it failed. */
export function isUnanswered(error: AppError | null): boolean {
  return error?.code === "E_UNREACHABLE";
}

function creationOf(before: Creation | null, { game, key }: Creation): Creation {
  return before !== null && JSON.stringify(before.game) === JSON.stringify(game) ? before : { game, key };
}

/** Waits for the server if only that is missing. Any other error is final. */
function wait(state: OnlineState, id: string, error: AppError): OnlineStep {
  if (state.requested !== id) return only(state);
  if (error.code !== "E_UNREACHABLE") {
    return only({ ...state, errors: { ...state.errors, action: error }, refused: error, waiting: null });
  }
  const failures = (state.waiting?.failures ?? 0) + 1;
  return {
    state: { ...state, waiting: { id, trying: false, failures } },
    effects: [{ type: "retryLater", failures }],
  };
}

/** Opens the waiting game again, unless that is under way or, with a number, another failure came after that one. */
function retry(state: OnlineState, failures: number | null): OnlineStep {
  const { waiting } = state;
  if (waiting === null || waiting.trying || (failures !== null && failures !== waiting.failures)) return only(state);
  return {
    state: { ...state, waiting: { ...waiting, trying: true } },
    effects: [{ type: "open", id: waiting.id }],
  };
}

function only(state: OnlineState): OnlineStep {
  return { state, effects: [] };
}

function show(state: OnlineState, game: ShownGame): OnlineStep {
  return {
    state: { ...state, errors: { ...state.errors, action: null }, shown: game, waiting: null },
    effects: turnBoard(state.shown, game),
  };
}

/** Follows a rematch when it starts, but not from a game that already had one. */
function change(state: OnlineState, game: ShownGame): OnlineStep {
  const before = state.shown;
  if (before?.id !== game.id) return only(state);
  const { nextGame } = game;
  const starts = before.nextGame === null && nextGame !== null && game.seat !== null;
  return {
    state: { ...state, shown: game },
    effects: [...turnBoard(before, game), ...(starts ? [{ type: "open" as const, id: nextGame }] : [])],
  };
}

function turnBoard(before: ShownGame | null, { id, seat }: ShownGame): OnlineEffect[] {
  const same = before?.id === id && before.seat === seat;
  return seat === null || same ? [] : [{ type: "turnBoard", bottom: seat }];
}
