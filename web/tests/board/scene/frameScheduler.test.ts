// Frame scheduling: coalescing, delays and the idle callback.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FrameScheduler } from "../../../src/board/scene/render/frameScheduler";

let drawn = 0;
let idles = 0;
let framesWanted = 0;
let frames: FrameScheduler;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame"] });
  drawn = idles = framesWanted = 0;
  frames = new FrameScheduler(
    () => {
      drawn++;
      return framesWanted-- > 0;
    },
    () => idles++,
  );
});

afterEach(() => {
  frames.stop();
  vi.useRealTimers();
});

describe("the frame scheduler", () => {
  it("coalesces requests into one frame", () => {
    for (let i = 0; i < 5; i++) frames.request();
    frames.requestAfterNext();
    frames.requestAfter(100);
    vi.advanceTimersByTime(500);
    expect(drawn).toBe(1);
  });

  it("continues while draw asks for more", () => {
    framesWanted = 9;
    frames.request();
    vi.advanceTimersByTime(500);
    expect(drawn).toBe(10);
  });

  it("skips one frame with requestAfterNext", () => {
    frames.requestAfterNext();
    vi.advanceTimersToNextFrame();
    expect(drawn).toBe(0);
    vi.advanceTimersToNextFrame();
    expect(drawn).toBe(1);
  });

  it("debounces requestAfter; request overrides it", () => {
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

  it("settles when the last requested frame is drawn", async () => {
    let settled = false;
    await frames.settled();
    frames.requestAfter(120);
    void frames.settled().then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(100);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(60);
    expect(settled).toBe(true);
  });

  it("reports idle once, some time after the last frame", () => {
    frames.request();
    vi.advanceTimersByTime(600);
    frames.request();
    vi.advanceTimersByTime(600);
    expect(idles).toBe(0);
    vi.advanceTimersByTime(5000);
    expect(idles).toBe(1);
    expect(drawn).toBe(2);
  });

  it("stops and resolves pending promises", async () => {
    frames.request();
    const settled = frames.settled();
    frames.stop();
    await settled;
    vi.advanceTimersByTime(5000);
    expect([drawn, idles]).toEqual([0, 0]);
  });
});
