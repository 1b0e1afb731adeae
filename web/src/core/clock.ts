// The clocks of a local game: the time left after every ply, and the running clock.
import type { Color } from "../wire/snapshot";
import type { WasmGame } from "../wasm/rules/trid_rules";

/** Both clocks at one moment. The view counts down from there. */
export interface Clocks {
  readonly white: number;
  readonly black: number;
  readonly increment: number;
  readonly running: Color | null;
  /** The `performance.now()` at which `white` and `black` were read. */
  readonly since: number;
}

export interface LocalTimeControl {
  /** Both in milliseconds. */
  readonly initial: number;
  readonly increment: number;
}

export interface ClockRecord extends LocalTimeControl {
  /** The time White and Black had left after each ply; the first entry is the start. */
  readonly left: readonly (readonly [number, number])[];
}

export function newClock(settings: LocalTimeControl): ClockRecord {
  return { ...settings, left: [[settings.initial, settings.initial]] };
}

/** The clocks at a ply. They start with the first move, for the side to move. */
export function clocksAt(record: ClockRecord, ply: number, running: Color | null, now: number): Clocks {
  const [white, black] = leftAt(record, ply);
  return { white, black, increment: record.increment, running: ply === 0 ? null : running, since: now };
}

/** The time a side has left at a moment. */
export function remaining(clocks: Clocks, color: Color, now: number): number {
  const spent = clocks.running === color ? Math.max(0, now - clocks.since) : 0;
  return Math.max(0, clocks[color] - spent);
}

/** The record after a ply by `color`, whose clock the rules set; later entries are dropped. */
export function press(
  record: ClockRecord,
  ply: number,
  clocks: Clocks,
  color: Color,
  rules: Pick<WasmGame, "left_after_move">,
  now: number,
): ClockRecord {
  const elapsed = clocks.running === color ? Math.max(0, now - clocks.since) : undefined;
  const left = rules.left_after_move(color, clocks[color], elapsed, record.increment / 1000);
  const before = Array.from({ length: ply }, (_, index) => leftAt(record, index));
  return { ...record, left: [...before, color === "white" ? [left, clocks.black] : [clocks.white, left]] };
}

/** The record with the time left at a moment, so that reopening the game does not give time back. */
export function recordRemaining(record: ClockRecord, ply: number, clocks: Clocks, now: number): ClockRecord {
  const before = Array.from({ length: ply }, (_, index) => leftAt(record, index));
  return { ...record, left: [...before, [remaining(clocks, "white", now), remaining(clocks, "black", now)]] };
}

/** The entry of a ply; a record that is too short repeats its last entry. */
function leftAt(record: ClockRecord, ply: number): readonly [number, number] {
  return record.left[ply] ?? record.left.at(-1) ?? [record.initial, record.initial];
}
