// Geometry of the six pieces. They share one foot and differ in head and height.
import { BoxGeometry, BufferGeometry, Float32BufferAttribute, Vector3, type BufferAttribute } from "three";
import type { Role } from "../../../wire/snapshot";
import { makeKnightHead } from "./knight";
import { curve, inlaid, lathe, mergeParts, polyline, setInlay, type Detail, type ProfileSegment } from "./lathe";

/** Heights in world units. */
export const HEIGHT: Readonly<Record<Role, number>> = {
  pawn: 1.5,
  rook: 1.72,
  knight: 2.0,
  bishop: 2.12,
  queen: 2.4,
  king: 2.6,
};

const FOOT_RADIUS: Readonly<Record<Role, number>> = {
  pawn: 0.62,
  rook: 0.7,
  knight: 0.72,
  bishop: 0.7,
  queen: 0.74,
  king: 0.76,
};

/** The foot of every piece, with an inlaid ring. It ends at 0.88 of the radius, at height 0.36. */
function foot(radius: number): ProfileSegment[] {
  return [
    polyline([0, 0], [radius * 0.94, 0]),
    curve([radius * 0.94, 0], [radius, 0.06], [radius, 0.15], [radius * 0.95, 0.21]),
    inlaid(polyline([radius * 0.95, 0.21], [radius * 0.97, 0.235], [radius * 0.97, 0.275], [radius * 0.93, 0.3])),
    polyline([radius * 0.93, 0.3], [radius * 0.88, 0.36]),
  ];
}

/** The body from the foot up to the neck. */
function stem(footRadius: number, neck: number, height: number): ProfileSegment {
  return curve(
    [footRadius * 0.88, 0.36],
    [footRadius * 0.72, 0.46],
    [footRadius * 0.5, 0.36 + (height - 0.36) * 0.36],
    [neck * 1.05, 0.36 + (height - 0.36) * 0.72],
    [neck, height],
  );
}

function collar(neck: number, radius: number, height: number): ProfileSegment[] {
  return [
    polyline([neck, height], [radius, height + 0.05], [radius, height + 0.09]),
    polyline([radius, height + 0.09], [radius * 0.62, height + 0.15]),
  ];
}

function pawn(detail: Detail): BufferGeometry {
  return lathe(
    [
      ...foot(FOOT_RADIUS.pawn),
      stem(FOOT_RADIUS.pawn, 0.2, 0.86),
      ...collar(0.2, 0.35, 0.86),
      curve([0.19, 1.0], [0.29, 1.09], [0.325, 1.21], [0.28, 1.36], [0.16, 1.465], [0, 1.5]),
    ],
    detail,
  );
}

function rook(detail: Detail): BufferGeometry {
  const walls = lathe(
    [
      ...foot(FOOT_RADIUS.rook),
      curve([FOOT_RADIUS.rook * 0.88, 0.36], [0.47, 0.48], [0.38, 0.72], [0.35, 1.02], [0.37, 1.16]),
      polyline([0.37, 1.16], [0.5, 1.26], [0.5, 1.3]),
      polyline([0.5, 1.3], [0.47, 1.34], [0.47, 1.46]),
      polyline([0.33, 1.46], [0.31, 1.42], [0, 1.42]),
    ],
    detail,
  );
  return mergeParts([
    walls,
    battlements(0.33, 0.47, 1.46, HEIGHT.rook, Math.max(2, Math.round(detail.radialSegments / 12))),
  ]);
}

/** Six merlons in a ring. */
function battlements(inner: number, outer: number, from: number, to: number, steps: number): BufferGeometry {
  const positions: number[] = [];
  const corner = (angle: number, radius: number, height: number) =>
    new Vector3(Math.cos(angle) * radius, height, Math.sin(angle) * radius);
  const quad = (a: Vector3, b: Vector3, c: Vector3, d: Vector3) => {
    for (const point of [a, b, c, a, c, d]) positions.push(point.x, point.y, point.z);
  };
  const circle = Math.PI * 2;
  for (let merlon = 0; merlon < 6; merlon++) {
    const start = (merlon / 6) * circle;
    const end = start + circle / 9.5;
    for (let step = 0; step < steps; step++) {
      const a = start + ((end - start) * step) / steps;
      const b = start + ((end - start) * (step + 1)) / steps;
      quad(corner(b, outer, from), corner(a, outer, from), corner(a, outer, to), corner(b, outer, to));
      quad(corner(a, inner, from), corner(b, inner, from), corner(b, inner, to), corner(a, inner, to));
      quad(corner(a, inner, to), corner(b, inner, to), corner(b, outer, to), corner(a, outer, to));
    }
    quad(corner(start, outer, from), corner(start, inner, from), corner(start, inner, to), corner(start, outer, to));
    quad(corner(end, inner, from), corner(end, outer, from), corner(end, outer, to), corner(end, inner, to));
  }
  // The floor between the merlons.
  for (let step = 0; step < steps * 12; step++) {
    const a = (step / (steps * 12)) * circle;
    const b = ((step + 1) / (steps * 12)) * circle;
    quad(corner(a, inner, from), corner(b, inner, from), corner(b, outer, from), corner(a, outer, from));
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return setInlay(geometry, 0);
}

function bishop(detail: Detail): BufferGeometry {
  const body = lathe(
    [...foot(FOOT_RADIUS.bishop), stem(FOOT_RADIUS.bishop, 0.22, 1.16), ...collar(0.22, 0.38, 1.16)],
    detail,
  );
  const mitre = lathe([curve([0.22, 1.3], [0.31, 1.4], [0.345, 1.53], [0.3, 1.7], [0.19, 1.87], [0.09, 1.97])], {
    radialSegments: detail.radialSegments * 2,
    curveSegments: detail.curveSegments * 4,
  });
  cutMitre(mitre.getAttribute("position") as BufferAttribute);
  mitre.computeVertexNormals();
  const knob = lathe([inlaid(curve([0.085, 1.96], [0.115, 2.02], [0.09, 2.09], [0, 2.12]))], detail);
  return mergeParts([body, mitre, knob]);
}

const CUT_WIDTH = 0.055;

/** Cuts the bishop's slot: pulls vertices near a tilted plane towards the axis. */
function cutMitre(position: BufferAttribute): void {
  for (let i = 0; i < position.count; i++) {
    const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
    const distance = Math.abs((y - 1.6) * 0.78 - (x + 0.02) * 0.62);
    if (x < -0.02 || distance > CUT_WIDTH) continue;
    const depth = 1 - 0.4 * Math.min(1, 2 * (1 - distance / CUT_WIDTH));
    position.setXYZ(i, x * depth, y, z * depth);
  }
}

function queen(detail: Detail): BufferGeometry {
  const body = lathe(
    [
      ...foot(FOOT_RADIUS.queen),
      stem(FOOT_RADIUS.queen, 0.23, 1.42),
      ...collar(0.23, 0.42, 1.42),
      curve([0.26, 1.57], [0.25, 1.66], [0.31, 1.9], [0.43, 2.12]),
    ],
    detail,
  );
  const crown = lathe([polyline([0.43, 2.12], [0.4, 2.135], [0.33, 2.06], [0, 2.1])], {
    radialSegments: 54,
    curveSegments: detail.curveSegments,
  });
  const dome = lathe(
    [
      curve([0.3, 2.06], [0.26, 2.17], [0.14, 2.25], [0.07, 2.27]),
      inlaid(curve([0.07, 2.26], [0.105, 2.32], [0.08, 2.38], [0, 2.4])),
    ],
    detail,
  );
  return mergeParts([body, crown, coronet(), dome]);
}

/** Nine points around the queen's rim. */
function coronet(): BufferGeometry {
  const points: BufferGeometry[] = [];
  for (let i = 0; i < 9; i++) {
    const point = new BoxGeometry(0.05, 0.14, 0.15);
    point.translate(0.415, 2.16, 0);
    point.rotateY((i / 9) * Math.PI * 2);
    points.push(setInlay(point, 0));
  }
  return mergeParts(points);
}

function king(detail: Detail): BufferGeometry {
  const body = lathe(
    [
      ...foot(FOOT_RADIUS.king),
      stem(FOOT_RADIUS.king, 0.25, 1.5),
      ...collar(0.25, 0.44, 1.5),
      curve([0.28, 1.65], [0.27, 1.74], [0.33, 1.96], [0.42, 2.12]),
      polyline([0.42, 2.12], [0.42, 2.17], [0.38, 2.19]),
      curve([0.38, 2.19], [0.26, 2.25], [0.1, 2.29]),
      polyline([0.1, 2.28], [0.1, 2.32], [0, 2.32]),
    ],
    detail,
  );
  const upright = new BoxGeometry(0.1, 0.3, 0.1);
  upright.translate(0, 2.45, 0);
  const arm = new BoxGeometry(0.3, 0.095, 0.1);
  arm.translate(0, 2.475, 0);
  return mergeParts([body, setInlay(upright, 1), setInlay(arm, 1)]);
}

function knight(detail: Detail): BufferGeometry {
  const base = lathe(
    [
      ...foot(FOOT_RADIUS.knight),
      curve([FOOT_RADIUS.knight * 0.88, 0.36], [0.5, 0.42], [0.46, 0.5]),
      polyline([0.46, 0.5], [0, 0.52]),
    ],
    detail,
  );
  return mergeParts([base, makeKnightHead(detail)]);
}

/** One geometry per kind. The foot is at the origin, y is up, knights face +x. */
export function makePieces(detail: Detail): Record<Role, BufferGeometry> {
  return {
    pawn: pawn(detail),
    rook: rook(detail),
    knight: knight(detail),
    bishop: bishop(detail),
    queen: queen(detail),
    king: king(detail),
  };
}
