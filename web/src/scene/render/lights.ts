// The light around the set: a photographer's room made by code for the reflections, one key light for the shadows.
import {
  BackSide,
  BoxGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  Vector3,
  type Texture,
  type WebGLRenderer,
} from "three";
import { fadingRings, makeSoftDisc } from "../geometry/softDisc";
import { mergeParts } from "../geometry/lathe";
import type { Lighting } from "../materials/themes";

/** A room of grey walls with soft boxes: [width, height, position, brightness]. */
const SOFT_BOXES: readonly (readonly [number, number, readonly [number, number, number], number])[] = [
  [9, 9, [0, 9.8, 0], 5],
  [3, 12, [-9.8, 2, 3], 7],
  [3, 12, [9.8, 2, -2], 5],
  [12, 2.2, [0, 3, 9.8], 3.2],
  [10, 3, [2, 5, -9.8], 4],
];

/** Renders the room into a prefiltered map for reflections. The caller disposes of it. */
export function makeEnvironment(renderer: WebGLRenderer, lighting: Lighting): Texture {
  const room = new Scene();
  const dim = lighting === "light" ? 1 : 0.55;
  const box = new BoxGeometry(20, 20, 20);
  const wall = new MeshBasicMaterial({
    side: BackSide,
    color: new Color().setScalar(lighting === "light" ? 0.54 : 0.26),
  });
  room.add(new Mesh(box, wall));
  const panel = new PlaneGeometry();
  const made: MeshBasicMaterial[] = [wall];
  for (const [width, height, position, brightness] of SOFT_BOXES) {
    const material = new MeshBasicMaterial({ side: DoubleSide, color: new Color().setScalar(brightness * dim) });
    made.push(material);
    const mesh = new Mesh(panel, material);
    mesh.scale.set(width, height, 1);
    mesh.position.set(...position);
    mesh.lookAt(0, 0, 0);
    room.add(mesh);
  }
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room);
  generator.dispose();
  box.dispose();
  panel.dispose();
  for (const material of made) material.dispose();
  return texture;
}

export interface Lights {
  readonly group: Group;
  /** Sets strengths for day or night, with or without reflections to help, with or without shadows. */
  update(lighting: Lighting, reflections: boolean, shadows: boolean): void;
  dispose(): void;
}

/** A key light with soft shadows that covers a set of the given middle and reach, and the soft shadow under its base. */
export function makeLights(middle: Vector3, reach: number, ground: number): Lights {
  const group = new Group();
  const key = new DirectionalLight(0xffffff, 2);
  key.position.copy(middle).add(new Vector3(-0.45, 1.35, 0.55).multiplyScalar(reach * 1.6));
  key.target.position.copy(middle);
  key.shadow.mapSize.set(768, 768);
  key.shadow.radius = 5;
  key.shadow.blurSamples = 16;
  key.shadow.bias = -0.0006;
  key.shadow.normalBias = 0.03;
  Object.assign(key.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    near: 1,
    far: reach * 4.5,
  });
  const sky = new HemisphereLight(0xffffff, 0x8d8a86, 1);
  const floor = new Mesh(
    mergeParts([
      makeSoftDisc(fadingRings(0.5, 0.5), 48).scale(4.2, 1, 5.8),
      makeSoftDisc(fadingRings(0.16, 0.05), 48).scale(9.5, 1, 14),
    ]),
    new MeshBasicMaterial({ color: 0, vertexColors: true, transparent: true, depthWrite: false }),
  );
  // Seen from below the table is not there.
  floor.rotation.x = Math.PI;
  floor.position.set(middle.x, ground - 0.01, middle.z);
  floor.renderOrder = -1;
  group.add(key, key.target, sky, floor);
  return {
    group,
    update(lighting, reflections, shadows) {
      const day = lighting === "light";
      key.intensity = day ? 1.95 : 1.7;
      key.castShadow = shadows;
      sky.intensity = reflections ? (day ? 0.12 : 0.3) : day ? 1.9 : 1.5;
      floor.material.opacity = day ? 0.7 : 1;
    },
    dispose() {
      key.dispose();
      sky.dispose();
      floor.geometry.dispose();
      floor.material.dispose();
    },
  };
}
