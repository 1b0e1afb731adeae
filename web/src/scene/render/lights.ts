// The environment map for reflections, and the lights of the scene.
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
  type BufferGeometry,
  type Texture,
  type WebGLRenderer,
} from "three";
import { fadingRings, makeSoftDisc } from "../geometry/softDisc";
import { mergeParts } from "../geometry/lathe";
import type { Lighting } from "../materials/themes";

/** Light panels of the environment room: [width, height, position, brightness]. */
const LIGHT_PANELS: readonly (readonly [number, number, readonly [number, number, number], number])[] = [
  [9, 9, [0, 9.8, 0], 5],
  [3, 12, [-9.8, 2, 3], 7],
  [3, 12, [9.8, 2, -2], 5],
  [12, 2.2, [0, 3, 9.8], 3.2],
  [10, 3, [2, 5, -9.8], 4],
];

/** Renders a room with light panels into a prefiltered environment map. The caller disposes of it. */
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
  const materials: MeshBasicMaterial[] = [wall];
  for (const [width, height, position, brightness] of LIGHT_PANELS) {
    const material = new MeshBasicMaterial({ side: DoubleSide, color: new Color().setScalar(brightness * dim) });
    materials.push(material);
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
  for (const material of materials) material.dispose();
  return texture;
}

/** A key light with soft shadows, a hemisphere light, and a fake soft shadow under the base. */
export class Lights {
  readonly group = new Group();
  readonly #key: DirectionalLight;
  readonly #sky = new HemisphereLight(0xffffff, 0x8d8a86, 1);
  readonly #groundShadow: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor(center: Vector3, shadowExtent: number, ground: number) {
    this.#key = makeKeyLight(center, shadowExtent);
    this.#groundShadow = makeGroundShadow();
    this.#groundShadow.position.set(center.x, ground - 0.01, center.z);
    this.group.add(this.#key, this.#key.target, this.#sky, this.#groundShadow);
  }

  update(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    const light = lighting === "light";
    this.#key.intensity = light ? 1.95 : 1.7;
    this.#key.castShadow = shadows;
    // Reflections from the environment map replace most of the ambient light.
    this.#sky.intensity = reflections ? (light ? 0.12 : 0.3) : light ? 1.9 : 1.5;
    this.#groundShadow.material.opacity = light ? 0.7 : 1;
  }

  dispose(): void {
    this.#key.dispose();
    this.#sky.dispose();
    this.#groundShadow.geometry.dispose();
    this.#groundShadow.material.dispose();
  }
}

function makeKeyLight(center: Vector3, extent: number): DirectionalLight {
  const light = new DirectionalLight(0xffffff, 2);
  light.position.copy(center).add(new Vector3(-0.45, 1.35, 0.55).multiplyScalar(extent * 1.6));
  light.target.position.copy(center);
  light.shadow.mapSize.set(768, 768);
  light.shadow.radius = 5;
  light.shadow.blurSamples = 16;
  light.shadow.bias = -0.0006;
  light.shadow.normalBias = 0.03;
  Object.assign(light.shadow.camera, {
    left: -extent,
    right: extent,
    top: extent,
    bottom: -extent,
    near: 1,
    far: extent * 4.5,
  });
  return light;
}

function makeGroundShadow(): Mesh<BufferGeometry, MeshBasicMaterial> {
  const core = makeSoftDisc(fadingRings(0.5, 0.5), 48).scale(4.2, 1, 5.8);
  const penumbra = makeSoftDisc(fadingRings(0.16, 0.05), 48).scale(9.5, 1, 14);
  const shadow = new Mesh(
    mergeParts([core, penumbra]),
    new MeshBasicMaterial({ color: 0, vertexColors: true, transparent: true, depthWrite: false }),
  );
  // Faces up; back-face culling hides it from below.
  shadow.rotation.x = Math.PI;
  shadow.renderOrder = -1;
  return shadow;
}
