// Occluding pieces fade over time, or at once with reduced motion.
import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Animations } from "../../../src/board/scene/render/animations";
import { randomGame } from "./randomGames";
import { makeSet } from "./fixtures";

const NO_FOCUS = { focus: null, slice: null };

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
  // From a low eye in front of it, the pawn hides the piece behind it.
  const target = set.layout.squarePosition("b1W");
  const eye = target.clone().lerp(set.layout.squarePosition("b2W").add(new Vector3(0, 0.7, 0)), 20);
  const setHidden = (hidden: boolean) => set.openView(eye, hidden ? ["b1W"] : [], NO_FOCUS, null);
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

describe("boards in the way of a square", () => {
  it("turn to clear glass, unless they hold a square that is shown", () => {
    const { set } = setUp(true);
    const target = set.layout.squarePosition("a1W");
    const above = target.clone().add(new Vector3(0, 100, 0));
    const looks = () => [...set.boards.attack].filter(({ look }) => look === "clear").map(({ pin }) => pin);
    set.openView(above, ["a1W"], NO_FOCUS, null);
    expect(looks()).toEqual(["QL1"]);
    set.openView(above, ["a1W", "a1QL1"], NO_FOCUS, null);
    expect(looks()).toEqual([]);
    set.openView(above, [], { focus: "B", slice: null }, null);
    expect(set.boards.main.map(({ look }) => look)).toEqual(["faded", "faded", "solid"]);
  });

  it("fade outside the storey that the slicer shows", () => {
    const { set } = setUp(true);
    set.openView(new Vector3(0, 100, 0), [], { focus: null, slice: 1 }, null);
    const solid = [
      ...set.boards.main.map(({ look, level }) => [level, look]),
      ...set.boards.attack.map(({ look, pin }) => [pin, look]),
    ];
    expect(solid.filter(([, look]) => look === "solid").map(([name]) => name)).toEqual(["QL1", "KL1"]);
    expect(set.pieceOn("b1W")?.fade).toBe(1);
    expect(set.pieceOn("a1QL1")?.fade).toBe(0);
  });
});
