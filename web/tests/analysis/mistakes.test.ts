// Learning from mistakes: which mistakes, what a try leads to, and the board.
import { beforeEach, expect, test } from "vitest";
import { MistakesRun, mistakesOf, type MistakesOptions } from "../../src/analysis/report/mistakes";
import { LocalMode } from "../../src/board/localMode";
import type { Mode } from "../../src/board/mode";
import type { Evaluation, GameReport, PlyReport, StudyReport, TryVerdict } from "../../src/wire/study";
import { realRules } from "../core/realCore";
import { settled, variation } from "./fakeEngine";

const rules = realRules();

function ply(number: number, judgement: PlyReport["judgement"], best: readonly string[] = []): PlyReport {
  return {
    ...{ ply: number, move: "", text: `move ${number}`, color: number % 2 === 1 ? "white" : "black", eval: null },
    ...{ winChance: 0.5, loss: 0, accuracy: 100, judgement, best, bestTexts: best, timeUsed: null },
  };
}

const VIEW: StudyReport = {
  ...{ nodes: [0, 10, 20, 30], winChances: [], missing: 0, isStarted: true },
  report: { plies: [ply(1, "blunder", ["b2Wb4N"]), ply(2, "mistake"), ply(3, null)] } as unknown as GameReport,
};

let shown: Mode | null;
let verdicts: Record<string, TryVerdict>;
let score: Promise<Evaluation | null>;
let options: MistakesOptions;
let run: MistakesRun;

beforeEach(() => {
  shown = null;
  verdicts = { b2Wb4N: "good", b2Wb3W: "unknown", c2Wc3W: "played" };
  score = Promise.resolve({ centipawns: 10 });
  options = {
    mistakes: mistakesOf(VIEW, "both"),
    board: (_, color) => new LocalMode(rules.newGame("revised", null), { seats: [color] }),
    show: (source) => (shown = source),
    judge(_, move, known) {
      if (known === null) return verdicts[move] ?? "bad";
      return "centipawns" in known && known.centipawns === 10 ? "good" : "bad";
    },
    best: async () => {
      const known = await score;
      return known && { ...variation("d2Wd3W"), score: known };
    },
    cancel: () => undefined,
  };
  run = new MistakesRun(options);
});

const phase = () => run.state.value.phase;

test("mistakes of one side or both, with the node before each", () => {
  expect(mistakesOf(VIEW, "both").map(({ before }) => before)).toEqual([0, 10]);
  expect(mistakesOf(VIEW, "black").map(({ ply: { ply } }) => ply)).toEqual([2]);
  expect(mistakesOf({ ...VIEW, report: null }, "both")).toEqual([]);
});

test("a good move solves it and stays on the board", async () => {
  await shown?.play?.("b2Wb4N");
  await settled();
  expect([phase(), run.state.value.tried, run.state.value.solved]).toEqual(["solved", "b4N", 1]);
  expect([shown?.board.snapshot.value.ply, shown?.seats.value]).toEqual([1, []]);
  run.next();
  expect([run.state.value.index, phase(), shown?.board.snapshot.value.ply]).toEqual([1, "find", 0]);
});

test.each([
  ["the move of the game", "c2Wc3W", "played"],
  ["a bad move", "a2Wa3W", "wrong"],
])("%s is taken back for another try", async (_, move, expected) => {
  await shown?.play?.(move);
  await settled();
  expect([phase(), shown?.board.snapshot.value.ply]).toEqual([expected, 0]);
  await shown?.play?.("b2Wb4N");
  await settled();
  expect(phase()).toBe("solved");
});

test("the engine's score decides on other moves", async () => {
  let answer: (score: Evaluation) => void = () => undefined;
  score = new Promise((resolve) => (answer = resolve));
  await shown?.play?.("b2Wb3W");
  expect([phase(), shown?.seats.value]).toEqual(["judging", []]);
  answer({ centipawns: 10 });
  await settled();
  expect(phase()).toBe("solved");
});

test("an engine that fails or is cancelled judges nothing", async () => {
  score = Promise.reject(new Error("unreachable"));
  await shown?.play?.("b2Wb3W");
  await settled();
  expect([phase(), shown?.board.snapshot.value.ply]).toEqual(["failed", 0]);
  score = Promise.resolve(null);
  await shown?.play?.("b2Wb3W");
  run.next();
  await settled();
  expect([run.state.value.index, phase()]).toEqual([1, "find"]);
});

test("the solution comes from the report, or from the engine if the report has none", async () => {
  expect(await run.solution()).toBe("b2Wb4N");
  await run.showSolution();
  expect([phase(), run.state.value.tried, run.state.value.solved]).toEqual(["shown", "b4N", 0]);
  run.next();
  await run.showSolution();
  expect(run.state.value.tried).toBe("d3W");
});

test("an illegal move is not a try", async () => {
  expect((await shown?.play?.("b2Wb7B"))?.code).toBeDefined();
  expect(phase()).toBe("find");
});

test("after the last mistake the study is on the boards", () => {
  run.next();
  run.next();
  expect(shown).toBeNull();
  expect(run.state.value.index).toBe(2);
  run.dispose();
});
