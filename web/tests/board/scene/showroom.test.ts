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
});
