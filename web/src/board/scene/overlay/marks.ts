// Draws square marks, pin rings and the lines that tie the squares of a column, with one instanced mesh per shape.
import {
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  InstancedMesh,
  Matrix4,
  Vector3,
  type MeshBasicMaterial,
} from "three";
import { makeMarkMaterial } from "../materials/materials";
import type { ChessSet } from "../set/chessSet";
import type { MarkShape, Highlights } from "./highlights";
import type { Palette } from "./palette";

/** A flat band between an inner and an outer outline with the same number of points. */
export function band(
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

export function circle(radius: number): (readonly [number, number])[] {
  return Array.from({ length: 40 }, (_, i) => {
    const angle = (i / 40) * Math.PI * 2;
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const;
  });
}

export function rectangle(half: number): (readonly [number, number])[] {
  return [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
}

function star(radius: number): (readonly [number, number])[] {
  return Array.from({ length: 10 }, (_, i) => {
    const angle = (i / 10) * Math.PI * 2;
    const length = i % 2 === 0 ? radius : radius * 0.45;
    return [Math.sin(angle) * length, -Math.cos(angle) * length] as const;
  });
}

/** A bracket in each corner of a square. */
function corners(): BufferGeometry {
  const [outer, width, length] = [0.98, 0.12, 0.44];
  const positions: number[] = [];
  for (const [x, z] of rectangle(1)) {
    const at = (across: number, along: number) => [x * (outer - across), 0, z * (outer - along)] as const;
    const quad = (a: number, b: number) => {
      for (const [across, along] of [
        [0, 0],
        [a, 0],
        [a, b],
        [0, 0],
        [a, b],
        [0, b],
      ] as const)
        positions.push(...at(across, along));
    };
    quad(length, width);
    quad(width, length);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return geometry;
}

interface Shape {
  readonly make: () => BufferGeometry;
  /** A thin contour in the edge color. */
  readonly makeEdge?: () => BufferGeometry;
  readonly opacity: number;
  readonly capacity: number;
}

const SHAPES: Readonly<Record<MarkShape, Shape>> = {
  fill: { make: () => band(rectangle(0.001), rectangle(0.97)), opacity: 0.5, capacity: 80 },
  dot: {
    make: () => band(circle(0.001), circle(0.32)),
    makeEdge: () => band(circle(0.32), circle(0.39)),
    opacity: 0.95,
    capacity: 80,
  },
  ring: {
    make: () => band(circle(0.83), circle(0.97)),
    makeEdge: () => band(circle(0.97), circle(1.02)),
    opacity: 0.95,
    capacity: 80,
  },
  outline: { make: () => band(rectangle(0.86), rectangle(0.98)), opacity: 0.95, capacity: 80 },
  corners: { make: corners, opacity: 0.9, capacity: 160 },
  star: {
    make: () => band(star(0.001), star(0.8)),
    makeEdge: () => band(star(0.8), star(0.92)),
    opacity: 0.95,
    capacity: 80,
  },
};
const SHAPE_NAMES = Object.keys(SHAPES) as MarkShape[];

/** Keeps marks from z-fighting with the glass. */
const ABOVE_GLASS = 0.03;
const TIE_RADIUS = 0.045;
const TIE_CAPACITY = 40;

type Shown = Pick<Highlights, "marks" | "ties" | "pins">;

export class Marks {
  readonly group = new Group();
  readonly #set: ChessSet;
  readonly #shapes: Readonly<Record<MarkShape, InstancedMesh>>;
  readonly #edges = new Map<MarkShape, InstancedMesh>();
  readonly #pins: InstancedMesh;
  readonly #ties: InstancedMesh;
  #palette: Palette | null = null;
  #highlights: Shown = { marks: [], ties: [], pins: new Map() };

  constructor(set: ChessSet) {
    this.#set = set;
    const make = (geometry: BufferGeometry, opacity: number, capacity: number, order = 2) => {
      const mesh = new InstancedMesh(geometry, makeMarkMaterial(opacity), capacity);
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      this.group.add(mesh);
      return mesh;
    };
    const shapes: Partial<Record<MarkShape, InstancedMesh>> = {};
    for (const name of SHAPE_NAMES) {
      const { make: makeShape, makeEdge, opacity, capacity } = SHAPES[name];
      shapes[name] = make(makeShape(), opacity, capacity);
      if (makeEdge) this.#edges.set(name, make(makeEdge(), 0.9, capacity));
    }
    this.#shapes = shapes as Record<MarkShape, InstancedMesh>;
    this.#pins = make(band(circle(0.3), circle(0.52)), 0.95, set.layout.world.pins.length);
    this.#ties = make(new CylinderGeometry(TIE_RADIUS, TIE_RADIUS, 1, 8), 0.7, TIE_CAPACITY);
  }

  setPalette(palette: Palette): void {
    this.#palette = palette;
    this.place();
  }

  show(highlights: Shown): void {
    this.#highlights = highlights;
    this.place();
  }

  /** Moves the marks to the current positions of their squares. */
  place(): void {
    const palette = this.#palette;
    if (!palette) return;
    const { marks, pins } = this.#highlights;
    for (const name of SHAPE_NAMES) {
      const { capacity } = SHAPES[name];
      const placed = marks.filter(({ shape }) => shape === name).slice(0, capacity);
      const edges = this.#edges.get(name);
      placed.forEach(({ tone, square }, index) => {
        const { position, scale } = this.#set.placementOf(square);
        position.y += ABOVE_GLASS + index * 0.0002;
        const matrix = new Matrix4().makeScale(scale, 1, scale).setPosition(position);
        this.#shapes[name].setMatrixAt(index, matrix);
        this.#shapes[name].setColorAt(index, palette.mark(tone));
        edges?.setMatrixAt(index, matrix);
        edges?.setColorAt(index, palette.edge);
      });
      for (const mesh of [this.#shapes[name], edges]) if (mesh) updateInstances(mesh, placed.length);
    }
    let pinCount = 0;
    for (const [pin, tone] of pins) {
      const color = palette.pin(tone);
      if (!color) continue;
      const position = this.#set.layout.socketPosition(pin);
      position.y += 0.09;
      this.#pins.setMatrixAt(pinCount, new Matrix4().makeTranslation(position));
      this.#pins.setColorAt(pinCount++, color);
    }
    updateInstances(this.#pins, pinCount);
    this.#placeTies(palette);
  }

  /** A vertical line through the squares of one column; the diagram shows them side by side instead. */
  #placeTies(palette: Palette): void {
    const ties = this.#set.isDiagram ? [] : this.#highlights.ties.slice(0, TIE_CAPACITY);
    ties.forEach(({ tone, squares }, index) => {
      const points = squares.map((square) => this.#set.layout.squarePosition(square));
      const [bottom, top] = [points[0], points.at(-1)];
      if (!bottom || !top) return;
      const matrix = new Matrix4().makeScale(1, top.y - bottom.y, 1);
      this.#ties.setMatrixAt(index, matrix.setPosition(new Vector3().lerpVectors(bottom, top, 0.5)));
      this.#ties.setColorAt(index, palette.mark(tone));
    });
    updateInstances(this.#ties, ties.length);
  }

  /** Dims the rings by a strength from 0 to 1, to animate a check. */
  pulse(strength: number): void {
    (this.#shapes.ring.material as MeshBasicMaterial).opacity = SHAPES.ring.opacity - 0.5 * strength;
  }

  dispose(): void {
    for (const mesh of [...Object.values(this.#shapes), ...this.#edges.values(), this.#pins, this.#ties]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
  }
}

function updateInstances(mesh: InstancedMesh, count: number): void {
  mesh.count = count;
  mesh.visible = count > 0;
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
