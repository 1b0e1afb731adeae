// Sweeps rounded sections along a path in an upright plane: necks and manes, the spine and the arms of the stand.
import { BufferGeometry, CatmullRomCurve3, Float32BufferAttribute, Vector3, type BufferAttribute } from "three";

/** A section across the sweep: where it is (forward, up), its half depth in the path's plane and its half width. */
export type CrossSection = readonly [forward: number, up: number, depth: number, width: number];

/** Forward is +x, up is +y, widths lie along z; `notch` bites into the outline like cut locks of hair. */
export function sweep(sections: readonly CrossSection[], around: number, steps: number, notch = 0): BufferGeometry {
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
