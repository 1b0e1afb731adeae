// A chess set without a canvas, with all animations disabled.
import { PerspectiveCamera, type Object3D } from "three";
import {
  diagramAxes,
  FIELD_OF_VIEW,
  framePreset,
  applyViewpoint,
  type FixedPreset,
  type Viewport,
} from "../../../src/board/scene/camera/viewpoint";
import { FAMILIES } from "../../../src/board/scene/materials/families";
import { makeMaterials } from "../../../src/board/scene/materials/materials";
import { Animations } from "../../../src/board/scene/render/animations";
import { ChessSet } from "../../../src/board/scene/set/chessSet";
import { LOW_DETAIL } from "../../../src/board/scene/geometry/lathe";
import type { World } from "../../../src/wire/world";
import { world } from "./randomGames";

/** Pass `fades` or `moves` to control animations. */
export function makeSet(fades?: Animations, moves?: Animations, drawn: World = world): ChessSet {
  const animations = new Animations(
    () => true,
    () => undefined,
  );
  const options = { family: "amber", lighting: "light", shading: "lambert" } as const;
  const { clear, light, dark } = FAMILIES.amber;
  const glass = {
    clear: [1, 1, 1, clear.opacity],
    light: [1, 1, 1, light.opacity],
    dark: [0, 0, 0, dark.opacity],
  } as const;
  return new ChessSet(drawn, moves ?? animations, fades ?? animations, LOW_DETAIL, glass, makeMaterials(options));
}

export function makeCamera(
  set: ChessSet,
  preset: FixedPreset,
  { width, height, covered = [] }: Omit<Viewport, "covered"> & Partial<Viewport> = { width: 960, height: 800 },
): PerspectiveCamera {
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, width / height, 1, 600);
  const view = framePreset(preset, "white", set.framingSubject(), { width, height, covered });
  applyViewpoint(camera, view);
  set.setDiagram(diagramAxes(view));
  return camera;
}

export function countObjects(root: Object3D): number {
  let count = 0;
  root.traverse(() => count++);
  return count;
}
