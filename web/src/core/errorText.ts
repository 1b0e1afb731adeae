// Errors in words: one sentence for the player, and behind "Details" what helps to find the cause.
import { isPageError, type AppError } from "./errors";
import { errorMessage, type Message } from "./message";
import { text } from "../text";
import type { Reason, ReasonDetail } from "../wire/game";

export function errorText(error: AppError): string {
  const { errors } = text;
  if (error.action !== undefined && error.code === "E_STALE") return errors.stale[error.action];
  if (error.action === "move" && error.code === "E_STORAGE") return errors.moveNotStored;
  if (isPageError(error)) return errors.ofPage[error.code];
  const [reason] = error.reasons;
  if (reason) return reasonText(reason);
  // A newer server may send codes that this page does not know.
  return (errors.byCode as Partial<Record<string, string>>)[error.code] ?? sentence(error.message);
}

/** The code and the original message; for an illegal move the further reasons. Null if there is nothing to add. */
export function errorDetails(error: AppError): string | null {
  if (isPageError(error)) return null;
  if (error.reasons.length > 0) return error.reasons.slice(1).map(reasonText).join(" ") || null;
  return text.errors.codeAndMessage(error.code, error.message);
}

/** A message that something failed, and why. */
export function failureMessage(what: string, error: AppError): Message {
  // It says everything.
  if (error.code === "E_ORDINARY_CHESS") return errorMessage(errorText(error));
  return errorMessage(`${what} ${errorText(error)}`, errorDetails(error));
}

export function reasonText({ detail, message }: Reason): string {
  // A newer server may send details that this page does not know, and an older one sends none.
  const words = detail && (text.reasons as Partial<Record<string, (detail: ReasonDetail) => string>>)[detail.type];
  return words ? words(detail) : sentence(message);
}

/** A message of the rules as a sentence: with a full stop, and a capital unless it starts with the name of a square. */
function sentence(message: string): string {
  const capital = /^\S*[0-9]/.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
