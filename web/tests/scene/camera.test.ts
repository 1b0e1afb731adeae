// The camera: presets hold the whole set, tightly, and never turn it upside down.
import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { between, FIELD_OF_VIEW, frame, keep, orbit, pose, recall, zoom, type Direction } from "../../src/scene/camera";
import { aSet } from "./still";

const PRESETS: readonly Direction[] = ["white", "black", "top", "side", "front"];
const set = aSet();
const SQUARE = { aspect: 1, below: 0 };

function seen(
  preset: Direction,
  bottom: "white" | "black",
  aspect: number,
): { camera: PerspectiveCamera; points: Vector3[] } {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, aspect, 1, 600);
  pose(camera, frame(preset, bottom, set.subject(), { aspect, below: 0.1 }));
  return { camera, points: set.subject().points.map((point) => point.clone().project(camera)) };
}

describe.each(PRESETS)("the preset %s", (preset) => {
  it.each([
    ["a wide screen", 1.6],
    ["a phone", 0.46],
  ])("frames the whole set tightly on %s", (_, aspect) => {
    for (const bottom of ["white", "black"] as const) {
      const { points } = seen(preset, bottom, aspect);
      const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
      const [low, high] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
      expect(Math.max(-left, right, high)).toBeLessThanOrEqual(1);
      // The lowest tenth of the picture is left free for the page's buttons.
      expect(low).toBeGreaterThanOrEqual(-0.8);
      expect(right - left > 1.85 || high - low > 1.65).toBe(true);
    }
  });

  it("has the sky above", () => {
    const { camera } = seen(preset, "white", 1);
    expect(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion).y).toBeGreaterThan(0);
  });
});

describe("the hand on the camera", () => {
  it("never turns the set upside down", () => {
    let view = frame("white", "white", set.subject(), SQUARE);
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 600);
    for (let i = 0; i < 400; i++) {
      view = orbit(view, Math.sin(i) * 0.5, Math.cos(i * 1.7) * 0.6);
      pose(camera, view);
      expect(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion).y).toBeGreaterThan(0);
    }
  });

  it("zooms within bounds", () => {
    const view = frame("white", "white", set.subject(), SQUARE);
    expect(zoom(view, 1e-9).distance).toBeGreaterThan(5);
    expect(zoom(view, 1e9).distance).toBeLessThan(500);
  });

  it("finds a kept view again, on another screen too", () => {
    const subject = set.subject();
    const [wide, tall] = [
      { aspect: 1.6, below: 0 },
      { aspect: 0.46, below: 0.1 },
    ];
    const view = zoom(orbit(frame("white", "white", subject, wide), 0.7, 0.2), 0.6);
    const kept = keep(view, subject, wide);
    const found = recall(kept, subject, wide);
    expect(found.distance).toBeCloseTo(view.distance);
    expect([found.azimuth, found.elevation, found.target]).toEqual([view.azimuth, view.elevation, view.target]);
    expect(recall(kept, subject, tall).distance).toBeGreaterThan(view.distance);
  });

  it("goes the short way round", () => {
    const view = frame("white", "white", set.subject(), SQUARE);
    const half = between({ ...view, azimuth: 3 }, { ...view, azimuth: -3 }, 0.5);
    expect(Math.cos(half.azimuth)).toBeCloseTo(-1);
  });
});
