// The size of the map's squares.
import { expect, test } from "vitest";
import { measure } from "../../src/map/measure";

test("a wide map has the boards side by side", () => {
  expect(measure(1060, 420)).toEqual({ cell: 39, stacked: false });
  expect(measure(1060, 360)).toEqual({ cell: 34, stacked: false });
  expect(measure(760, null)).toEqual({ cell: 26, stacked: false });
  expect(measure(3000, 2000)).toEqual({ cell: 64, stacked: false });
});

test("a phone stacks them, large enough for touch", () => {
  expect(measure(374, null)).toEqual({ cell: 40, stacked: true });
});

test("a tablet stacks them unless they are large enough for touch side by side", () => {
  expect(measure(760, null, true)).toMatchObject({ stacked: true });
  expect(measure(1000, null, true)).toEqual({ cell: 36, stacked: false });
});

test("beside the 3D view the stacked boards fit the height", () => {
  expect(measure(390, 790)).toEqual({ cell: 42, stacked: true });
  expect(measure(390, 500)).toEqual({ cell: 25, stacked: true });
});
