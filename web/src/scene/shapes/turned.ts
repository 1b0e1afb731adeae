// Turns bodies of revolution on a lathe: the craft shared by every piece and by the stand.
import { BufferAttribute, BufferGeometry, LatheGeometry, SplineCurve, Vector2 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

/** A stretch of a profile from [radius, height] to [radius, height]; an edge stays crisp where two stretches meet. */
export interface Stretch {
  readonly points: readonly (readonly [number, number])[];
  /** Curved through its points, or straight from one to the next. */
  readonly curved?: boolean;
  /** Inlaid metal instead of the body's own material. */
  readonly inlaid?: boolean;
}

/** How fine the lathe works: steps around, and steps along a curved stretch per point. */
export interface Fineness {
  readonly around: number;
  readonly along: number;
}

export const FINE: Fineness = { around: 36, along: 3 };
export const COARSE: Fineness = { around: 18, along: 2 };

/** Marks a whole geometry as body (0) or inlay (1), and drops what the materials do not read. */
export function finish(geometry: BufferGeometry, inlay: number): BufferGeometry {
  geometry.deleteAttribute("uv");
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("inlay", new BufferAttribute(new Float32Array(count).fill(inlay), 1));
  if (!geometry.index) geometry.setIndex(Array.from({ length: count }, (_, index) => index));
  return geometry;
}

/** Joins parts into one geometry and lets go of the parts. */
export function join(parts: readonly BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries([...parts]);
  for (const part of parts) part.dispose();
  return whole;
}

export function turn(profile: readonly Stretch[], fineness: Fineness): BufferGeometry {
  return join(
    profile.map(({ points, curved, inlaid }) => {
      const corners = points.map(([radius, height]) => new Vector2(radius, height));
      const line = curved ? new SplineCurve(corners).getPoints((corners.length - 1) * fineness.along) : corners;
      // A curve through its points may swing past the axis; the lathe must not.
      for (const point of line) point.x = Math.max(point.x, 0);
      return finish(new LatheGeometry(line, fineness.around), inlaid ? 1 : 0);
    }),
  );
}
