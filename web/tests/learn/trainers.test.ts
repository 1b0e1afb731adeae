// Runs of the trainers with the real rules, and the scores that they leave.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createScores, SCORES_KEY, type Scores } from "../../src/learn/trainers/scores";
import { TrainerMode } from "../../src/learn/trainers/trainerMode";
import { feedback, Run } from "../../src/learn/trainers/training";
import { openStorage } from "../../src/storage/storage";
import type { TrainerKind } from "../../src/wire/learn";
import { realLearn } from "./realLearn";

const module = realLearn();

let now = 0;
let scores: Scores;

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  now = 1_800_000_000_000;
  scores = createScores(localStorage, module);
});

afterEach(() => vi.useRealTimers());

function start(kind: TrainerKind, timed = false): Run {
  return new Run({ module, scores, kind, rules: "revised", timed, seed: 7, now: () => now });
}

function passTime(milliseconds: number): void {
  now += milliseconds;
  vi.advanceTimersByTime(milliseconds);
}

/** The square of the question. */
function asked(run: Run): string {
  const { task } = run.view.value.state.question;
  if (task.kind !== "find-square" && task.kind !== "name-square") throw new Error(task.kind);
  return task.square;
}

test("a right answer leads to the next question, a wrong one stays and does not score", () => {
  const run = start("find-square");
  const first = run.view.value.state.question;
  const wrong = asked(run) === "b2W" ? "b3W" : "b2W";
  expect(run.answer(wrong)).toBe("wrong");
  expect(feedback(run.view.value)).toBe(`No, ${wrong} isn’t it. Try again.`);
  expect(run.view.value).toMatchObject({ missed: [wrong], state: { question: first, asked: 0 } });
  expect(run.answer(asked(run))).toBe("right");
  expect(run.view.value).toMatchObject({ missed: [], state: { asked: 1, right: 0 } });
  expect(run.view.value.state.question).not.toEqual(first);
  expect(run.answer(asked(run))).toBe("right");
  expect(run.view.value.state).toMatchObject({ asked: 2, right: 1 });
  run.dispose();
  expect(scores.of("find-square")).toMatchObject([{ asked: 2, right: 1, timed: false }]);
});

test("a question that is given up shows its solution and takes no answers", () => {
  const run = start("column");
  run.reveal();
  const { solution } = run.view.value.state;
  expect(solution?.kind === "squares" && solution.squares.length).toBeGreaterThan(1);
  expect(feedback(run.view.value)).toMatch(/^The answer: \w+, /);
  expect(run.answer("b2W")).toBe("late");
  run.next();
  expect(run.view.value.state).toMatchObject({ solution: null, asked: 1, right: 0 });
  run.dispose();
});

test("a timed run ends by itself and keeps its score once", () => {
  const run = start("name-square", true);
  expect(run.secondsLeft.value).toBe(30);
  run.answer(asked(run));
  passTime(29_800);
  expect(run.secondsLeft.value).toBe(1);
  expect(run.view.value.over).toBe(false);
  passTime(400);
  expect(run.view.value.over).toBe(true);
  expect(feedback(run.view.value)).toBe("Done: 1 of 1 right.");
  expect(run.answer("b2W")).toBe("late");
  run.dispose();
  expect(scores.of("name-square")).toHaveLength(1);
});

test("a timed run that is stopped early leaves no score", () => {
  const run = start("name-square", true);
  run.answer(asked(run));
  run.stop();
  run.dispose();
  expect(scores.of("name-square")).toEqual([]);
  expect(localStorage.getItem(SCORES_KEY)).toBeNull();
});

describe("stored scores that cannot be read", () => {
  test.each([
    ["damaged", '{"version":1,'],
    ["newer", '{"version":2,"runs":[]}'],
  ])("are %s, stay as they are, and harm nothing else", (state, text) => {
    localStorage.setItem(SCORES_KEY, text);
    localStorage.setItem("trid.other", "kept");
    scores = createScores(localStorage, module);
    expect(scores.stored.value.state).toBe(state);
    const run = start("find-square");
    run.answer(asked(run));
    run.dispose();
    expect(localStorage.getItem(SCORES_KEY)).toBe(text);
    scores.startOver();
    expect(scores.stored.value).toEqual({ state: "read", scores: {} });
    expect(localStorage.getItem("trid.other")).toBe("kept");
  });
});

test("a browser that keeps nothing is reported", () => {
  const full = openStorage(() => {
    throw new DOMException();
  });
  scores = createScores(full, module);
  const run = start("find-square");
  run.answer(asked(run));
  run.stop();
  expect(run.view.value.stored).toBe(false);
  expect(feedback(run.view.value)).toContain("doesn’t let this page keep your scores");
  run.dispose();
});

test("on the boards, a picked square is the answer, and a move only where the question is about moves", async () => {
  const answers: string[] = [];
  const squares = start("knight").view.value.state.question;
  const source = new TrainerMode(module, squares, (answer) => answers.push(answer));
  expect(source.seats.value).toEqual([]);
  expect(source.quiz.answer("b2W")).toBe(true);
  await source.play("b2Wb3W");
  expect(answers).toEqual(["b2W"]);
  expect(source.quiz.hidesHover()).toBe(true);
  expect(source.quiz.goals.value).toEqual([]);
  const moves = start("discovery").view.value.state.question;
  source.show(moves);
  expect(source.board.snapshot.value.tfen).toBe(moves.tfen);
  expect(source.quiz.hidesHover()).toBe(false);
  expect(source.quiz.answer("b2W")).toBe(false);
  await source.play("QL1-QL2");
  expect(answers).toEqual(["b2W", "QL1-QL2"]);
  source.dispose();
});

test("the star moves when the next question has the same position", () => {
  const first = start("name-square").view.value.state.question;
  const { task } = first;
  if (task.kind !== "name-square") throw new Error("another question");
  const source = new TrainerMode(module, first, () => undefined);
  const shown = source.board.snapshot.value;
  source.show(structuredClone(first));
  expect(source.board.snapshot.value).toBe(shown);
  const square = task.choices.find((choice) => choice !== task.square) ?? "";
  source.show({ ...first, task: { ...task, square } });
  expect(source.quiz.goals.value).toEqual([square]);
  source.dispose();
});

test("scores of another browser are added once, unless they are damaged", () => {
  const run = (at: number) => ({ at, right: 3, asked: 4, timed: true });
  const text = (...runs: object[]) => JSON.stringify({ version: 1, scores: { knight: runs } });
  localStorage.setItem(SCORES_KEY, text(run(2)));
  scores = createScores(localStorage, module);
  for (let time = 0; time < 2; time++) expect(scores.merge(text(run(1), run(2), run(3)))).toBe(true);
  expect(scores.of("knight").map(({ at }) => at)).toEqual([1, 2, 3]);
  expect(createScores(localStorage, module).of("knight")).toHaveLength(3);
  expect(scores.merge("{damaged")).toBe(false);
  expect(scores.merge('{"version":2}')).toBe(false);
  // Damaged scores of this browser stay until the person starts over.
  localStorage.setItem(SCORES_KEY, "{damaged");
  expect(createScores(localStorage, module).merge(text(run(1)))).toBe(false);
  expect(localStorage.getItem(SCORES_KEY)).toBe("{damaged");
});
