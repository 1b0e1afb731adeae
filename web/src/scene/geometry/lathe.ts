// Turns bodies of revolution on a lathe: the craft shared by every piece and by the stand.
import { BufferAttribute, BufferGeometry, LatheGeometry, SplineCurve, Vector2 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

/** A stretch of a profile from [radius, height] to [radius, height]; an edge stays crisp where two stretches meet. */
export interface ProfileSegment {
  readonly points: readonly (readonly [number, number])[];
  /** Curved through its points, or straight from one to the next. */
  readonly curved?: boolean;
  /** Inlaid metal instead of the body's own material. */
  readonly inlaid?: boolean;
}

/** How fine the lathe works: steps around, and steps along a curved stretch per point. */
export interface Detail {
  readonly radialSegments: number;
  readonly curveSegments: number;
}

export const HIGH_DETAIL: Detail = { radialSegments: 36, curveSegments: 3 };
export const LOW_DETAIL: Detail = { radialSegments: 18, curveSegments: 2 };

/** Marks a whole geometry as body (0) or inlay (1), and drops what the materials do not read. */
export function setInlay(geometry: BufferGeometry, inlay: number): BufferGeometry {
  geometry.deleteAttribute("uv");
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("inlay", new BufferAttribute(new Float32Array(count).fill(inlay), 1));
  if (!geometry.index) geometry.setIndex(Array.from({ length: count }, (_, index) => index));
  return geometry;
}

/** Joins parts into one geometry and lets go of the parts. */
export function mergeParts(parts: readonly BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries([...parts]);
  for (const part of parts) part.dispose();
  return whole;
}

export function lathe(profile: readonly ProfileSegment[], detail: Detail): BufferGeometry {
  return mergeParts(
    profile.map(({ points, curved, inlaid }) => {
      const corners = points.map(([radius, height]) => new Vector2(radius, height));
      const line = curved ? new SplineCurve(corners).getPoints((corners.length - 1) * detail.curveSegments) : corners;
      // A curve through its points may swing past the axis; the lathe must not.
      for (const point of line) point.x = Math.max(point.x, 0);
      return setInlay(new LatheGeometry(line, detail.radialSegments), inlaid ? 1 : 0);
    }),
  );
}
