// Flat discs that fade towards the rim, used as fake contact shadows.
import { BufferGeometry, Float32BufferAttribute } from "three";

export type DiscRing = readonly [radius: number, opacity: number];

/** Builds a flat disc from rings ordered from the center outwards. The opacity goes into the vertex alpha. */
export function makeSoftDisc(rings: readonly DiscRing[], segments: number): BufferGeometry {
  const positions: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  for (const [radius, opacity] of rings) {
    for (let i = 0; i < segments; i++) {
      const angle = (i / segments) * Math.PI * 2;
      positions.push(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
      colors.push(1, 1, 1, opacity);
    }
  }
  for (let ring = 0; ring + 1 < rings.length; ring++) {
    for (let i = 0; i < segments; i++) {
      const a = ring * segments + i;
      const b = ring * segments + ((i + 1) % segments);
      indices.push(a, b, a + segments, b, b + segments, a + segments);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colors, 4));
  geometry.setIndex(indices);
  return geometry;
}

/** Rings of a disc with radius 1: constant opacity out to the radius `core`, then a smoothstep down to 0. */
export function fadingRings(opacity: number, core: number, steps = 12): DiscRing[] {
  const rings: DiscRing[] = [[0, opacity]];
  for (let i = 0; i <= steps; i++) {
    const t = i / steps;
    rings.push([core + (1 - core) * t, opacity * (1 - t * t * (3 - 2 * t))]);
  }
  return rings;
}
