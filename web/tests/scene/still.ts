// A set without a screen for tests: nothing moves by itself, every change is at its end at once.
import { PerspectiveCamera, type Object3D } from "three";
import { FIELD_OF_VIEW, frame, pose, type Direction } from "../../src/scene/camera";
import { makeMaterials } from "../../src/scene/materials";
import { Motions } from "../../src/scene/motion";
import { ChessSet } from "../../src/scene/set";
import { COARSE } from "../../src/scene/shapes/turned";
import { world } from "./games";

/** `fades` lets pieces go thin in their own time. */
export function aSet(fades?: Motions): ChessSet {
  const motions = new Motions(
    () => true,
    () => undefined,
  );
  const look = { board: "glass", pieces: "classic", lighting: "light", richness: "plain" } as const;
  const glass = { light: [1, 1, 1, 0.5], dark: [0, 0, 0, 0.5] } as const;
  return new ChessSet(world, motions, fades ?? motions, COARSE, glass, makeMaterials(look));
}

export function aCamera(
  set: ChessSet,
  preset: Direction,
  { width, height } = { width: 960, height: 800 },
): PerspectiveCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 1, 600);
  pose(camera, frame(preset, "white", set.subject(), { width, height, covered: [] }));
  return camera;
}

export function countObjects(root: Object3D): number {
  let count = 0;
  root.traverse(() => count++);
  return count;
}
