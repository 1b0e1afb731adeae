// What a person shares of puzzles.
import { expect, test } from "vitest";
import { sharedDaily, sharedRun } from "../../src/learn/puzzles/sharedText";
import type { PuzzleView } from "../../src/wire/learn";

const PAGE = "https://chess.example/";

test.each([
  ["solved", "🟩🟩🟩"],
  ["helped", "🟨🟨🟨"],
  ["missed", "🟥🟥🟥"],
] as const)("a puzzle of the day that was %s", (outcome, marks) => {
  const view = { moves: 3 } as PuzzleView;
  expect(sharedDaily(view, outcome, new Date(2027, 2, 1), PAGE)).toBe(
    `Tri-D puzzle of the day, 1 March 2027\n${marks}\nhttps://chess.example/#puzzles=daily`,
  );
});

test("runs show a square for each puzzle, and long ones their number", () => {
  const run = { solved: 1, failed: 1, remaining: null, isOver: true };
  expect(sharedRun(run, PAGE)).toBe("Tri-D streak: 1 puzzle\n🟩🟥\nhttps://chess.example/#puzzles=streak");
  expect(sharedRun({ ...run, solved: 37, failed: 2, remaining: 0 }, PAGE)).toBe(
    "Tri-D storm: 37 puzzles\n🟩×37 🟥🟥\nhttps://chess.example/#puzzles=storm",
  );
});
