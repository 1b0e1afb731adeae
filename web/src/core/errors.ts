// Errors: those of the server and the rules, and those that only the page itself reports.
import type { ApiError } from "../wire/game";
import type { Action } from "../wire/online";

const PAGE_ERROR_CODES = [
  /** The connection broke before the server answered. */
  "E_CONNECTION",
  /** The code of online games could not be loaded. */
  "E_NOT_LOADED",
  /** The browser does not keep the server's cookie. */
  "E_NO_COOKIE",
  /** The game has no further ply in that direction. */
  "E_NO_PLY",
  /** The server answers, but the socket does not open. */
  "E_NO_SOCKET",
  /** There is no connection to the server. */
  "E_OFFLINE",
  /** The game importer could not be loaded. */
  "E_READER",
  /** The game under review cannot end again. */
  "E_REVIEW",
  /** The server does not answer. */
  "E_UNREACHABLE",
] as const;

export type PageErrorCode = (typeof PAGE_ERROR_CODES)[number];

export interface PageError {
  readonly code: PageErrorCode;
  readonly reasons: readonly never[];
}

/** Any error that the page shows, and the action that failed if it is known. */
export type AppError = (ApiError | PageError) & { readonly action?: Action["type"] };

/** The error of a failed action. */
export function actionError({ type }: Action, error: AppError): AppError {
  return { ...error, action: type };
}

export function pageError(code: PageErrorCode): PageError {
  return { code, reasons: [] };
}

export function isPageError(error: AppError): error is PageError {
  return (PAGE_ERROR_CODES as readonly string[]).includes(error.code);
}

/** The error that a call to the rules throws; null if it throws none. */
export function thrownBy(call: () => void): Promise<AppError | null> {
  try {
    call();
    return Promise.resolve(null);
  } catch (thrown) {
    return Promise.resolve(asAppError(thrown));
  }
}

/** A thrown value as an error to show; anything else is a bug and is thrown again. */
export function asAppError(thrown: unknown): AppError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "reasons" in thrown) {
    return thrown as AppError;
  }
  throw thrown;
}
