// The size of the map's squares in the available space, and the arrangement of the boards that makes them largest.
import type { Arrangement } from "./layout";

export interface MapSize {
  /** Width of a square in CSS pixels. */
  readonly cell: number;
  readonly arrangement: Arrangement;
}

/** Squares across and down, and the pixels of gaps, frames and margins. They must match the style sheet. */
const SPACE: Readonly<Record<Arrangement, { across: number; gapsAcross: number; down: number; gapsDown: number }>> = {
  row: { across: 24, gapsAcross: 130, down: 10, gapsDown: 8 },
  stack: { across: 8, gapsAcross: 38, down: 18, gapsDown: 26 },
  compact: { across: 8, gapsAcross: 38, down: 15, gapsDown: 26 },
};

const MIN_CELL = 24;
const MAX_CELL = 64;
const MAX_STACKED_CELL = 56;
/** A stack keeps its ranks aligned if its squares are still this large for a mouse. */
const COMFORTABLE = 32;
/** Boards side by side have their ranks aligned, so a mouse has them so although stacked squares would be larger. */
const COMFORTABLE_IN_ROW = 36;

export interface Available {
  readonly width: number;
  readonly height: number;
  /** The size that stacked squares keep for fingers where the page may grow with the map, as on a phone; null elsewhere. */
  readonly finger: number | null;
}

export function measure({ width, height, finger }: Available): MapSize {
  const comfortable = finger ?? COMFORTABLE;
  const cellOf = (arrangement: Arrangement): number => {
    const { across, gapsAcross, down, gapsDown } = SPACE[arrangement];
    const most = arrangement === "row" ? MAX_CELL : MAX_STACKED_CELL;
    return Math.floor(Math.min((width - gapsAcross) / across, (height - gapsDown) / down, most));
  };
  const stack: Arrangement = cellOf("stack") >= comfortable ? "stack" : "compact";
  const row = finger === null ? Math.min(COMFORTABLE_IN_ROW, cellOf(stack)) : cellOf(stack);
  const arrangement = cellOf("row") >= row ? "row" : stack;
  const cell = Math.max(MIN_CELL, cellOf(arrangement));
  if (finger === null || arrangement === "row") return { cell, arrangement };
  const { across, gapsAcross } = SPACE[arrangement];
  const widest = Math.floor((width - gapsAcross) / across);
  return { cell: Math.max(cell, Math.min(comfortable, widest)), arrangement };
}
