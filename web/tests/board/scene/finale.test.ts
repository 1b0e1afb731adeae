// The mate that ends a game: the camera and the lit squares.
import { signal } from "@preact/signals-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CameraController, Framing } from "../../../src/board/scene/camera/cameraController";
import { Finale } from "../../../src/board/scene/finale";
import { DEFAULT_VIEW } from "../../../src/board/view";
import { aSnapshot } from "../../fakes";
import { makeSet } from "./fixtures";

const FLIGHTS = ["d8B", "e8KL6", "d9KL6"];
const escape = (kind: string, to: string | null) => ({ kind, to });

vi.mock("../../../src/core/analysisModule", () => ({
  loadAnalysisModule: () =>
    Promise.resolve({
      // A board can carry the king to a square that it can also walk to.
      insight: () =>
        JSON.stringify({
          mate: { escapes: [...FLIGHTS, "d8B"].map((to) => escape("flight", to)).concat(escape("block", "b5B")) },
        }),
    }),
}));

const MATE = aSnapshot({ status: "checkmate", check: "e9KL6" });

/** Starts a finale; `shown` are the framings that the camera was given. */
function play(reducedMotion = false) {
  vi.stubGlobal("matchMedia", () => ({ matches: reducedMotion }));
  const lit = signal<readonly string[]>([]);
  const shown: Framing[] = [];
  const camera = { viewpoint: { azimuth: 1 }, show: (framing: Framing) => shown.push(framing) };
  const stage = { camera: camera as unknown as CameraController, set: makeSet(), lit, view: signal(DEFAULT_VIEW) };
  return { finale: new Finale(stage, MATE), lit, shown };
}

const press = () => document.dispatchEvent(new Event("pointerdown"));

describe("the finale", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("turns to the king and lights each square that it cannot reach, one by one", async () => {
    const { lit, shown } = play();
    expect(shown).toMatchObject([{ preset: "mine", myView: { zoom: 0.45 } }]);
    const counts = new Set<number>();
    for (let time = 0; time < 3000; time += 50) {
      await vi.advanceTimersByTimeAsync(50);
      counts.add(lit.value.length);
    }
    expect([...counts]).toEqual([0, 1, 2, 3]);
    expect(lit.value).toEqual(FLIGHTS);
  });

  it("is stopped by a press, which shows the rest at once", async () => {
    const { lit } = play();
    await vi.advanceTimersByTimeAsync(800);
    expect(lit.value.length).toBe(1);
    press();
    expect(lit.value).toEqual(FLIGHTS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the next position, and the camera turns back", async () => {
    const { finale, lit, shown } = play();
    await vi.advanceTimersByTimeAsync(800);
    finale.stop();
    expect(lit.value).toEqual([]);
    expect(shown.at(-1)).toBe(DEFAULT_VIEW);
    press();
    await vi.advanceTimersByTimeAsync(3000);
    expect(lit.value).toEqual([]);
  });

  it("moves nothing with reduced motion", async () => {
    const { finale, lit, shown } = play(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(lit.value).toEqual(FLIGHTS);
    finale.stop();
    expect(shown).toEqual([]);
  });
});
