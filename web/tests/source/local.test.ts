// A game kept here: its moves are read on from where they are known, wherever it goes.
import { expect, test } from "vitest";
import { createLocalSource } from "../../src/source/local";
import type { GameHandle } from "../../src/source/rules";
import type { History } from "../../src/wire/game";
import { realRules } from "../state/realRules";

const rules = realRules();

/** A real game that counts how many plies it has written out. */
function counted(): { game: GameHandle; written: () => number } {
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

test("a long game writes out each move once", async () => {
  const { game, written } = counted();
  const here = createLocalSource(game);
  const pieces = ["a1Wb3W", "a8Bb6B", "b3Wa1W", "b6Ba8B"];
  for (let round = 0; round < 4; round++) for (const move of pieces) expect(await here.play(move)).toBeNull();
  expect(here.history.value.moves).toHaveLength(16);
  expect(written()).toBe(16);
  await here.jump(0);
  await here.redo();
  await here.undo();
  await here.jump(16);
  expect(written()).toBe(16);
});

test("what is known stays the same, and what is played in the past replaces what followed", async () => {
  const { game } = counted();
  const here = createLocalSource(game);
  for (const move of ["b2Wb4N", "b7Bb5N", "c2Wc3N"]) await here.play(move);
  const before = here.history.value.moves;
  await here.jump(1);
  expect(here.history.value).toEqual({ moves: before, ply: 1 });
  await here.play("c7Bc6N");
  expect(here.history.value.moves.map((each) => each.text)).toEqual(["b4N", "c6N"]);
  expect(here.history.value.moves[0]).toBe(before[0]);
  expect(here.history.value).toEqual(JSON.parse(game.history()));
});

test("the move that was undone, played again, keeps what followed it", async () => {
  const { game } = counted();
  const here = createLocalSource(game);
  for (const move of ["b2Wb4N", "b7Bb5N", "c2Wc3N"]) await here.play(move);
  await here.jump(1);
  await here.play("b7Bb5N");
  expect(here.history.value).toEqual(JSON.parse(game.history()));
  expect(here.history.value.ply).toBe(2);
});
