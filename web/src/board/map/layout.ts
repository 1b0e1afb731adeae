// The grid of the flat map: World's map cells, turned for the side at the bottom, in one group for each main board.
// Columns are one square wide. Rows are half a square high, and a square spans two of them, so that the attack boards of
// a compact stack can be half a square out of line.
import type { Color } from "../../wire/snapshot";
import { boardPin } from "../worldIndex";
import type { PinName, SquareName, World } from "../../wire/world";

/**
 * The boards side by side with all ranks aligned; stacked, with the ranks of each level aligned; or stacked with the
 * attack boards half a square nearer to the middle of their level, which saves a row on each level.
 */
export type Arrangement = "row" | "stack" | "compact";

/** Grid rows for a square. */
const SPAN = 2;

/** CSS grid lines, counted from 1. */
export interface Cell {
  readonly column: number;
  readonly row: number;
}

export interface Area extends Cell {
  readonly columns: number;
  readonly rows: number;
}

export interface PlacedSquare extends Cell {
  readonly square: SquareName;
  readonly dark: boolean;
  /** The file on a board's bottom row on the screen and the rank on its leftmost column; null elsewhere. */
  readonly file: string | null;
  readonly rank: string | null;
  /** Whether they are beside the board, as on main boards, instead of on the square. */
  readonly beside: boolean;
}

export interface PlacedPin {
  readonly pin: PinName;
  readonly area: Area;
  /** The strip beside the board that selects and drags it. */
  readonly handle: Area;
  /** Its half of the strip in a compact stack when the pin at the other end of the strip has a board too. */
  readonly sharedHandle: Area | null;
  /** The pin at the other end of the same side. */
  readonly opposite: PinName;
  readonly squares: readonly PlacedSquare[];
}

export interface Group {
  /** The main board, "W", "N" or "B". */
  readonly level: string;
  readonly main: Area;
  readonly squares: readonly PlacedSquare[];
  readonly pins: readonly PlacedPin[];
  /** For each column track of the group, whether it has squares or is a gap. */
  readonly tracks: readonly boolean[];
  readonly rows: number;
}

export interface MapLayout {
  /** Left to right, or top to bottom when stacked. */
  readonly groups: readonly Group[];
}

interface Flat {
  readonly square: SquareName;
  readonly dark: boolean;
  readonly u: number;
  readonly v: number;
  readonly file: string;
  readonly rank: number;
  readonly level: string;
  readonly pin: PinName | null;
}

/**
 * Side by side, every group has all rows, so that ranks align. Stacked, each group has only its own rows, and the side at
 * the bottom has its own level nearest: forward is up on each board and from board to board.
 */
export function layoutMap(world: World, bottom: Color, arrangement: Arrangement): MapLayout {
  const flats = flatten(world);
  const levels = [...new Set(flats.map((each) => each.level))];
  const all = extent(flats);
  const groups = levels.map((level) => {
    const own = flats.filter((each) => each.level === level);
    const box = extent(own);
    const rows = arrangement === "row" ? all : box;
    const group = layoutGroup(level, own, { ...box, low: rows.low, high: rows.high }, bottom, arrangement);
    return { at: box.left, group };
  });
  const upwards = groups.sort((one, other) => one.at - other.at).map((each) => each.group);
  const isUpwards = (arrangement === "row") === (bottom === "white");
  return { groups: isUpwards ? upwards : upwards.reverse() };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

function layoutGroup(level: string, flats: readonly Flat[], box: Box, bottom: Color, arrangement: Arrangement): Group {
  const inset = arrangement === "compact" ? 1 : 0;
  const column = (u: number): number => (bottom === "white" ? u - box.left : box.right - u) + 1;
  const row = (v: number): number => (bottom === "white" ? box.high - v : v - box.low) * SPAN + 1 - inset;
  const main = flats.filter((each) => each.pin === null);
  const middle = extent(main).low + extent(main).high;
  const areaOf = (some: readonly Flat[], shift: number): Area => {
    const { left, right, low, high } = extent(some);
    return {
      column: Math.min(column(left), column(right)),
      row: Math.min(row(low), row(high)) + shift,
      columns: right - left + 1,
      rows: (high - low + 1) * SPAN,
    };
  };
  const place = (some: readonly Flat[], shift: number): PlacedSquare[] => {
    const { left, right, low, high } = extent(some);
    const [lowest, leftmost] = bottom === "white" ? [low, left] : [high, right];
    return some.map((each) => ({
      square: each.square,
      dark: each.dark,
      column: column(each.u),
      row: row(each.v) + shift,
      file: each.v === lowest ? each.file : null,
      rank: each.u === leftmost ? String(each.rank) : null,
      beside: each.pin === null,
    }));
  };

  const names = [...new Set(flats.flatMap((each) => (each.pin === null ? [] : [each.pin])))];
  const placed = names.map((pin) => {
    const own = flats.filter((each) => each.pin === pin);
    const { low, high } = extent(own);
    const upper = low + high > middle === (bottom === "white");
    const shift = upper ? inset : -inset;
    return { pin, upper, area: areaOf(own, shift), squares: place(own, shift) };
  });
  const pins = placed.map(({ pin, upper, area, squares }): PlacedPin => {
    const handle = { ...area, row: upper ? area.row + area.rows : area.row - SPAN, rows: SPAN };
    const half = { ...handle, columns: 1, column: handle.column + (upper ? 0 : 1) };
    const opposite = placed.find((each) => each.pin !== pin && each.area.column === area.column)?.pin ?? pin;
    return { pin, area, squares, handle, sharedHandle: arrangement === "compact" ? half : null, opposite };
  });
  const used = new Set(flats.map((each) => column(each.u)));
  return {
    level,
    main: areaOf(main, 0),
    squares: place(main, 0),
    pins,
    tracks: Array.from({ length: box.right - box.left + 1 }, (_, index) => used.has(index + 1)),
    rows: (box.high - box.low + 1) * SPAN - 2 * inset,
  };
}

/** Every square once: both rotations of a board have the same cells. */
function flatten(world: World): Flat[] {
  const boards = new Map(world.boards.map((board) => [board.id, board]));
  const seen = new Set<SquareName>();
  const flats: Flat[] = [];
  for (const { square, board, dark, map, file, rank } of world.squares) {
    const on = boards.get(board);
    if (!on || seen.has(square)) continue;
    seen.add(square);
    flats.push({ square, dark, u: map[0], v: map[1], file, rank, level: on.over ?? on.id, pin: boardPin(on) });
  }
  return flats;
}

function extent(some: readonly { u: number; v: number }[]): Box {
  const us = some.map((each) => each.u);
  const vs = some.map((each) => each.v);
  return { left: Math.min(...us), right: Math.max(...us), low: Math.min(...vs), high: Math.max(...vs) };
}
