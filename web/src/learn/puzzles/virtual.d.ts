// The puzzles of the day, which `build/daily.ts` writes.
declare module "virtual:daily" {
  /** After how many days the puzzles of a rule book return. */
  export const rounds: Readonly<Record<import("../../wire/world").RuleBook, number>>;
}
