// How much of each piece a camera shows. Everything hides: pieces, frames, posts, the stand, and glass by its opacity.
import { InstancedMesh, Matrix4, Mesh, type BufferGeometry, type Camera, type Object3D } from "three";
import { makePieces } from "../../../src/board/scene/geometry/pieces";
import { BEFORE_PIECES } from "../../../src/board/scene/materials/materials";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import { matrixOf } from "../../../src/board/scene/set/pieceModels";
import type { Color } from "../../../src/wire/snapshot";
import { IdBuffer } from "./idBuffer";

/** Id of everything that is not a piece. */
export const STAND = 1000;
const PIECES = makePieces({ radialSegments: 10, curveSegments: 1 });

export interface Share {
  readonly color: Color;
  readonly piece: string;
  readonly share: number;
}

/** The visible share of each piece: what is seen of it, of its pixels alone. */
export function visibleShares(
  set: ChessSet,
  camera: Camera,
  width: number,
  height: number,
  glass = BEFORE_PIECES,
): Share[] {
  const together = new IdBuffer(camera, width, height);
  const models = [...set.pieces.models];
  models.forEach((model, index) => together.draw(PIECES[model.kind], matrixOf(model), index + 1));
  drawStand(set, together);
  for (const tiles of glassOf(set)) together.drawGlass(tiles.geometry, tiles.matrixWorld, glass);
  const seen = together.seen();
  return models.map((model, index) => {
    const alone = new IdBuffer(camera, width, height);
    alone.draw(PIECES[model.kind], matrixOf(model), 1);
    const all = Math.max(1, alone.seen().get(1) ?? 0);
    const { color, kind, square } = model;
    return { color, piece: `${color} ${kind} ${square}`, share: (seen.get(index + 1) ?? 0) / all };
  });
}

/** Draws everything opaque. */
export function drawSet(set: ChessSet, buffer: IdBuffer): void {
  for (const model of set.pieces.models) buffer.draw(PIECES[model.kind], matrixOf(model), 1);
  drawStand(set, buffer);
}

function glassOf(set: ChessSet): Mesh[] {
  return [...set.boards.main, ...set.boards.attack].map(({ tiles }) => tiles);
}

/** Draws everything opaque but the pieces: frames, posts, sockets and the stand. */
function drawStand(set: ChessSet, buffer: IdBuffer): void {
  const glass = new Set<Object3D>(glassOf(set));
  set.group.updateMatrixWorld(true);
  for (const part of [set.boards.group, set.stand.group]) {
    part.traverseVisible((object) => {
      if (object instanceof InstancedMesh) {
        const matrix = new Matrix4();
        for (let i = 0; i < object.count; i++) {
          object.getMatrixAt(i, matrix);
          buffer.draw(object.geometry as BufferGeometry, matrix.premultiply(object.matrixWorld), STAND);
        }
      } else if (object instanceof Mesh && !glass.has(object)) {
        buffer.draw(object.geometry as BufferGeometry, object.matrixWorld, STAND);
      }
    });
  }
}
