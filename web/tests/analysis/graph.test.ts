// The outline of the win-chance graph.
import { expect, test } from "vitest";
import { GRAPH, graphArea, graphLine, graphPoint, indexAt } from "../../src/analysis/report/graph";

test("White's win chance is at the top", () => {
  expect(graphPoint(0, 3, 1)).toEqual({ x: 0, y: 0 });
  expect(graphPoint(2, 3, 0)).toEqual({ x: GRAPH.width, y: GRAPH.height });
  expect(graphPoint(0, 1, 0.5)).toEqual({ x: 0, y: GRAPH.height / 2 });
});

test("positions without an evaluation leave gaps", () => {
  expect(graphLine([0.5, 1, null, 0, 0])).toBe("M0 100L250 0M750 200L1000 200");
  expect(graphArea([0.5, 1, null, null, null])).toBe("M0 200L0 100L250 0L250 200Z");
  expect([graphLine([]), graphLine([null, null])]).toEqual(["", ""]);
});

test("a place along the graph is the nearest position", () => {
  expect([-1, 0, 0.24, 0.26, 1, 2].map((place) => indexAt(place, 3))).toEqual([0, 0, 0, 1, 2, 2]);
  expect(indexAt(0.7, 1)).toBe(0);
});
