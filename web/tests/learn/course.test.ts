// The course: progress is kept, merged and reset; damaged progress and a full storage lose nothing else.
import { expect, test } from "vitest";
import { createCourse, findExercise, nextPath, PROGRESS_KEY } from "../../src/learn/lessons/course";
import { aStorage } from "../fakes";
import { realLearn } from "./realLearn";

const module = realLearn();

test("the best stars of an exercise are kept between visits", () => {
  const storage = aStorage();
  const course = createCourse(module, storage);
  course.record("rook-file", 2);
  course.record("rook-file", 1);
  course.setLast("learn=rook/2");
  const { progress } = createCourse(module, storage);
  expect(progress.value.stars).toEqual({ "rook-file": 2 });
  expect(progress.value.last).toBe("learn=rook/2");
});

test("another tab's progress is not overwritten", () => {
  const storage = aStorage();
  const [one, other] = [createCourse(module, storage), createCourse(module, storage)];
  one.record("rook-file", 3);
  other.record("rook-stars", 1);
  expect(createCourse(module, storage).progress.value.stars).toEqual({ "rook-file": 3, "rook-stars": 1 });
});

test("damaged progress is put aside and reported", () => {
  const storage = aStorage({ [PROGRESS_KEY]: "{", "trid.game.x": "a game" });
  const course = createCourse(module, storage);
  expect(course.error.value).toBe("broken");
  course.record("rook-file", 3);
  expect(storage.getItem(`${PROGRESS_KEY}.broken`)).toBe("{");
  expect(storage.getItem("trid.game.x")).toBe("a game");
  expect(createCourse(module, storage).progress.value.stars).toEqual({ "rook-file": 3 });
});

test("a full storage is reported, and the page remembers what was solved", () => {
  const storage = aStorage();
  storage.full = true;
  const course = createCourse(module, storage);
  course.record("rook-file", 3);
  course.record("rook-stars", 2);
  expect(course.error.value).toBe("full");
  expect(course.progress.value.stars).toEqual({ "rook-file": 3, "rook-stars": 2 });
});

test("progress of another browser is merged, unless it is damaged", () => {
  const course = createCourse(module, aStorage());
  course.record("rook-file", 1);
  expect(course.merge('{"stars":{"rook-file":3,"pawn-step":2}}')).toBe(true);
  expect(course.merge("oops")).toBe(false);
  expect(course.progress.value.stars).toEqual({ "rook-file": 3, "pawn-step": 2 });
});

test("a stage is reset alone", () => {
  const course = createCourse(module, aStorage());
  course.record("rook-file", 1);
  course.record("pawn-step", 1);
  course.reset("rook");
  expect(course.progress.value.stars).toEqual({ "pawn-step": 1 });
});

test("addresses name exercises, one after the other to the end of the course", () => {
  const { stages } = createCourse(module, aStorage());
  const found = findExercise(stages, "rook/2");
  expect(found?.stage.exercises[found.index]?.id).toBe("rook-stars");
  for (const wrong of ["rook/0", "rook/99", "rook/x", "nowhere/1", ""]) expect(findExercise(stages, wrong)).toBeNull();
  let count = 0;
  for (let path: string | null = "first/1"; path !== null; count++) {
    const at = findExercise(stages, path);
    path = at && nextPath(stages, at.stage, at.index);
  }
  expect(count).toBe(stages.flatMap(({ exercises }) => exercises).length);
});
