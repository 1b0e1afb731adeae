// Geometry swept along a path in the xy plane: the knight's neck and mane, the stand's spine and arms.
import { BufferGeometry, CatmullRomCurve3, Float32BufferAttribute, Vector3, type BufferAttribute } from "three";

/** An elliptic cross section: its center (forward, up), half depth in the path's plane and half width across it. */
export type CrossSection = readonly [forward: number, up: number, depth: number, width: number];

/** Forward is +x, up is +y, width is along z. `notch` (0 to 1) cuts periodic grooves, used for the mane. */
export function sweep(sections: readonly CrossSection[], segments: number, steps: number, notch = 0): BufferGeometry {
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
    const groove = notch > 0 ? 1 - notch * Math.abs(Math.sin(t * Math.PI * 6)) : 1;
    for (let j = 0; j <= segments; j++) {
      const angle = (j / segments) * Math.PI * 2;
      const depth = Math.cos(angle) * size.x * groove;
      positions.push(center.x - tangent.y * depth, center.y + tangent.x * depth, Math.sin(angle) * size.y);
    }
  }
  for (let i = 0; i < steps; i++) {
    for (let j = 0; j < segments; j++) {
      const a = i * (segments + 1) + j;
      const b = a + segments + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setIndex(indices);
  geometry.computeVertexNormals();
  closeSeam(geometry.getAttribute("normal") as BufferAttribute, segments);
  return geometry;
}

/** Averages the normals of the first and last vertex of each section, which coincide. */
function closeSeam(normal: BufferAttribute, segments: number): void {
  const sum = new Vector3();
  const other = new Vector3();
  for (let first = 0; first + segments < normal.count; first += segments + 1) {
    sum
      .fromBufferAttribute(normal, first)
      .add(other.fromBufferAttribute(normal, first + segments))
      .normalize();
    normal.setXYZ(first, sum.x, sum.y, sum.z);
    normal.setXYZ(first + segments, sum.x, sum.y, sum.z);
  }
}
