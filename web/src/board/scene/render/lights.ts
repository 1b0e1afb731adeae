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
  Object3D,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  Vector3,
  type Side,
  type Texture,
  type WebGLRenderer,
} from "three";
import type { Lighting } from "../materials/families";

/** A softbox of the environment room. */
interface Softbox {
  readonly size: readonly [width: number, height: number];
  readonly position: readonly [number, number, number];
  readonly brightness: number;
  readonly color: number;
}

/** A large overhead softbox, tall strips on both sides that draw lines along edges, and a warm fill from the front. */
const SOFTBOXES: readonly Softbox[] = [
  { size: [11, 8], position: [-1.5, 9.8, -2], brightness: 5.5, color: 0xffffff },
  { size: [2.6, 15], position: [-9.8, 3, 4], brightness: 10, color: 0xfffaf2 },
  { size: [1.8, 15], position: [9.8, 3, 1], brightness: 7, color: 0xf2f7ff },
  { size: [13, 2], position: [2, 6.5, -9.8], brightness: 7, color: 0xf2f7ff },
  { size: [10, 2], position: [0, 2, 9.8], brightness: 2, color: 0xffe9cf },
];

/** Brightness of the room between the softboxes: walls, floor, and a factor for the softboxes. */
const ROOM: Readonly<Record<Lighting, { readonly wall: number; readonly floor: number; readonly softboxes: number }>> =
  {
    light: { wall: 0.46, floor: 0.62, softboxes: 1 },
    dark: { wall: 0.14, floor: 0.1, softboxes: 0.8 },
  };

/** Renders a room with softboxes into a prefiltered environment map. The caller disposes of it. */
export function makeEnvironment(renderer: WebGLRenderer, lighting: Lighting): Texture {
  const room = new Scene();
  const { wall, floor, softboxes } = ROOM[lighting];
  const box = new BoxGeometry(20, 20, 20);
  const plane = new PlaneGeometry();
  const materials: MeshBasicMaterial[] = [];
  const paint = (color: Color, side: Side) => {
    const material = new MeshBasicMaterial({ side, color });
    materials.push(material);
    return material;
  };
  room.add(new Mesh(box, paint(new Color().setScalar(wall), BackSide)));
  const ground = new Mesh(plane, paint(new Color().setScalar(floor), DoubleSide));
  ground.scale.set(20, 20, 1);
  ground.rotation.x = -Math.PI / 2;
  ground.position.y = -9.9;
  room.add(ground);
  for (const { size, position, brightness, color } of SOFTBOXES) {
    const mesh = new Mesh(plane, paint(new Color(color).multiplyScalar(brightness * softboxes), DoubleSide));
    mesh.scale.set(...size, 1);
    mesh.position.set(...position);
    mesh.lookAt(0, 0, 0);
    room.add(mesh);
  }
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.01);
  generator.dispose();
  box.dispose();
  plane.dispose();
  for (const material of materials) material.dispose();
  return texture;
}

/** A key light with soft shadows and a hemisphere light. */
export class Lights {
  readonly group = new Group();
  readonly #key: DirectionalLight;
  readonly #toKey: Vector3;
  readonly #sky = new HemisphereLight(0xffffff, 0x8d8a86, 1);

  constructor(center: Vector3, shadowExtent: number) {
    this.#key = makeKeyLight(center, shadowExtent);
    this.#toKey = this.#key.position.clone().sub(center);
    this.group.add(this.#key, this.#key.target, this.#sky);
  }

  update(lighting: Lighting, reflections: boolean, shadows: boolean): void {
    const light = lighting === "light";
    this.#key.intensity = light ? 1.75 : 1.5;
    this.#key.castShadow = shadows;
    // Reflections from the environment map replace most of the ambient light.
    this.#sky.intensity = reflections ? (light ? 0.1 : 0.22) : light ? 1.9 : 1.5;
  }

  /** Turns the key light about the set by an angle in radians. */
  turn(angle: number): void {
    const { position, target } = this.#key;
    position.copy(this.#toKey).applyAxisAngle(Object3D.DEFAULT_UP, angle).add(target.position);
  }

  dispose(): void {
    this.#key.dispose();
    this.#sky.dispose();
  }
}

function makeKeyLight(center: Vector3, extent: number): DirectionalLight {
  const light = new DirectionalLight(0xfff6ea, 2);
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
