// Arrow keys and levels in the map.
import { expect, test } from "vitest";
import { neighbour, otherLevel, type Spot } from "../../../src/board/map/focus";

// Two boards with a gap between them, the right one with a row above:
//        . .  x3 y3
//   x2 y2  .  x2' y2'
const spots: Spot[] = [
  { square: "left1", x: 0, y: 10 },
  { square: "left2", x: 10, y: 10 },
  { square: "right1", x: 30, y: 10 },
  { square: "right2", x: 40, y: 10 },
  { square: "high1", x: 30, y: 0 },
  { square: "high2", x: 40, y: 0 },
];

test("arrows go to the nearest square in a direction, across gaps", () => {
  expect(neighbour(spots, "left1", "right")).toBe("left2");
  expect(neighbour(spots, "left2", "right")).toBe("right1");
  expect(neighbour(spots, "right1", "left")).toBe("left2");
  expect(neighbour(spots, "right2", "up")).toBe("high2");
});

test("there is no neighbour beyond the edge", () => {
  expect(neighbour(spots, "left1", "left")).toBeNull();
  expect(neighbour(spots, "high1", "up")).toBeNull();
});

test("a square that does not exist leads to the first one", () => expect(neighbour(spots, "gone", "up")).toBe("left1"));

test("levels wrap around", () => {
  expect(otherLevel(["a4W", "a4N", "a4QL5"], "a4W", 1)).toBe("a4N");
  expect(otherLevel(["a4W", "a4N", "a4QL5"], "a4W", -1)).toBe("a4QL5");
  expect(otherLevel(["b1W"], "b1W", 1)).toBe("b1W");
});
