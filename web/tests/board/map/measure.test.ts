// The size of the map's squares and the arrangement of the boards.
import { expect, test } from "vitest";
import { measure } from "../../../src/board/map/measure";

test("a wide map has the boards side by side", () => {
  expect(measure({ width: 1420, height: 520, finger: null })).toEqual({ cell: 51, arrangement: "row" });
  expect(measure({ width: 964, height: 620, finger: null })).toEqual({ cell: 34, arrangement: "row" });
  expect(measure({ width: 964, height: 320, finger: null })).toEqual({ cell: 31, arrangement: "row" });
  expect(measure({ width: 3000, height: 2000, finger: null })).toEqual({ cell: 64, arrangement: "row" });
});

test("a narrow map beside the 3D view is a stack that fits the height", () => {
  expect(measure({ width: 400, height: 836, finger: null })).toEqual({ cell: 45, arrangement: "stack" });
  expect(measure({ width: 400, height: 656, finger: null })).toEqual({ cell: 35, arrangement: "stack" });
});

test("a low stack moves the attack boards inwards before its squares become small", () => {
  expect(measure({ width: 400, height: 540, finger: null })).toEqual({ cell: 34, arrangement: "compact" });
});

test("on a phone the squares are large enough for fingers, and the page grows if the screen is too low", () => {
  expect(measure({ width: 378, height: 640, finger: 40 })).toEqual({ cell: 40, arrangement: "compact" });
  expect(measure({ width: 378, height: 400, finger: 40 })).toEqual({ cell: 40, arrangement: "compact" });
  expect(measure({ width: 308, height: 400, finger: 40 })).toEqual({ cell: 33, arrangement: "compact" });
  expect(measure({ width: 378, height: 590, finger: 36 })).toEqual({ cell: 37, arrangement: "compact" });
});

test("a screen that is wide and low has the boards side by side", () => {
  expect(measure({ width: 832, height: 300, finger: 40 })).toEqual({ cell: 29, arrangement: "row" });
});

test("a tablet held upright stacks them with aligned ranks", () => {
  expect(measure({ width: 756, height: 800, finger: 40 })).toEqual({ cell: 43, arrangement: "stack" });
});
