// Where the puzzle of a day is among the files that the build writes for the home screen.
import type { RuleBook } from "../../wire/world";

/** A file is a few hundred bytes: the first visit loads one. */
export const DAYS_IN_FILE = 8;

export interface DailyFile {
  readonly name: string;
  /** The line of the day. */
  readonly line: number;
}

/** `day` is counted since 1970; after `round` days the first puzzle returns. */
export function fileOfDay(book: RuleBook, day: number, round: number): DailyFile {
  const index = day % round;
  const line = index % DAYS_IN_FILE;
  return { name: `daily/${book}-${(index - line) / DAYS_IN_FILE}.txt`, line };
}
