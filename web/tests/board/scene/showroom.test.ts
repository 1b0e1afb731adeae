// The turntable of the home screen.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turntable } from "../../../src/board/scene/showroom";

describe("the turntable", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("turns slowly and evenly until it is stopped, and once however often it is started", () => {
    let turned = 0;
    const turntable = new Turntable((angle) => (turned += angle));
    turntable.start();
    turntable.start();
    vi.advanceTimersByTime(9_000);
    // A tenth of a turn.
    expect(turned).toBeGreaterThan(0.6);
    expect(turned).toBeLessThan(0.65);
    turntable.stop();
    const before = turned;
    vi.advanceTimersByTime(1_000);
    expect(turned).toBe(before);
  });

  it("sweeps the light slowly from side to side", () => {
    const lights: number[] = [];
    const turntable = new Turntable((_, light) => lights.push(light));
    turntable.start();
    vi.advanceTimersByTime(23_000);
    turntable.stop();
    expect(Math.max(...lights)).toBeCloseTo(0.8, 2);
    expect(Math.min(...lights)).toBeCloseTo(-0.8, 2);
    const steps = lights.slice(1).map((light, index) => Math.abs(light - (lights[index] ?? light)));
    expect(Math.max(...steps)).toBeLessThan(0.01);
  });
});
