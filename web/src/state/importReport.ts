// What the player is told after a text with games was opened: where the other games are, and what could not be read.
import type { BadGame, ImportWarning } from "../wire/game";
import type { Message } from "./sessionState";
import { counted, sentence } from "./text";

export interface ImportResult {
  /** The name of the file or text. */
  readonly name: string;
  /** The number of games that were read. The first is on the board. */
  readonly count: number;
  readonly errors: readonly BadGame[];
  readonly warnings: readonly ImportWarning[];
  /** Why not all games could be stored. */
  readonly storageError: string | null;
}

/** Further bad games are counted. */
const NAMED_ERRORS = 3;

/** Null if one game was read and nothing is wrong with it. */
export function importReport({ name, count, errors, warnings, storageError }: ImportResult): Message | null {
  const several = count + errors.length > 1;
  const unnamed = errors.length - NAMED_ERRORS;
  const parts = [
    count > 1 && othersText(name, count - 1, storageError),
    ...errors.slice(0, NAMED_ERRORS).map((each) => `Game ${each.number} of ${name} could not be read: ${whyBad(each)}`),
    unnamed > 0 && `${counted(unnamed, "more game")} could not be read.`,
    ...warnings.map(({ number, message }) => (several ? `Game ${number} of ${name}: ${message}` : message)),
  ].filter((part) => typeof part === "string");
  if (parts.length === 0) return null;
  const failed = errors.length > 0 || storageError !== null;
  return { tone: failed ? "error" : "note", text: parts.map(sentence).join(" ") };
}

function othersText(name: string, count: number, storageError: string | null): string {
  const others = `The other ${counted(count, "game")} of ${name}`;
  if (storageError !== null) return `${others} could not all be kept: ${storageError}.`;
  return `${others} ${count === 1 ? "is" : "are"} in “My games”.`;
}

/** The message always names the line. */
function whyBad({ line, error }: BadGame): string {
  return /^line \d/.test(error.message) ? error.message : `line ${line}: ${error.message}`;
}
