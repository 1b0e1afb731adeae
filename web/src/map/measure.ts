// The size of the map's squares in the available space, and whether the boards are side by side or stacked.

export interface MapSize {
  /** Width of a square in CSS pixels. */
  readonly cell: number;
  readonly stacked: boolean;
}

/** Squares, and the pixels of gaps, labels and margins. It must match the style sheet. */
const SIDE_BY_SIDE = { squares: 24, across: 120, rows: 10, down: 20 };
const STACKED = { squares: 8, across: 54, rows: 18, down: 34 };
const SMALLEST_SIDE_BY_SIDE = 26;
/** The smallest size for touch. */
const SMALLEST_FOR_FINGERS = 36;
const SMALLEST_STACKED = 24;
const LARGEST = 64;
const LARGEST_STACKED = 48;

/** A height of null means no limit: the page grows with the map. */
export function measure(width: number, height: number | null, fingers = false): MapSize {
  const across = Math.floor((width - SIDE_BY_SIDE.across) / SIDE_BY_SIDE.squares);
  const smallest = fingers ? SMALLEST_FOR_FINGERS : SMALLEST_SIDE_BY_SIDE;
  if (across >= smallest) {
    const down = height === null ? LARGEST : Math.floor((height - SIDE_BY_SIDE.down) / SIDE_BY_SIDE.rows);
    return { cell: Math.max(smallest, Math.min(across, down, LARGEST)), stacked: false };
  }
  const stacked = Math.floor((width - STACKED.across) / STACKED.squares);
  const down = height === null ? stacked : Math.floor((height - STACKED.down) / STACKED.rows);
  return { cell: Math.max(SMALLEST_STACKED, Math.min(stacked, down, LARGEST_STACKED)), stacked: true };
}
