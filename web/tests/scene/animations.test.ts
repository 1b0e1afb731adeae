// Things that move for a while, and things that must not move.
import { describe, expect, it } from "vitest";
import { easeInOutCubic, Animations } from "../../src/scene/render/animations";

describe("a motion", () => {
  it("ends exactly, and once", () => {
    const shares: number[] = [];
    let ended = 0;
    const motions = new Animations(
      () => false,
      () => undefined,
    );
    const start = performance.now();
    motions.run(
      200,
      (share) => shares.push(share),
      () => ended++,
    );
    for (const time of [0, 50, 100, 150, 199, 260, 400]) motions.step(start + time);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(ended).toBe(1);
    expect(motions.running).toBe(false);
  });

  it("is over at once when nothing may move", () => {
    const shares: number[] = [];
    const motions = new Animations(
      () => true,
      () => undefined,
    );
    motions.run(350, (share) => shares.push(share));
    expect(shares).toEqual([1]);
    expect(motions.running).toBe(false);
  });

  it("asks for frames only while it lasts", () => {
    let asked = 0;
    const motions = new Animations(
      () => false,
      () => asked++,
    );
    expect(asked).toBe(0);
    motions.run(100, () => undefined);
    expect(asked).toBe(1);
    motions.finish();
    expect(motions.running).toBe(false);
  });

  it("starts and ends gently", () => {
    expect([easeInOutCubic(0), easeInOutCubic(0.5), easeInOutCubic(1)]).toEqual([0, 0.5, 1]);
    expect(easeInOutCubic(0.1)).toBeLessThan(0.1);
    expect(easeInOutCubic(0.9)).toBeGreaterThan(0.9);
  });
});
