// Carves the knight's neck and head: rounded sections swept along the neck and along the head, with ears, mane and eyes.
import {
  BufferGeometry,
  CatmullRomCurve3,
  ConeGeometry,
  Float32BufferAttribute,
  SphereGeometry,
  Vector3,
  type BufferAttribute,
} from "three";
import { finish, join, type Fineness } from "./turned";

/** A section across the sweep: where it is (forward, up), its half depth in the horse's plane and its half width. */
type Section = readonly [forward: number, up: number, depth: number, width: number];

const NECK: readonly Section[] = [
  [-0.02, 0.46, 0.46, 0.4],
  [-0.04, 0.62, 0.44, 0.36],
  [-0.12, 0.9, 0.37, 0.28],
  [-0.17, 1.2, 0.31, 0.235],
  [-0.13, 1.48, 0.27, 0.215],
  [-0.02, 1.68, 0.21, 0.18],
  [0.04, 1.76, 0.1, 0.1],
];

const HEAD: readonly Section[] = [
  [-0.14, 1.62, 0.1, 0.1],
  [-0.03, 1.6, 0.23, 0.2],
  [0.13, 1.51, 0.26, 0.225],
  [0.3, 1.37, 0.205, 0.175],
  [0.45, 1.22, 0.165, 0.15],
  [0.57, 1.11, 0.165, 0.155],
  [0.64, 1.04, 0.13, 0.13],
  [0.675, 1.005, 0.05, 0.06],
];

const MANE: readonly Section[] = [
  [0.1, 1.86, 0.05, 0.035],
  [-0.06, 1.84, 0.09, 0.06],
  [-0.26, 1.68, 0.12, 0.075],
  [-0.41, 1.4, 0.12, 0.08],
  [-0.47, 1.1, 0.12, 0.08],
  [-0.5, 0.82, 0.1, 0.075],
  [-0.5, 0.6, 0.04, 0.05],
];

/** Sweeps rounded sections along a path in the horse's plane; `notch` bites into the outline like cut locks of hair. */
function sweep(sections: readonly Section[], around: number, steps: number, notch = 0): BufferGeometry {
  const path = new CatmullRomCurve3(
    sections.map(([forward, up]) => new Vector3(forward, up, 0)),
    false,
    "centripetal",
  );
  const sizes = new CatmullRomCurve3(sections.map(([, , depth, width]) => new Vector3(depth, width, 0)));
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    const center = path.getPoint(t);
    const tangent = path.getTangent(t);
    const size = sizes.getPoint(t);
    const bite = notch > 0 ? 1 - notch * Math.abs(Math.sin(t * Math.PI * 6)) : 1;
    for (let j = 0; j <= around; j++) {
      const angle = (j / around) * Math.PI * 2;
      const depth = Math.cos(angle) * size.x * bite;
      positions.push(center.x - tangent.y * depth, center.y + tangent.x * depth, Math.sin(angle) * size.y);
    }
  }
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < around; j++) {
      const a = i * (around + 1) + j;
      const b = a + around + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  closeSeam(geometry.getAttribute("normal") as BufferAttribute, around);
  return geometry;
}

/** Gives the first and the last vertex of every section, which share a place, one normal. */
function closeSeam(normal: BufferAttribute, around: number): void {
  const sum = new Vector3();
  const other = new Vector3();
  for (let first = 0; first + around < normal.count; first += around + 1) {
    sum
      .fromBufferAttribute(normal, first)
      .add(other.fromBufferAttribute(normal, first + around))
      .normalize();
    normal.setXYZ(first, sum.x, sum.y, sum.z);
    normal.setXYZ(first + around, sum.x, sum.y, sum.z);
  }
}

/** The head and neck, facing +x, to stand on the knight's foot. */
export function carveKnight({ around, along }: Fineness): BufferGeometry {
  const ring = Math.max(14, Math.round(around * 0.6));
  const parts = [
    finish(sweep(NECK, ring, along * 7), 0),
    finish(sweep(HEAD, ring, along * 8), 0),
    finish(sweep(MANE, Math.round(ring / 2), along * 12, 0.35), 0),
  ];
  for (const side of [-1, 1]) {
    const ear = new ConeGeometry(0.075, 0.3, 10);
    ear.scale(1, 1, 0.7);
    ear.rotateZ(0.16);
    ear.rotateX(side * 0.2);
    ear.translate(-0.02, 1.87, side * 0.12);
    const cheek = new SphereGeometry(0.175, 16, 12);
    cheek.scale(1, 1, 0.5);
    cheek.translate(0.1, 1.43, side * 0.145);
    const eye = new SphereGeometry(0.04, 10, 8);
    eye.translate(0.24, 1.545, side * 0.165);
    const nostril = new SphereGeometry(0.035, 8, 6);
    nostril.translate(0.6, 1.13, side * 0.12);
    parts.push(finish(ear, 0), finish(cheek, 0), finish(eye, 1), finish(nostril, 1));
  }
  return join(parts);
}
