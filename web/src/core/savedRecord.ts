// What the page needs to know of a saved record without opening it: the players, the settings and whether it is finished.
import type { SavedGame } from "../wire/game";
import type { RuleBook } from "../wire/world";

/** The names of the players; empty where none was given. */
export interface PlayerNames {
  readonly white: string;
  readonly black: string;
}

export const UNNAMED: PlayerNames = { white: "", black: "" };

/** Reads the names from the tags of a record; a text that is not a record has none. */
export function namesIn(record: string): PlayerNames {
  const tags = read(record)?.tags;
  return { white: tags?.White ?? "", black: tags?.Black ?? "" };
}

/** Whether the game of a record has ended, also while an earlier ply is shown. */
export function isFinished(record: string): boolean {
  return (read(record)?.status ?? "ongoing") !== "ongoing";
}

export function startOf(record: string): { readonly rules: RuleBook; readonly tfen: string | null } {
  const saved = read(record);
  return { rules: saved?.rules ?? "revised", tfen: saved?.start ?? null };
}

function read(record: string): Partial<SavedGame> | null {
  try {
    const value: unknown = JSON.parse(record);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
