// Camera viewpoints: presets frame the set tightly, and user input never turns it upside down.
import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import {
  interpolate,
  FIELD_OF_VIEW,
  framePreset,
  saveView,
  orbit,
  applyViewpoint,
  restoreView,
  zoom,
  type FixedPreset,
} from "../../../src/board/scene/camera/viewpoint";
import { makeSet } from "./fixtures";

const PRESETS: readonly FixedPreset[] = ["white", "black", "showcase", "top", "side", "front"];
const set = makeSet();
const SQUARE = { width: 800, height: 800, covered: [] };
/** Height of the camera buttons at the bottom of the canvas. */
const BUTTONS = 52;

function projectFrom(
  preset: FixedPreset,
  bottom: "white" | "black",
  width: number,
  height: number,
): { camera: PerspectiveCamera; points: Vector3[] } {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 1, 600);
  const covered = [{ left: 0, right: width, top: height - BUTTONS, bottom: height }];
  applyViewpoint(camera, framePreset(preset, bottom, set.framingSubject(), { width, height, covered }));
  return { camera, points: set.framingSubject().points.map((point) => point.clone().project(camera)) };
}

describe.each(PRESETS)("preset %s", (preset) => {
  it.each([
    ["a wide screen", 1058, 780],
    ["a phone", 372, 425],
    ["a tall phone", 372, 720],
  ])("frames the whole set tightly on %s", (_, width, height) => {
    for (const bottom of ["white", "black"] as const) {
      const { points } = projectFrom(preset, bottom, width, height);
      const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
      const [low, high] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
      expect(Math.max(-left, right, high)).toBeLessThanOrEqual(1);
      expect((1 + low) * (height / 2)).toBeGreaterThanOrEqual(BUTTONS);
      // It fills one dimension up to its margins: at most 40 pixels left and right, 10 above and 24 over the buttons.
      const usedWidth = ((right - left) / 2) * width;
      const usedHeight = ((high - low) / 2) * height;
      expect(usedWidth > width - 81 || usedHeight > height - BUTTONS - 35).toBe(true);
    }
  });

  it("keeps the camera upright", () => {
    const { camera } = projectFrom(preset, "white", 800, 800);
    expect(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion).y).toBeGreaterThan(0);
  });
});

describe("a viewport with a button in its corner", () => {
  it("shows no board behind the button", () => {
    const [width, height] = [372, 470];
    const button = { left: 280, right: 361, top: 11, bottom: 45 };
    for (const preset of PRESETS) {
      const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 1, 600);
      applyViewpoint(camera, framePreset(preset, "white", set.framingSubject(), { width, height, covered: [button] }));
      for (const board of set.layout.world.boards) {
        const { x, y } = set.layout.boardPosition(board).project(camera);
        const [left, top] = [((x + 1) * width) / 2, ((1 - y) * height) / 2];
        const hidden = left > button.left && left < button.right && top > button.top && top < button.bottom;
        expect(hidden, `${board.id} from ${preset}`).toBe(false);
      }
    }
  });
});

describe("camera movement", () => {
  it("never turns the set upside down", () => {
    let view = framePreset("white", "white", set.framingSubject(), SQUARE);
    const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 600);
    for (let i = 0; i < 400; i++) {
      view = orbit(view, Math.sin(i) * 0.5, Math.cos(i * 1.7) * 0.6);
      applyViewpoint(camera, view);
      expect(new Vector3(0, 1, 0).applyQuaternion(camera.quaternion).y).toBeGreaterThan(0);
    }
  });

  it("limits the zoom", () => {
    const view = framePreset("white", "white", set.framingSubject(), SQUARE);
    expect(zoom(view, 1e-9).distance).toBeGreaterThan(5);
    expect(zoom(view, 1e9).distance).toBeLessThan(500);
  });

  it("restores a saved view, also on a screen of another shape", () => {
    const subject = set.framingSubject();
    const [wide, tall] = [
      { width: 1280, height: 800, covered: [] },
      { width: 372, height: 800, covered: [] },
    ];
    const view = zoom(orbit(framePreset("white", "white", subject, wide), 0.7, 0.2), 0.6);
    const saved = saveView(view, subject, wide);
    const restored = restoreView(saved, subject, wide);
    expect(restored.distance).toBeCloseTo(view.distance);
    expect([restored.azimuth, restored.elevation, restored.target]).toEqual([
      view.azimuth,
      view.elevation,
      view.target,
    ]);
    expect(restoreView(saved, subject, tall).distance).toBeGreaterThan(view.distance);
  });

  it("interpolates the shorter way round", () => {
    const view = framePreset("white", "white", set.framingSubject(), SQUARE);
    const half = interpolate({ ...view, azimuth: 3 }, { ...view, azimuth: -3 }, 0.5);
    expect(Math.cos(half.azimuth)).toBeCloseTo(-1);
  });
});
