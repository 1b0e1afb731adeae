// Playing at this screen: reading the history incrementally, and pausing its clocks.
import { expect, test } from "vitest";
import { newClock } from "../../src/core/clock";
import { LocalMode } from "../../src/board/localMode";
import type { WasmGame } from "../../src/wasm/rules/trid_rules";
import type { History } from "../../src/wire/game";
import { realRules } from "../core/realCore";

const rules = realRules();

/** A real game that counts the plies it serializes. */
function counted(): { game: WasmGame; written: () => number } {
  const game = rules.newGame("revised", null);
  const history = game.history.bind(game);
  let plies = 0;
  game.history = (known) => {
    const text = history(known);
    plies += (JSON.parse(text) as History).moves.length;
    return text;
  };
  return { game, written: () => plies };
}

test("each move of a long game is serialized once", async () => {
  const { game, written } = counted();
  const local = new LocalMode(game);
  const pieces = ["a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B"];
  for (let round = 0; round < 4; round++) for (const move of pieces) expect(await local.play(move)).toBeNull();
  expect(local.board.history.value.moves).toHaveLength(16);
  expect(written()).toBe(16);
  local.steps.jump(0);
  local.steps.redo();
  local.steps.undo();
  local.steps.jump(16);
  expect(written()).toBe(16);
});

test("known moves stay the same objects, and a move in the past replaces the later ones", async () => {
  const { game } = counted();
  const local = new LocalMode(game);
  for (const move of ["b2Wb4N", "b7Bb5N", "c2Wc3N"]) await local.play(move);
  const before = local.board.history.value.moves;
  local.steps.jump(1);
  expect(local.board.history.value).toEqual({ moves: before, ply: 1 });
  await local.play("c7Bc6N");
  expect(local.board.history.value.moves.map((each) => each.text)).toEqual(["b4N", "c6N"]);
  expect(local.board.history.value.moves[0]).toBe(before[0]);
  expect(local.board.history.value).toEqual(JSON.parse(game.history()));
});

test("replaying an undone move keeps the moves after it", async () => {
  const { game } = counted();
  const local = new LocalMode(game);
  for (const move of ["b2Wb4N", "b7Bb5N", "c2Wc3N"]) await local.play(move);
  local.steps.jump(1);
  await local.play("b7Bb5N");
  expect(local.board.history.value).toEqual(JSON.parse(game.history()));
  expect(local.board.history.value.ply).toBe(2);
});

test("the clocks wait while the game is not shown", async () => {
  let now = 1000;
  const clock = newClock({ initial: 60_000, increment: 0 });
  const local = new LocalMode(rules.newGame("revised", null), { clock, now: () => now });
  await local.play("b2Wb4N");
  now += 5000;
  local.setPaused(true);
  expect(local.clocks.value).toMatchObject({ running: null, black: 55_000 });
  now += 100_000;
  local.setPaused(false);
  expect(local.clocks.value).toMatchObject({ running: "black", black: 55_000, since: now });
  local.dispose();
});
