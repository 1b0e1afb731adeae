// An attempt at an exercise on the boards: moves, replies, answers, hints, the solution and the introduction.
import { expect, test } from "vitest";
import { AttemptMode } from "../../src/learn/attemptMode";
import { parse } from "../../src/core/json";
import { exerciseOptions } from "../../src/learn/lessons/exerciseOptions";
import type { Exercise } from "../../src/learn/lessons/ExerciseScreen";
import { realLearn } from "./realLearn";

const module = realLearn();
const soon = () => Promise.resolve();

function open(id: string, pause: (time: number) => Promise<void> = soon): Exercise {
  const view = parse(module.exercise_view(id));
  return new AttemptMode(view, module.WasmAttempt.at_exercise(id), { ...exerciseOptions(view), pause });
}

test("a move that meets the goal solves it with three stars", async () => {
  const source = open("rook-file");
  expect(source.quiz.goals?.value).toEqual(["c8B"]);
  expect(source.seats.value).toEqual(["white"]);
  expect(await source.play("c1Wc8B")).toBeNull();
  expect(source.state.value).toMatchObject({ phase: "solved", stars: 3 });
  expect(source.seats.value).toEqual([]);
  expect(source.board.snapshot.value).toMatchObject({ ply: 1, last: "c1Wc8B" });
});

test("an illegal move is explained and changes nothing", async () => {
  const source = open("blocking-above");
  const before = source.state.value;
  expect((await source.play("b2Wb5N"))?.code).toBe("E_PATH_BLOCKED");
  expect(source.board.explain("b2Wb5N")?.reasons[0]?.squares).toEqual(["b4W"]);
  expect(source.state.value).toBe(before);
});

test("a mistake is refuted on the boards, after a pause, and can be tried again", async () => {
  const paused: (() => void)[] = [];
  const source = open("first-mate", () => new Promise((resolve) => paused.push(resolve)));
  const played = source.play("c7Bd8B");
  expect(source.state.value).toMatchObject({ phase: "replying", failure: { kind: "mistake" } });
  paused.shift()?.();
  await played;
  expect(source.state.value.phase).toBe("failed");
  expect(source.state.value.failure?.text).toContain("rides away");
  expect(source.board.history.value.moves).toHaveLength(2);
  void source.retry();
  expect(source.state.value).toMatchObject({ phase: "playing", used: 0 });
});

test("a reply is dropped when the person starts again before it", async () => {
  const paused: (() => void)[] = [];
  const source = open("first-mate", () => new Promise((resolve) => paused.push(resolve)));
  const played = source.play("c7Bd8B");
  void source.retry();
  paused.shift()?.();
  await played;
  expect(source.board.history.value.moves).toEqual([]);
  expect(source.state.value.phase).toBe("playing");
});

test("squares are answers only where they are asked for", () => {
  const find = open("boards-same-name");
  expect(find.quiz.answer("a1W")).toBe(true);
  expect(find.quiz.goals?.value).toEqual(["a1W"]);
  find.quiz.answer("a1QL1");
  expect(find.state.value).toMatchObject({ phase: "solved", stars: 3 });
  expect(open("rook-file").quiz.answer("a1W")).toBe(false);
});

test("hints come one by one, then mark the move, and cost a star", async () => {
  const source = open("rook-safe");
  expect(source.nextHint().text).toContain("bishop");
  expect(source.nextHint()).toEqual({
    text: null,
    move: "a1Wd1W",
    touched: { squares: ["a1W", "d1W"], pins: [] },
  });
  await source.play("a1Wd1W");
  await source.play("d1Wd6N");
  expect(source.state.value).toMatchObject({ phase: "solved", stars: 2 });
});

test.each(["mate-two", "draws-repeat", "boards-same-name", "pawn-frozen", "moving-king", "promotion-forced"])(
  "the solution of %s is shown without stars",
  async (id) => {
    const source = open(id);
    await source.showSolution();
    expect(source.state.value).toMatchObject({ phase: "solved", stars: 0 });
  },
);

test("the introduction is drawn until the first move", async () => {
  const source = open("first-column");
  expect(source.overlay?.value.arrows).toEqual([{ from: "b1W", to: "b7B", tone: "lesson" }]);
  await source.play("b1Wb4N");
  expect(source.overlay?.value.arrows).toEqual([]);
  expect(open("rook-stars").overlay).toBeUndefined();
});

test("only a solved exercise is stepped through", async () => {
  const source = open("rook-stars");
  await source.play("a1Wa6B");
  source.steps.undo();
  expect(source.board.history.value.ply).toBe(1);
  await source.play("a6Bd6N");
  source.steps.undo();
  expect(source.board.snapshot.value).toMatchObject({ ply: 1, last: "a1Wa6B", moves: [] });
  source.steps.redo();
  expect(source.board.snapshot.value.ply).toBe(2);
});
