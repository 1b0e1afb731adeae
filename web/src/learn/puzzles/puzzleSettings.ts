// What the home screen needs to know of the puzzles without loading them.
import { RULE_BOOKS } from "../../core/ruleBooks";
import type { RuleBook } from "../../wire/world";

export const PUZZLE_PROGRESS_KEY = "trid.learn.puzzles";
export const PUZZLE_BOOK_KEY = "trid.puzzles.book";

/** The rule book of the puzzles that the person chose last. */
export function chosenBook(storage: Storage): RuleBook {
  return RULE_BOOKS.find((each) => each === storage.getItem(PUZZLE_BOOK_KEY)) ?? "revised";
}

/** The date where the person is, in days since 1970. */
export function today(): number {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
}
