// Errors: those of the server and the rules, and those that only the page itself reports.
import type { ApiError } from "../wire/game";
import type { Action } from "../wire/online";

/** The page's own errors: code and message. */
const PAGE_ERRORS = {
  E_CONNECTION: "the connection broke before the server answered; the board shows what counts",
  E_NOT_LOADED: "online play could not be loaded; check the connection, then reload the page",
  E_NO_COOKIE: "this browser does not keep the cookie that identifies you to this server; allow it, then try again",
  E_NO_PLY: "there is nothing further that way",
  E_NO_SOCKET: "the server answers, but the live connection to the game does not open; the page keeps trying",
  E_OFFLINE: "there is no connection to the server just now; try again when it is back",
  E_READER: "the game importer could not be loaded",
  E_REVIEW: "this game is over, so it cannot end again",
  E_UNREACHABLE: "the server cannot be reached; check the connection and try again",
} as const;

export type PageErrorCode = keyof typeof PAGE_ERRORS;

export interface PageError {
  readonly code: PageErrorCode;
  readonly message: string;
  readonly reasons: readonly never[];
}

/** Any error that the page shows. */
export type AppError = ApiError | PageError;

/** What to tell a player whose action failed. Errors that say it well stay as they are. */
export function actionError(action: Action, error: AppError): AppError {
  const message = error.code === "E_STALE" ? staleText(action) : error.code === "E_STORAGE" ? notStored(action) : null;
  return message === null ? error : { ...error, message };
}

function staleText({ type }: Action): string {
  switch (type) {
    case "move":
      return "the position changed before your move arrived, so it was not played; look again";
    case "claimDraw":
      return "the position changed before your claim arrived; look again";
    case "offerDraw":
    case "declineDraw":
    case "offerRematch":
    case "declineRematch":
      return "your opponent’s offer changed just as you clicked, so nothing was agreed; look again";
    case "askTakeback":
    case "declineTakeback":
      return "your opponent’s request changed just as you clicked, so nothing was agreed; look again";
    case "resign":
    case "abort":
    case "claimGone":
      return "the game changed just as you clicked; look again";
  }
}

function notStored({ type }: Action): string {
  return type === "move"
    ? "the server could not store your move, so it was not played; try again in a moment"
    : "the server could not store this, so nothing has changed; try again in a moment";
}

export function pageError(code: PageErrorCode): PageError {
  return { code, message: PAGE_ERRORS[code], reasons: [] };
}

/** A thrown value as an error to show; anything else is a bug and is thrown again. */
export function asAppError(thrown: unknown): AppError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "reasons" in thrown) {
    return thrown as AppError;
  }
  throw thrown;
}
