// What the page needs to know of a saved record without opening it: the players, the settings and whether it is finished.
import { fieldsIn, fieldsOf } from "../storage/storage";
import type { RuleBook } from "../wire/world";
import { RULE_BOOKS } from "./ruleBooks";

/** The names of the players; empty where none was given. */
export interface PlayerNames {
  readonly white: string;
  readonly black: string;
}

export const UNNAMED: PlayerNames = { white: "", black: "" };

/** Reads the names from the tags of a record; a text that is not a record has none. */
export function namesIn(record: string): PlayerNames {
  const { White, Black } = fieldsOf(fieldsIn(record).tags);
  return { white: typeof White === "string" ? White : "", black: typeof Black === "string" ? Black : "" };
}

/** Whether the game of a record has ended, also while an earlier ply is shown. */
export function isFinished(record: string): boolean {
  return (fieldsIn(record).status ?? "ongoing") !== "ongoing";
}

export function startOf(record: string): { readonly rules: RuleBook; readonly tfen: string | null } {
  const { rules, start } = fieldsIn(record);
  return {
    rules: RULE_BOOKS.find((book) => book === rules) ?? "revised",
    tfen: typeof start === "string" ? start : null,
  };
}
