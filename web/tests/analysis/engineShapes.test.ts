// The engine's lines and threat as shapes on the boards.
import { expect, test } from "vitest";
import { engineShapes } from "../../src/analysis/engine/engineShapes";
import { variation } from "./fakeEngine";

const piece = variation("b2Wb4N", { from: "b2W", to: "b4N" });
const board = variation("QL1-QL2", { from: "QL1", to: "QL2" });
const turnedBoard = variation("QL1-QL2^180", { from: "QL1", to: "QL2" });
const turn = variation("QL1^180", { from: "QL1", to: "QL1" });

test("each line has an arrow, the best one the widest, in a colour of its own and on top", () => {
  const { arrows, rings } = engineShapes([piece, board], null);
  expect(arrows.map(({ from, to, tone }) => [from, to, tone])).toEqual([
    ["QL1", "QL2", "alternative"],
    ["b2W", "b4N", "engine"],
  ]);
  expect(arrows[1]?.weight).toBeGreaterThan(arrows[0]?.weight ?? 1);
  expect(arrows.every(({ dashed }) => dashed)).toBe(true);
  expect(rings).toEqual([]);
});

test("lines that differ only by a turn share an arrow, and a turn in place is a ring", () => {
  const { arrows, rings } = engineShapes([board, turnedBoard, turn, turn], null);
  expect(arrows).toHaveLength(1);
  expect(rings).toEqual([{ at: "QL1", tone: "alternative" }]);
});

test("the threat has a tone of its own, also beside a line with the same arrow", () => {
  const { arrows } = engineShapes([piece], piece);
  expect(arrows.map(({ tone }) => tone).sort()).toEqual(["engine", "threat"]);
});

test("a line without a move has no arrow", () => {
  expect(engineShapes([variation("")], null)).toEqual({ arrows: [], rings: [] });
});
