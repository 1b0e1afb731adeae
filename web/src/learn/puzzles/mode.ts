// What the person solves, as the address says it: `#puzzle=482913`, `#puzzles=mix`, `#puzzles=fork`, `#puzzles=storm`.
import type { PuzzleFilter, Theme } from "../../wire/learn";
import type { RunKind } from "./puzzleBook";

export type PuzzleMode =
  | { readonly kind: "one"; readonly number: number }
  | { readonly kind: "daily" }
  | { readonly kind: "filter"; readonly filter: PuzzleFilter }
  | { readonly kind: "run"; readonly run: RunKind };

const THEMES: Readonly<Record<Theme, true>> = {
  mateIn1: true,
  mateIn2: true,
  mateIn3: true,
  mateIn4: true,
  mateIn5: true,
  fork: true,
  pin: true,
  discoveredColumn: true,
  boardMove: true,
  ride: true,
  levelChange: true,
  promotion: true,
  quietMove: true,
  defence: true,
};

/** The mode of `#puzzles=VALUE`; null for the menu. */
export function readMode(value: string | null): PuzzleMode | null {
  if (value === null) return null;
  if (value === "daily") return { kind: "daily" };
  if (value === "streak" || value === "storm") return { kind: "run", run: value };
  if (value === "mix" || value === "review") return { kind: "filter", filter: { kind: value } };
  const [, rating] = /^rating\/(\d{3,4})$/.exec(value) ?? [];
  if (rating !== undefined) return { kind: "filter", filter: { kind: "rating", rating: Number(rating) } };
  return isTheme(value) ? { kind: "filter", filter: { kind: "theme", theme: value } } : null;
}

function isTheme(value: string): value is Theme {
  return Object.hasOwn(THEMES, value);
}
