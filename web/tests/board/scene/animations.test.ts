// Animations: timing, easing and reduced motion.
import { describe, expect, it } from "vitest";
import { easeInOutCubic, Animations } from "../../../src/board/scene/render/animations";

describe("an animation", () => {
  it("ends with exactly 1, once", () => {
    const values: number[] = [];
    let doneCalls = 0;
    const animations = new Animations(
      () => false,
      () => undefined,
    );
    const start = performance.now();
    animations.run(
      200,
      (t) => values.push(t),
      () => doneCalls++,
    );
    for (const time of [0, 50, 100, 150, 199, 260, 400]) animations.step(start + time);
    expect(values.at(-1)).toBe(1);
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect(doneCalls).toBe(1);
    expect(animations.running).toBe(false);
  });

  it("ends at once with reduced motion", () => {
    const values: number[] = [];
    const animations = new Animations(
      () => true,
      () => undefined,
    );
    animations.run(350, (t) => values.push(t));
    expect(values).toEqual([1]);
    expect(animations.running).toBe(false);
  });

  it("requests frames only while it runs", () => {
    let requests = 0;
    const animations = new Animations(
      () => false,
      () => requests++,
    );
    expect(requests).toBe(0);
    animations.run(100, () => undefined);
    expect(requests).toBe(1);
    animations.finish();
    expect(animations.running).toBe(false);
  });

  it("eases in and out", () => {
    expect([easeInOutCubic(0), easeInOutCubic(0.5), easeInOutCubic(1)]).toEqual([0, 0.5, 1]);
    expect(easeInOutCubic(0.1)).toBeLessThan(0.1);
    expect(easeInOutCubic(0.9)).toBeGreaterThan(0.9);
  });
});
