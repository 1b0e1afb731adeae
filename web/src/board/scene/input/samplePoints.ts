// Candidate points at which a square or board can be clicked, the most likely first.
import { Vector3 } from "three";
import type { PinName, SquareName } from "../../../wire/world";
import type { ChessSet } from "../set/chessSet";

export type PickTarget = { readonly square: SquareName } | { readonly pin: PinName };

/** Offsets across a square. */
const STEPS = [0, 0.3, -0.3, 0.6, -0.6, 0.85, -0.85];
/** Heights on a piece. */
const BODY = [0.6, 1, 0.3, 1.3, 0.15];

export function* samplePoints(set: ChessSet, target: PickTarget): Iterable<Vector3> {
  if ("square" in target) {
    if (set.isDiagram) {
      yield set.placementOf(target.square).position;
      return;
    }
    const foot = set.layout.squarePosition(target.square);
    if (set.pieceOn(target.square)) {
      for (const height of BODY) yield offset(foot, 0, height, 0);
      for (const height of BODY) for (const x of [-0.25, 0.25]) yield offset(foot, x, height, 0);
    }
    for (const x of STEPS) for (const z of STEPS) yield offset(foot, x, 0, z);
    return;
  }
  const { pin } = target;
  const socket = set.layout.socketPosition(pin);
  if (!set.boardOn(pin)) yield socket.clone();
  const center = set.layout.boardPosition(set.layout.boardOfLevel(pin));
  for (const t of [0.3, 0.5, 0.7, 0.15, 0.85]) yield new Vector3().lerpVectors(socket, center, t);
  const rim = set.layout.world.spacing + 0.1;
  for (const along of [0, 0.5, -0.5, 0.9, -0.9]) {
    for (const side of [-1, 1]) {
      yield offset(center, along * rim, 0, side * rim);
      yield offset(center, side * rim, 0, along * rim);
    }
  }
  for (const x of [-1, 1, 0]) for (const z of [-1, 1, 0]) yield offset(center, x, 0, z);
}

function offset(position: Vector3, x: number, y: number, z: number): Vector3 {
  return new Vector3(position.x + x, position.y + y, position.z + z);
}
