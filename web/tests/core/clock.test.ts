// Clock arithmetic.
import { expect, test } from "vitest";
import { clocksAt, newClock, press, remaining } from "../../src/core/clock";
import { realRules } from "./realCore";

/** A game after these moves. */
function gameAfter(...moves: string[]) {
  const game = realRules().newGame("revised", null);
  for (const move of moves) game.play(move);
  return game;
}

const settings = { initial: 60_000, increment: 2_000 };

test("no clock runs before the first move", () => {
  const clocks = clocksAt(newClock(settings), 0, "white", 1000);
  expect(clocks.running).toBeNull();
  expect(remaining(clocks, "white", 9000)).toBe(60_000);
});

test("a move costs the time used and adds the increment", () => {
  const stopped = clocksAt(newClock(settings), 0, "white", 0);
  const first = press(newClock(settings), 1, stopped, "white", gameAfter("b2Wb4N"), 5000);
  expect(first.left).toEqual([
    [60_000, 60_000],
    [60_000, 60_000],
  ]);
  const running = clocksAt(first, 1, "black", 10_000);
  expect(remaining(running, "black", 13_000)).toBe(57_000);
  const second = press(first, 2, running, "black", gameAfter("b2Wb4N", "b7Bb5N"), 13_000);
  expect(second.left.at(-1)).toEqual([60_000, 59_000]);
});

test("a forced promotion adds no increment", () => {
  const tfen = "4/4/4/4|4/4/4/4|P3/4/4/4|KL1w:2/K1,QL2w:2/R1,QL5b:2/2,KL6b:1k/2 w - - - - a8B 0 41";
  const game = realRules().newGame("revised", tfen);
  game.play("a8B=Q");
  const record = { ...settings, left: [[60_000, 60_000] as const, [30_000, 60_000] as const] };
  const after = press(record, 2, clocksAt(record, 1, "white", 0), "white", game, 1000);
  expect(after.left.at(-1)).toEqual([29_000, 60_000]);
});

test("a move after an undo drops later entries", () => {
  const record = { ...settings, left: [[9, 9] as const, [8, 9] as const, [8, 8] as const, [7, 8] as const] };
  const after = press(record, 2, clocksAt(record, 1, null, 0), "black", gameAfter("b2Wb4N", "b7Bb5N"), 0);
  expect(after.left).toEqual([
    [9, 9],
    [8, 9],
    [8, 9],
  ]);
});

test("no clock goes below zero", () => {
  const clocks = { white: 500, black: 1, increment: 0, running: "white" as const, since: 0 };
  expect(remaining(clocks, "white", 2000)).toBe(0);
});
