// Occluding pieces fade over time, or at once with reduced motion.
import { describe, expect, it } from "vitest";
import { Animations } from "../../../src/board/scene/render/animations";
import { randomGame } from "./randomGames";
import { makeSet } from "./fixtures";

function setUp(reducedMotion: boolean) {
  const fades = new Animations(
    () => reducedMotion,
    () => undefined,
  );
  const set = makeSet(fades);
  const [first] = randomGame(2, 0);
  if (!first) throw new Error("the game has no position");
  set.show(first);
  const model = set.pieceOn("b2W");
  if (!model) throw new Error("no piece on b2W");
  const setHidden = (hidden: boolean) =>
    set.setFaded(
      () => false,
      (each) => hidden && each === model,
    );
  return { fades, set, model, setHidden };
}

describe("an occluding piece", () => {
  it("fades out and back in gradually", () => {
    const { fades, set, model, setHidden } = setUp(false);
    const start = performance.now();
    setHidden(true);
    expect(model.fade).toBe(0);
    fades.step(start + 110);
    expect(model.fade).toBeGreaterThan(0);
    expect(model.fade).toBeLessThan(1);
    setHidden(true);
    fades.step(start + 1000);
    expect(model.fade).toBe(1);
    expect(fades.running).toBe(false);
    expect([...set.pieces.models].filter(({ fade }) => fade > 0)).toEqual([model]);
    setHidden(false);
    fades.step(performance.now() + 1000);
    expect(model.fade).toBe(0);
  });

  it("fades at once with reduced motion", () => {
    const { model, setHidden } = setUp(true);
    setHidden(true);
    expect(model.fade).toBe(1);
    setHidden(false);
    expect(model.fade).toBe(0);
  });

  it("reverses a running fade without a jump", () => {
    const { fades, model, setHidden } = setUp(false);
    setHidden(true);
    fades.step(performance.now() + 110);
    const half = model.fade;
    setHidden(false);
    fades.step(performance.now() + 5);
    expect(model.fade).toBeLessThanOrEqual(half);
    expect(model.fade).toBeGreaterThan(half / 2);
  });
});
