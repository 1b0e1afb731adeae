// What holds the glass up: the sockets at the pins, the posts of the attack boards, the columns and the plinth of the stand.
import { BufferGeometry, ExtrudeGeometry, Shape } from "three";
import { roundedRectangle } from "./boards";
import { finish, join, turn, type Fineness, type Stretch } from "./turned";

/** The cup at a corner of a main board that takes a post. Its rim is at height 0. */
export function makeSocket(fineness: Fineness): BufferGeometry {
  return turn(
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
    fineness,
  );
}

/**
 * A post of height 1, to be stretched between a pin's socket and the board above it.
 * Rings tell its owner without colour: one for White, two for Black.
 */
export function makePost(rings: 1 | 2, fineness: Fineness): BufferGeometry {
  const ring = (height: number): Stretch[] => [
    {
      points: [
        [0.075, height - 0.02],
        [0.135, height - 0.008],
        [0.135, height + 0.008],
        [0.075, height + 0.02],
      ],
      inlaid: true,
    },
  ];
  return turn(
    [
      {
        points: [
          [0.13, 0],
          [0.13, 0.03],
          [0.085, 0.07],
          [0.075, 0.2],
        ],
        curved: true,
      },
      {
        points: [
          [0.075, 0.2],
          [0.075, 0.85],
        ],
      },
      ...ring(0.46),
      ...(rings === 2 ? ring(0.54) : []),
      {
        points: [
          [0.075, 0.85],
          [0.1, 0.91],
          [0.22, 0.96],
          [0.42, 0.985],
        ],
        curved: true,
      },
      {
        points: [
          [0.42, 0.985],
          [0.42, 1],
          [0, 1],
        ],
      },
    ],
    fineness,
  );
}

/** A column of height 1, to be stretched from the plinth to a main board. */
export function makeColumn(fineness: Fineness): BufferGeometry {
  return turn(
    [
      {
        points: [
          [0.13, 0],
          [0.13, 1],
        ],
      },
    ],
    fineness,
  );
}

/** The flare at a column's top (from height 0 down), which takes the glass. */
export function makeCapital(fineness: Fineness): BufferGeometry {
  return turn(
    [
      {
        points: [
          [0.13, -1.3],
          [0.15, -0.9],
          [0.24, -0.42],
          [0.5, -0.12],
          [0.86, -0.03],
        ],
        curved: true,
      },
      {
        points: [
          [0.86, -0.03],
          [0.86, 0],
          [0, 0],
        ],
      },
    ],
    fineness,
  );
}

/** The flare at a column's foot (from height 0 up), which stands on the plinth. */
export function makeFootring(fineness: Fineness): BufferGeometry {
  return turn(
    [
      {
        points: [
          [0.62, 0],
          [0.62, 0.05],
          [0.56, 0.08],
        ],
      },
      {
        points: [
          [0.56, 0.08],
          [0.3, 0.16],
          [0.17, 0.42],
          [0.13, 0.8],
        ],
        curved: true,
      },
    ],
    fineness,
  );
}

/** The plinth under everything: a low slab with a stepped edge, its top at height 0. */
export function makePlinth(halfWidth: number, halfDepth: number): BufferGeometry {
  const slab = (inset: number, thickness: number, top: number) => {
    const geometry = new ExtrudeGeometry(
      roundedRectangle(new Shape(), halfWidth - inset, halfDepth - inset, 1.1 - inset / 2),
      {
        depth: thickness - 0.08,
        bevelEnabled: true,
        bevelSize: 0.05,
        bevelThickness: 0.04,
        bevelSegments: 3,
        curveSegments: 16,
      },
    );
    geometry.rotateX(-Math.PI / 2);
    geometry.translate(0, top - thickness + 0.04, 0);
    return finish(geometry, 0);
  };
  return join([slab(0.18, 0.2, 0), slab(0, 0.3, -0.2)]);
}
