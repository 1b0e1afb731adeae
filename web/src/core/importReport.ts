// What the player is told after a text with games was opened: where the other games are, and what could not be read.
import { text } from "../text";
import type { BadGame, ImportWarning } from "../wire/game";
import { errorText } from "./errorText";
import type { Message } from "./message";

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
  const { imported } = text.page;
  const several = count + errors.length > 1;
  const named = errors.slice(0, NAMED_ERRORS);
  const unnamed = errors.length - named.length;
  const shownWarnings = warnings.slice(0, NAMED_ERRORS);
  const unshown = warnings.length - shownWarnings.length;
  const parts = [
    count > 1 && othersText(name, count - 1, storageError),
    ...named.map(({ number, line, error }) => imported.badGame(name, number, line, errorText(error))),
    unnamed > 0 && imported.moreBadGames(unnamed),
    ...shownWarnings.map((warning) => warningText(name, warning, several)),
    unshown > 0 && imported.moreBadVariations(unshown),
  ].filter((part) => typeof part === "string");
  if (parts.length === 0) return null;
  const failed = errors.length > 0 || storageError !== null;
  const details = [...named.map(({ error }) => error.message), ...warnings.map(({ message }) => message)];
  return {
    tone: failed ? "error" : "note",
    text: parts.join(" "),
    ...(details.length > 0 && { details: details.join("\n") }),
  };
}

function othersText(name: string, count: number, storageError: string | null): string {
  const { imported } = text.page;
  return storageError === null ? imported.others(name, count) : imported.othersNotSaved(name, storageError);
}

function warningText(name: string, { kind, number, line }: ImportWarning, several: boolean): string {
  const { imported } = text.page;
  if (kind === "variation") return imported.badVariation(name, line);
  return several ? imported.onlyPositionOf(name, number) : imported.onlyPosition;
}
