// Lathe geometry from profiles, shared by the pieces and the stand.
import { BufferAttribute, BufferGeometry, LatheGeometry, SplineCurve, Vector2 } from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";

export type ProfilePoint = readonly [radius: number, height: number];

/** Part of a lathe profile. Normals are not smoothed across segments. */
export interface ProfileSegment {
  readonly points: readonly ProfilePoint[];
  /** A spline through the points instead of straight lines. */
  readonly curved: boolean;
  /** Rendered as inlaid metal instead of the body's material. */
  readonly inlaid: boolean;
}

export function polyline(...points: ProfilePoint[]): ProfileSegment {
  return { points, curved: false, inlaid: false };
}

export function curve(...points: ProfilePoint[]): ProfileSegment {
  return { points, curved: true, inlaid: false };
}

export function inlaid(segment: ProfileSegment): ProfileSegment {
  return { ...segment, inlaid: true };
}

/** Tessellation: segments around the axis, and segments per point of a curved profile. */
export interface Detail {
  readonly radialSegments: number;
  readonly curveSegments: number;
}

export const HIGH_DETAIL: Detail = { radialSegments: 36, curveSegments: 3 };
export const LOW_DETAIL: Detail = { radialSegments: 18, curveSegments: 2 };

/** Sets the `inlay` attribute of all vertices (0 body, 1 inlay), adds an index and drops unused UVs. */
export function setInlay(geometry: BufferGeometry, inlay: number): BufferGeometry {
  geometry.deleteAttribute("uv");
  const count = geometry.getAttribute("position").count;
  geometry.setAttribute("inlay", new BufferAttribute(new Float32Array(count).fill(inlay), 1));
  if (!geometry.index) geometry.setIndex(Array.from({ length: count }, (_, index) => index));
  return geometry;
}

/** Merges parts into one geometry and disposes of them. */
export function mergeParts(parts: readonly BufferGeometry[]): BufferGeometry {
  const merged = mergeGeometries([...parts]);
  for (const part of parts) part.dispose();
  return merged;
}

export function lathe(profile: readonly ProfileSegment[], detail: Detail): BufferGeometry {
  return mergeParts(
    profile.map(({ points, curved, inlaid }) => {
      const corners = points.map(([radius, height]) => new Vector2(radius, height));
      const line = curved ? new SplineCurve(corners).getPoints((corners.length - 1) * detail.curveSegments) : corners;
      // A spline can overshoot the axis; a negative radius would fold the surface over.
      for (const point of line) point.x = Math.max(point.x, 0);
      return setInlay(new LatheGeometry(line, detail.radialSegments), inlaid ? 1 : 0);
    }),
  );
}
