// Errors: those of the server and the rules, and those that only the page itself reports.
import type { ApiError } from "../wire/game";

/** The page's own errors: code and message. */
const PAGE_ERRORS = {
  E_CONNECTION: "the connection broke before the server answered; the board shows what counts",
  E_NOT_LOADED: "online play could not be loaded; check the connection, then reload the page",
  E_NO_COOKIE: "this browser does not keep the cookie that identifies you to this server; allow it, then try again",
  E_NO_PLY: "there is nothing further that way",
  E_NO_SOCKET: "the server answers, but the live connection to the game does not open; the page keeps trying",
  E_OFFLINE: "there is no connection to the server just now; try again when it is back",
  E_READER: "the game importer could not be loaded",
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
