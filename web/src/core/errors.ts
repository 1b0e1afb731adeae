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
  /** The server answers, but the socket does not open. */
  "E_NO_SOCKET",
  /** There is no connection to the server. */
  "E_OFFLINE",
  /** The game importer could not be loaded. */
  "E_READER",
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

/** Null when the action succeeded; otherwise the error, and nothing has changed. */
export type ActionResult = Promise<AppError | null>;

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

/** The error that a call throws; null if it throws none. */
export function attempt(call: () => void): AppError | null {
  try {
    call();
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}

/** A thrown value as an error to show; anything else is a bug and is thrown again. */
export function asAppError(thrown: unknown): AppError {
  if (typeof thrown === "object" && thrown !== null && "code" in thrown && "reasons" in thrown) {
    return thrown as AppError;
  }
  throw thrown;
}
