// When the set is drawn: once for many changes, after the map where it must wait, and once more when it rests.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrameScheduler } from "../../src/scene/render/frameScheduler";

let drawn = 0;
let rests = 0;
let moving = 0;
let frames: FrameScheduler;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  drawn = rests = moving = 0;
  frames = new FrameScheduler(
    () => {
      drawn++;
      return moving-- > 0;
    },
    () => rests++,
  );
});

afterEach(() => {
  frames.stop();
  vi.useRealTimers();
});

describe("frames", () => {
  it("are one for all that asks before it", () => {
    for (let i = 0; i < 5; i++) frames.request();
    frames.requestAfterNext();
    frames.requestAfter(100);
    vi.advanceTimersByTime(500);
    expect(drawn).toBe(1);
  });

  it("go on while something moves", () => {
    moving = 9;
    frames.request();
    vi.advanceTimersByTime(500);
    expect(drawn).toBe(10);
  });

  it("leave the next frame to others when told so", () => {
    frames.requestAfterNext();
    vi.advanceTimersToNextFrame();
    expect(drawn).toBe(0);
    vi.advanceTimersToNextFrame();
    expect(drawn).toBe(1);
  });

  it("wait until nothing has asked for a while, unless something asks at once", () => {
    for (let i = 0; i < 5; i++) {
      frames.requestAfter(120);
      vi.advanceTimersByTime(100);
    }
    expect(drawn).toBe(0);
    vi.advanceTimersByTime(60);
    expect(drawn).toBe(1);
    frames.requestAfter(120);
    frames.request();
    vi.advanceTimersByTime(20);
    expect(drawn).toBe(2);
    vi.advanceTimersByTime(300);
    expect(drawn).toBe(2);
  });

  it("are settled when the last that was asked for is drawn", async () => {
    let settled = false;
    await frames.settled();
    frames.requestAfter(120);
    void frames.settled().then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(100);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(60);
    expect(settled).toBe(true);
  });

  it("tell of rest once, a while after the last", () => {
    frames.request();
    vi.advanceTimersByTime(600);
    frames.request();
    vi.advanceTimersByTime(600);
    expect(rests).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(rests).toBe(1);
    expect(drawn).toBe(2);
  });

  it("end, and keep no one waiting", async () => {
    frames.request();
    const settled = frames.settled();
    frames.stop();
    await settled;
    vi.advanceTimersByTime(5000);
    expect([drawn, rests]).toEqual([0, 0]);
  });
});
