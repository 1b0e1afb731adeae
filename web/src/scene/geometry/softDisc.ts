// Soft dark blots that fade outwards: the shadows of what stands close to a surface.
import { BufferGeometry, Float32BufferAttribute } from "three";

/** A ring of a blot: [radius, darkness]. */
export type DiscRing = readonly [radius: number, darkness: number];

/** A flat blot of the given rings, from the middle outwards. Its vertices are black, their opacity is the darkness. */
export function makeSoftDisc(rings: readonly DiscRing[], around: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  for (const [radius, darkness] of rings) {
    for (let i = 0; i < around; i++) {
      const angle = (i / around) * Math.PI * 2;
      positions.push(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
      colors.push(0, 0, 0, darkness);
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < around; i++) {
      const a = ring * around + i;
      const b = ring * around + ((i + 1) % around);
      indices.push(a, b, a + around, b, b + around, a + around);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colors, 4));
  geometry.setIndex(indices);
  return geometry;
}

/** Rings of a shadow that is full out to `core` (a share of the radius) and then fades softly to nothing. */
export function fadingRings(darkness: number, core: number, steps = 12): DiscRing[] {
  const rings: DiscRing[] = [[0, darkness]];
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    rings.push([core + (1 - core) * share, darkness * (1 - share * share * (3 - 2 * share))]);
  }
  return rings;
}
