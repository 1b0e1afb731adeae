// Pieces that hide what must be seen go thin in a moment, or at once when nothing may move.
import { describe, expect, it } from "vitest";
import { Animations } from "../../src/scene/render/animations";
import { randomGame } from "./randomGames";
import { makeSet } from "./fixtures";

function shown(still: boolean) {
  const fades = new Animations(
    () => still,
    () => undefined,
  );
  const set = makeSet(fades);
  const [start] = randomGame(2, 0);
  if (!start) throw new Error("there is no start");
  set.show(start);
  const model = set.pieceOn("b2W");
  if (!model) throw new Error("there is no piece on b2W");
  const hide = (hidden: boolean) =>
    set.setFaded(
      () => false,
      (each) => hidden && each === model,
    );
  return { fades, set, model, hide };
}

describe("a piece in the way", () => {
  it("fades, and comes back, through what lies between", () => {
    const { fades, set, model, hide } = shown(false);
    const begun = performance.now();
    hide(true);
    expect(model.fade).toBe(0);
    fades.step(begun + 110);
    expect(model.fade).toBeGreaterThan(0);
    expect(model.fade).toBeLessThan(1);
    hide(true);
    fades.step(begun + 1000);
    expect(model.fade).toBe(1);
    expect(fades.running).toBe(false);
    expect([...set.pieces.models].filter(({ fade }) => fade > 0)).toEqual([model]);
    hide(false);
    fades.step(performance.now() + 1000);
    expect(model.fade).toBe(0);
  });

  it("is thin at once under reduced motion", () => {
    const { model, hide } = shown(true);
    hide(true);
    expect(model.fade).toBe(1);
    hide(false);
    expect(model.fade).toBe(0);
  });

  it("turns round in mid-fade without a jump to its end", () => {
    const { fades, model, hide } = shown(false);
    hide(true);
    fades.step(performance.now() + 110);
    const half = model.fade;
    hide(false);
    fades.step(performance.now() + 5);
    expect(model.fade).toBeLessThanOrEqual(half);
    expect(model.fade).toBeGreaterThan(half / 2);
  });
});
