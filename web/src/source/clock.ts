// A clock for two people at one screen: what each has left after every ply, and what runs now.
import type { Color } from "../wire/snapshot";
import type { Clocks } from "./source";

export interface LocalTimeControl {
  /** Both in milliseconds. */
  readonly initial: number;
  readonly increment: number;
}

export interface ClockRecord extends LocalTimeControl {
  /** What White and Black had left after each ply; the first entry is the start. */
  readonly left: readonly (readonly [number, number])[];
}

export function newClock(settings: LocalTimeControl): ClockRecord {
  return { ...settings, left: [[settings.initial, settings.initial]] };
}

/** The clocks at a ply. They run once the first move is made, for the side to move. */
export function clocksAt(record: ClockRecord, ply: number, running: Color | null, now: number): Clocks {
  const [white, black] = leftAt(record, ply);
  return { white, black, increment: record.increment, running: ply === 0 ? null : running, since: now };
}

/** What a side has left at a moment. */
export function remaining(clocks: Clocks, color: Color, now: number): number {
  const spent = clocks.running === color ? Math.max(0, now - clocks.since) : 0;
  return Math.max(0, clocks[color] - spent);
}

/** The record after a ply by `color`: what followed is dropped. The increment comes when the turn passes. */
export function press(
  record: ClockRecord,
  ply: number,
  clocks: Clocks,
  color: Color,
  passes: boolean,
  now: number,
): ClockRecord {
  const bonus = passes && clocks.running === color ? record.increment : 0;
  const left = {
    white: remaining(clocks, "white", now) + (color === "white" ? bonus : 0),
    black: remaining(clocks, "black", now) + (color === "black" ? bonus : 0),
  };
  const before = Array.from({ length: ply }, (_, index) => leftAt(record, index));
  return { ...record, left: [...before, [left.white, left.black]] };
}

/** The record with what is left at a moment, so that opening it again gives nobody his time back. */
export function noted(record: ClockRecord, ply: number, clocks: Clocks, now: number): ClockRecord {
  const before = Array.from({ length: ply }, (_, index) => leftAt(record, index));
  return { ...record, left: [...before, [remaining(clocks, "white", now), remaining(clocks, "black", now)]] };
}

/** A record says something for every ply; one that is short holds its last word. */
function leftAt(record: ClockRecord, ply: number): readonly [number, number] {
  return record.left[ply] ?? record.left.at(-1) ?? [record.initial, record.initial];
}
