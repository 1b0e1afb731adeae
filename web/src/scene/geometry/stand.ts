// What holds the glass up: the sockets at the pins, the posts of the attack boards, the spine, arms and base of the stand.
import type { BufferGeometry } from "three";
import { sweep, type CrossSection } from "./sweep";
import { setInlay, mergeParts, lathe, type Detail, type ProfileSegment } from "./lathe";

/** The cup at a corner of a main board that takes a post. Its rim is at height 0. */
export function makeSocket(detail: Detail): BufferGeometry {
  return lathe(
    [
      {
        points: [
          [0, -0.3],
          [0.11, -0.3],
          [0.19, -0.24],
          [0.24, -0.14],
          [0.24, 0.02],
          [0.2, 0.06],
        ],
        curved: true,
      },
      {
        points: [
          [0.2, 0.06],
          [0.12, 0.06],
          [0.1, 0.02],
          [0, 0.02],
        ],
      },
    ],
    detail,
  );
}

/**
 * A turned post of height 1, to be stretched between a pin's socket and the board above it.
 * Rings tell its owner without colour: one for White, two for Black.
 */
export function makePost(rings: 1 | 2, detail: Detail): BufferGeometry {
  const ring = (height: number): ProfileSegment[] => [
    {
      points: [
        [0.07, height - 0.022],
        [0.125, height - 0.012],
        [0.125, height + 0.012],
        [0.07, height + 0.022],
      ],
      curved: true,
      inlaid: true,
    },
  ];
  const shaft = (from: number, to: number): ProfileSegment => ({
    points: [
      [0.06, from],
      [0.085, from + (to - from) * 0.4],
      [0.06, to],
    ],
    curved: true,
  });
  return lathe(
    [
      {
        points: [
          [0.15, 0],
          [0.15, 0.02],
          [0.09, 0.05],
          [0.06, 0.1],
        ],
        curved: true,
      },
      shaft(0.1, rings === 2 ? 0.42 : 0.46),
      ...(rings === 2 ? [...ring(0.45), ...ring(0.53)] : ring(0.49)),
      shaft(rings === 2 ? 0.56 : 0.52, 0.86),
      {
        points: [
          [0.06, 0.86],
          [0.09, 0.92],
          [0.16, 0.96],
          [0.27, 0.985],
        ],
        curved: true,
      },
      {
        points: [
          [0.27, 0.985],
          [0.27, 1],
          [0, 1],
        ],
      },
    ],
    detail,
  );
}

/** Where the spine passes behind a main board, seen from the board's centre: behind its edge and a little below its glass. */
export const KNUCKLE = { behind: 4.95, below: 0.5 };

/** The spine, rising from the base and leaning back past a knuckle behind each board. Forward is towards Black. */
export function makeSpine(
  foot: readonly [forward: number, up: number],
  knuckles: readonly (readonly [forward: number, up: number])[],
  { radialSegments, curveSegments }: Detail,
): BufferGeometry {
  const [forward, up] = foot;
  const [lastForward, lastUp] = knuckles.at(-1) ?? foot;
  const geometry = sweep(
    [
      [forward, up, 0.26, 0.26],
      [forward + 0.02, up + 0.35, 0.19, 0.19],
      ...knuckles.map(([at, height], index): CrossSection => [
        at,
        height,
        0.165 - index * 0.025,
        0.165 - index * 0.025,
      ]),
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
 * What carries a main board, its glass at height 0 over the middle: an arm from the spine forward under the seam of the
 * middle files, so that no square is hidden, and the knuckle that holds it.
 */
export function makeArm({ radialSegments, curveSegments }: Detail): BufferGeometry {
  const { behind, below } = KNUCKLE;
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
  const knuckle = lathe(
    [
      {
        points: [
          [0, -0.34],
          [0.13, -0.34],
          [0.19, -0.29],
          [0.22, -0.2],
        ],
        curved: true,
      },
      {
        points: [
          [0.22, -0.2],
          [0.27, -0.17],
          [0.27, -0.1],
          [0.22, -0.07],
        ],
        inlaid: true,
      },
      {
        points: [
          [0.22, -0.07],
          [0.3, 0],
          [0.22, 0.07],
        ],
        curved: true,
      },
      {
        points: [
          [0.22, 0.07],
          [0.27, 0.1],
          [0.27, 0.17],
          [0.22, 0.2],
        ],
        inlaid: true,
      },
      {
        points: [
          [0.22, 0.2],
          [0.19, 0.29],
          [0.13, 0.34],
          [0, 0.34],
        ],
        curved: true,
      },
    ],
    { radialSegments: Math.round(radialSegments / 2), curveSegments },
  );
  knuckle.rotateX(-0.6);
  knuckle.translate(0, -below, -behind);
  const pad = lathe(
    [
      {
        points: [
          [0.03, -0.24],
          [0.16, -0.22],
          [0.2, -0.18],
        ],
        curved: true,
      },
      {
        points: [
          [0.2, -0.18],
          [0, -0.165],
        ],
      },
    ],
    { radialSegments: Math.round(radialSegments / 2), curveSegments },
  );
  return mergeParts([setInlay(arm, 0), knuckle, pad]);
}

/** The weighted base: a broad turned foot with an inlaid ring, its bottom at height 0 and half as deep again as wide. */
export function makeBase(
  halfWidth: number,
  halfDepth: number,
  { radialSegments, curveSegments }: Detail,
): BufferGeometry {
  const detail = { radialSegments: radialSegments * 2, curveSegments };
  const base = lathe(
    [
      {
        points: [
          [0, 0],
          [0.97, 0],
        ],
      },
      {
        points: [
          [0.97, 0],
          [1, 0.05],
          [1, 0.13],
          [0.985, 0.17],
        ],
        curved: true,
      },
      {
        points: [
          [0.985, 0.17],
          [0.975, 0.18],
          [0.975, 0.195],
          [0.962, 0.21],
        ],
        inlaid: true,
      },
      {
        points: [
          [0.962, 0.21],
          [0.9, 0.29],
          [0.7, 0.35],
          [0.35, 0.39],
          [0, 0.4],
        ],
        curved: true,
      },
    ],
    detail,
  );
  base.scale(halfWidth, 1, halfDepth);
  return base;
}

/** The foot of the spine on its base, turned like a piece's. Its bottom is at height 0. */
export function makeFoot(detail: Detail): BufferGeometry {
  return lathe(
    [
      {
        points: [
          [0.95, 0],
          [0.93, 0.07],
          [0.86, 0.1],
        ],
        curved: true,
      },
      {
        points: [
          [0.86, 0.1],
          [0.84, 0.13],
          [0.8, 0.15],
        ],
        inlaid: true,
      },
      {
        points: [
          [0.8, 0.15],
          [0.52, 0.22],
          [0.36, 0.4],
          [0.29, 0.7],
        ],
        curved: true,
      },
      {
        points: [
          [0.29, 0.7],
          [0.34, 0.73],
          [0.34, 0.79],
          [0.29, 0.82],
        ],
        inlaid: true,
      },
      {
        points: [
          [0.29, 0.82],
          [0, 0.86],
        ],
      },
    ],
    detail,
  );
}
