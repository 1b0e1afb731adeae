// The grid of the flat map: World's map cells, turned for the side at the bottom, in one group for each main board.
import type { Color } from "../wire/snapshot";
import { boardPin } from "../state/worldIndex";
import type { PinName, SquareName, World } from "../wire/world";

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
}

export interface PlacedPin {
  readonly pin: PinName;
  readonly area: Area;
  /** The strip beside the board that selects and drags it. */
  readonly handle: Area;
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
 * Side by side, every group has all rows, so that ranks align. Stacked, each group has only its own rows, and the far
 * side's group comes first.
 */
export function layoutMap(world: World, bottom: Color, stacked: boolean): MapLayout {
  const flats = flatten(world);
  const levels = [...new Set(flats.map((each) => each.level))];
  const all = extent(flats);
  const groups = levels.map((level) => {
    const own = flats.filter((each) => each.level === level);
    const box = extent(own);
    const rows = stacked ? box : all;
    return { at: box.left, group: layoutGroup(level, own, { ...box, low: rows.low, high: rows.high }, bottom) };
  });
  const forward = groups.sort((one, other) => one.at - other.at).map((each) => each.group);
  const turned = bottom === "black";
  return { groups: turned === stacked ? forward : forward.reverse() };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

function layoutGroup(level: string, flats: readonly Flat[], box: Box, bottom: Color): Group {
  const column = (u: number): number => (bottom === "white" ? u - box.left : box.right - u) + 1;
  const row = (v: number): number => (bottom === "white" ? box.high - v : v - box.low) + 1;
  const place = (each: Flat): PlacedSquare => {
    const { left, right, low, high } = extent(flats.filter((other) => other.pin === each.pin));
    const [lowest, leftmost] = bottom === "white" ? [low, left] : [high, right];
    return {
      square: each.square,
      dark: each.dark,
      column: column(each.u),
      row: row(each.v),
      file: each.v === lowest ? each.file : null,
      rank: each.u === leftmost ? String(each.rank) : null,
    };
  };
  const area = (some: readonly { u: number; v: number }[]): Area => {
    const { left, right, low, high } = extent(some);
    return {
      column: Math.min(column(left), column(right)),
      row: Math.min(row(low), row(high)),
      columns: right - left + 1,
      rows: high - low + 1,
    };
  };

  const main = flats.filter((each) => each.pin === null);
  const middle = (extent(main).low + extent(main).high) / 2;
  const names = [...new Set(flats.flatMap((each) => (each.pin === null ? [] : [each.pin])))];
  const pins = names.map((pin) => {
    const own = flats.filter((each) => each.pin === pin);
    const { left, right, low, high } = extent(own);
    const beside = (low + high) / 2 < middle ? high + 1 : low - 1;
    const strip = [
      { u: left, v: beside },
      { u: right, v: beside },
    ];
    return { pin, area: area(own), handle: area(strip), squares: own.map(place) };
  });
  const used = new Set(flats.map((each) => column(each.u)));
  return {
    level,
    main: area(main),
    squares: main.map(place),
    pins,
    tracks: Array.from({ length: box.right - box.left + 1 }, (_, index) => used.has(index + 1)),
    rows: box.high - box.low + 1,
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
