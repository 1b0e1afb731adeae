// The parts of squares and pins, looked up in the real World.
import { expect, test } from "vitest";
import { indexWorld, squareExists } from "../../src/board/worldIndex";
import { realRules } from "../core/realCore";

const { world } = realRules();
const index = indexWorld(world);

test("every square and pin of the World is indexed", () => {
  expect(index.squares.size).toBe(new Set(world.squares.map((each) => each.square)).size);
  expect([...index.pins.keys()].sort()).toEqual(world.pins.map((each) => each.id).sort());
});

test.each([
  ["b4N", { column: "b4", level: "N", pin: null }],
  ["z0QL1", { column: "z0", level: "QL1", pin: "QL1" }],
  ["e9KL6", { column: "e9", level: "KL6", pin: "KL6" }],
])("%s", (square, parts) => expect(index.squares.get(square)).toEqual(parts));

test.each([
  ["QL1", { line: "QL", number: 1 }],
  ["KL6", { line: "KL", number: 6 }],
] as const)("%s", (pin, parts) => expect(index.pins.get(pin)).toEqual(parts));

test("a square of an attack board exists only while a board is on its pin", () => {
  expect(squareExists(index, [], "b4N")).toBe(true);
  expect(squareExists(index, [], "z0QL1")).toBe(false);
  expect(squareExists(index, [{ pin: "QL1" }], "z0QL1")).toBe(true);
  expect(squareExists(index, [{ pin: "QL1" }], "x5Q")).toBe(false);
});
