// Draws square marks, pin rings and the column beam, with one instanced mesh per shape.
import {
  BufferGeometry,
  Color,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from "three";
import { makeMarkMaterial } from "../materials/materials";
import type { WorldLayout } from "../set/worldLayout";
import type { MarkShape, PinTone, Highlights, MarkTone } from "./highlights";
import type { Lighting } from "../materials/themes";

const MARK_COLORS: Readonly<Record<MarkTone, number>> = {
  last: 0xe9b949,
  selected: 0xffc233,
  target: 0x2ecc8f,
  capture: 0xff5a3c,
  check: 0xff2d2d,
  hover: 0x2f9be6,
  column: 0x8ac6f2,
  look: 0xb08cff,
  hint: 0x4aa8ff,
  illegal: 0xff5a3c,
  threat: 0xff7a59,
  pending: 0xffa51f,
  premove: 0xb08cff,
};

const PIN_COLORS: Readonly<Partial<Record<PinTone, number>>> = {
  eligible: 0x2ecc8f,
  barred: 0x8a8f96,
  selected: 0xffc233,
  illegal: 0xff5a3c,
  last: 0xe9b949,
  hint: 0x4aa8ff,
};

/** A flat band between an inner and an outer outline with the same number of points. */
function band(
  inner: readonly (readonly [number, number])[],
  outer: readonly (readonly [number, number])[],
): BufferGeometry {
  const positions = [...inner, ...outer].flatMap(([x, z]) => [x, 0, z]);
  const count = inner.length;
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    indices.push(i, next, count + i, next, count + next, count + i);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  return geometry;
}

function circle(radius: number): (readonly [number, number])[] {
  return Array.from({ length: 40 }, (_, i) => {
    const angle = (i / 40) * Math.PI * 2;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const;
  });
}

function rectangle(half: number): (readonly [number, number])[] {
  return [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
}

function corners(): BufferGeometry {
  const positions: number[] = [];
  for (const [x, z] of rectangle(0.93))
    positions.push(x, 0, z, x - Math.sign(x) * 0.52, 0, z, x, 0, z - Math.sign(z) * 0.52);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return geometry;
}

const SHAPES: Readonly<
  Record<MarkShape, { readonly make: () => BufferGeometry; readonly opacity: number; readonly capacity: number }>
> = {
  fill: { make: () => band(rectangle(0.001), rectangle(0.95)), opacity: 0.55, capacity: 80 },
  dot: { make: () => band(circle(0.001), circle(0.34)), opacity: 0.95, capacity: 80 },
  ring: { make: () => band(circle(0.7), circle(0.9)), opacity: 0.95, capacity: 80 },
  outline: { make: () => band(rectangle(0.84), rectangle(0.97)), opacity: 0.95, capacity: 80 },
  corners: { make: corners, opacity: 0.85, capacity: 160 },
};

/** Keeps marks from z-fighting with the glass. */
const ABOVE_GLASS = 0.025;

export class Marks {
  readonly group = new Group();
  readonly #layout: WorldLayout;
  readonly #shapes: Readonly<Record<MarkShape, InstancedMesh>>;
  readonly #pins: InstancedMesh;
  readonly #beam: Mesh<CylinderGeometry, MeshBasicMaterial>;
  #highlights: Pick<Highlights, "marks" | "column" | "pins"> = { marks: [], column: [], pins: new Map() };

  constructor(layout: WorldLayout) {
    this.#layout = layout;
    const make = (shape: MarkShape) => {
      const mesh = new InstancedMesh(
        SHAPES[shape].make(),
        makeMarkMaterial(SHAPES[shape].opacity),
        SHAPES[shape].capacity,
      );
      mesh.frustumCulled = false;
      mesh.renderOrder = 2;
      this.group.add(mesh);
      return mesh;
    };
    this.#shapes = {
      fill: make("fill"),
      dot: make("dot"),
      ring: make("ring"),
      outline: make("outline"),
      corners: make("corners"),
    };
    this.#pins = new InstancedMesh(band(circle(0.3), circle(0.52)), makeMarkMaterial(0.95), layout.world.pins.length);
    this.#pins.frustumCulled = false;
    this.#pins.renderOrder = 2;
    this.#beam = new Mesh(new CylinderGeometry(0.035, 0.035, 1, 8), makeMarkMaterial(0.55));
    this.#beam.renderOrder = 2;
    this.group.add(this.#pins, this.#beam);
  }

  setLighting(lighting: Lighting): void {
    this.#beam.material.color.set(lighting === "light" ? 0x2f7fb8 : 0x9fd8ff);
  }

  show(highlights: Pick<Highlights, "marks" | "column" | "pins">): void {
    this.#highlights = highlights;
    this.place();
  }

  /** Moves the marks to the current positions of their squares. */
  place(): void {
    const { marks, column, pins } = this.#highlights;
    const matrix = new Matrix4();
    const color = new Color();
    const counts: Record<MarkShape, number> = { fill: 0, dot: 0, ring: 0, outline: 0, corners: 0 };
    for (const { shape, tone, square } of marks) {
      const mesh = this.#shapes[shape];
      if (counts[shape] >= SHAPES[shape].capacity) continue;
      const position = this.#layout.squarePosition(square);
      position.y += ABOVE_GLASS + counts[shape] * 0.0002;
      mesh.setMatrixAt(counts[shape], matrix.makeTranslation(position));
      mesh.setColorAt(counts[shape], color.set(MARK_COLORS[tone]));
      counts[shape]++;
    }
    for (const [shape, mesh] of Object.entries(this.#shapes)) updateInstances(mesh, counts[shape as MarkShape]);
    let pinCount = 0;
    for (const [pin, tone] of pins) {
      const pinColor = PIN_COLORS[tone];
      if (pinColor === undefined) continue;
      const position = this.#layout.socketPosition(pin);
      position.y += 0.09;
      this.#pins.setMatrixAt(pinCount, matrix.makeTranslation(position));
      this.#pins.setColorAt(pinCount++, color.set(pinColor));
    }
    updateInstances(this.#pins, pinCount);
    this.#placeBeam(column.map((square) => this.#layout.squarePosition(square)));
  }

  #placeBeam(points: readonly Vector3[]): void {
    const bottom = points[0];
    const top = points.at(-1);
    this.#beam.visible = bottom !== undefined && top !== undefined && points.length > 1;
    if (!bottom || !top || !this.#beam.visible) return;
    this.#beam.position.lerpVectors(bottom, top, 0.5);
    this.#beam.scale.y = top.y - bottom.y;
  }

  /** Dims the rings by a strength from 0 to 1, to animate a check. */
  pulse(strength: number): void {
    (this.#shapes.ring.material as MeshBasicMaterial).opacity = 0.95 - 0.5 * strength;
  }

  dispose(): void {
    for (const mesh of [...Object.values(this.#shapes), this.#pins]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
    this.#beam.geometry.dispose();
    this.#beam.material.dispose();
  }
}

function updateInstances(mesh: InstancedMesh, count: number): void {
  mesh.count = count;
  mesh.visible = count > 0;
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
