// Geometry of the supports: pin sockets, attack board posts, and the stand's spine, arms, foot and base.
import type { BufferGeometry } from "three";
import { sweep, type CrossSection } from "./sweep";
import { curve, inlaid, lathe, mergeParts, polyline, setInlay, type Detail, type ProfileSegment } from "./lathe";

/** The cup at a corner of a main board that holds a post. */
export function makeSocket(detail: Detail): BufferGeometry {
  return lathe(
    [
      curve([0, -0.3], [0.11, -0.3], [0.19, -0.24], [0.24, -0.14], [0.24, 0.02], [0.2, 0.06]),
      polyline([0.2, 0.06], [0.12, 0.06], [0.1, 0.02], [0, 0.02]),
    ],
    detail,
  );
}

/**
 * A post of height 1, scaled to reach from a pin's socket to the board above it.
 * The number of rings shows the owner without relying on color: one for White, two for Black.
 */
export function makePost(rings: 1 | 2, detail: Detail): BufferGeometry {
  const ring = (height: number): ProfileSegment =>
    inlaid(curve([0.07, height - 0.022], [0.125, height - 0.012], [0.125, height + 0.012], [0.07, height + 0.022]));
  const shaft = (from: number, to: number): ProfileSegment =>
    curve([0.06, from], [0.085, from + (to - from) * 0.4], [0.06, to]);
  return lathe(
    [
      curve([0.15, 0], [0.15, 0.02], [0.09, 0.05], [0.06, 0.1]),
      shaft(0.1, rings === 2 ? 0.42 : 0.46),
      ...(rings === 2 ? [ring(0.45), ring(0.53)] : [ring(0.49)]),
      shaft(rings === 2 ? 0.56 : 0.52, 0.86),
      curve([0.06, 0.86], [0.09, 0.92], [0.16, 0.96], [0.27, 0.985]),
      polyline([0.27, 0.985], [0.27, 1], [0, 1]),
    ],
    detail,
  );
}

/** Offset of the spine's joint from the center of a main board: behind its edge and slightly below the glass. */
export const JOINT = { behind: 4.95, below: 0.5 };

/** The spine, from the base up through the joint behind each board. Forward is towards Black. */
export function makeSpine(
  foot: readonly [forward: number, up: number],
  joints: readonly (readonly [forward: number, up: number])[],
  { radialSegments, curveSegments }: Detail,
): BufferGeometry {
  const [forward, up] = foot;
  const [lastForward, lastUp] = joints.at(-1) ?? foot;
  const geometry = sweep(
    [
      [forward, up, 0.26, 0.26],
      [forward + 0.02, up + 0.35, 0.19, 0.19],
      ...joints.map(([at, height], index): CrossSection => [at, height, 0.165 - index * 0.025, 0.165 - index * 0.025]),
      [lastForward + 0.22, lastUp + 0.42, 0.09, 0.09],
      [lastForward + 0.3, lastUp + 0.6, 0.02, 0.02],
    ],
    Math.round(radialSegments / 2),
    curveSegments * 20,
  );
  geometry.rotateY(Math.PI / 2);
  return setInlay(geometry, 0);
}

/**
 * The arm that carries a main board whose center is the origin, and the joint at the spine. The arm runs under the seam
 * between the middle files so that it hides no square.
 */
export function makeArm({ radialSegments, curveSegments }: Detail): BufferGeometry {
  const { behind, below } = JOINT;
  const arm = sweep(
    [
      [behind, -below, 0.1, 0.13],
      [behind - 0.5, -below + 0.02, 0.1, 0.11],
      [behind - 1.6, -below + 0.14, 0.075, 0.07],
      [0.6, -0.27, 0.055, 0.055],
      [-1.9, -0.22, 0.04, 0.045],
      [-2.0, -0.215, 0.01, 0.01],
    ],
    Math.max(10, Math.round(radialSegments / 3)),
    curveSegments * 8,
  );
  arm.rotateY(Math.PI / 2);
  const joint = lathe(
    [
      curve([0, -0.34], [0.13, -0.34], [0.19, -0.29], [0.22, -0.2]),
      inlaid(polyline([0.22, -0.2], [0.27, -0.17], [0.27, -0.1], [0.22, -0.07])),
      curve([0.22, -0.07], [0.3, 0], [0.22, 0.07]),
      inlaid(polyline([0.22, 0.07], [0.27, 0.1], [0.27, 0.17], [0.22, 0.2])),
      curve([0.22, 0.2], [0.19, 0.29], [0.13, 0.34], [0, 0.34]),
    ],
    { radialSegments: Math.round(radialSegments / 2), curveSegments },
  );
  joint.rotateX(-0.6);
  joint.translate(0, -below, -behind);
  const pad = lathe([curve([0.03, -0.24], [0.16, -0.22], [0.2, -0.18]), polyline([0.2, -0.18], [0, -0.165])], {
    radialSegments: Math.round(radialSegments / 2),
    curveSegments,
  });
  return mergeParts([setInlay(arm, 0), joint, pad]);
}

/** The base: an elliptic disc with an inlaid ring, its bottom at y = 0. */
export function makeBase(
  halfWidth: number,
  halfDepth: number,
  { radialSegments, curveSegments }: Detail,
): BufferGeometry {
  const detail = { radialSegments: radialSegments * 2, curveSegments };
  const base = lathe(
    [
      polyline([0, 0], [0.97, 0]),
      curve([0.97, 0], [1, 0.05], [1, 0.13], [0.985, 0.17]),
      inlaid(polyline([0.985, 0.17], [0.975, 0.18], [0.975, 0.195], [0.962, 0.21])),
      curve([0.962, 0.21], [0.9, 0.29], [0.7, 0.35], [0.35, 0.39], [0, 0.4]),
    ],
    detail,
  );
  base.scale(halfWidth, 1, halfDepth);
  return base;
}

/** The foot of the spine on top of the base, its bottom at y = 0. */
export function makeFoot(detail: Detail): BufferGeometry {
  return lathe(
    [
      curve([0.95, 0], [0.93, 0.07], [0.86, 0.1]),
      inlaid(polyline([0.86, 0.1], [0.84, 0.13], [0.8, 0.15])),
      curve([0.8, 0.15], [0.52, 0.22], [0.36, 0.4], [0.29, 0.7]),
      inlaid(polyline([0.29, 0.7], [0.34, 0.73], [0.34, 0.79], [0.29, 0.82])),
      polyline([0.29, 0.82], [0, 0.86]),
    ],
    detail,
  );
}
