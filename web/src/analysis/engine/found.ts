// What the engine has found in a position, and whether it has to search on.
import type { SearchInfo } from "../../wire/engine";

export const LINE_COUNTS = [1, 2, 3, 4, 5] as const;
export type LineCount = (typeof LINE_COUNTS)[number];

export interface Found {
  readonly info: SearchInfo;
  /** The number of lines that was asked for. A position with fewer moves has fewer. */
  readonly lines: number;
  /** Whether a search went on to its time limit. */
  readonly complete: boolean;
}

/** What a position needs now. */
export interface Demand {
  readonly lines: number;
  readonly unlimited: boolean;
}

/** Adds what a search reports. A deeper result of an earlier search stays until the new one is as deep or has more lines. */
export function addInfo(before: Found | undefined, info: SearchInfo, lines: number): Found {
  const covers = before !== undefined && before.lines >= lines;
  if (covers && before.info.depth > info.depth) return before;
  return { info, lines, complete: covers && before.complete };
}

/** Whether what is known is not enough. */
export function needsSearch(found: Found | undefined, { lines, unlimited }: Demand): boolean {
  return unlimited || !found?.complete || found.lines < lines;
}
