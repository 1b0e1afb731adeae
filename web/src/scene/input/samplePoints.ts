// Places at which a square or a board can be pointed at, the likeliest first, for whoever needs a point that nothing covers.
import { Vector3 } from "three";
import type { PinName, SquareName } from "../../wire/world";
import type { ChessSet } from "../set/chessSet";

export type PickTarget = { readonly square: SquareName } | { readonly pin: PinName };

const STEPS = [0, 0.3, -0.3, 0.6, -0.6, 0.85, -0.85];
const BODY = [0.6, 1, 0.3, 1.3, 0.15];

export function* samplePoints(set: ChessSet, target: PickTarget): Iterable<Vector3> {
  if ("square" in target) {
    const foot = set.layout.squarePosition(target.square);
    if (set.pieceOn(target.square)) {
      for (const height of BODY) yield beside(foot, 0, height, 0);
      for (const height of BODY) for (const x of [-0.25, 0.25]) yield beside(foot, x, height, 0);
    }
    for (const x of STEPS) for (const z of STEPS) yield beside(foot, x, 0, z);
    return;
  }
  const { pin } = target;
  const socket = set.layout.socketPosition(pin);
  if (!set.boardOn(pin)) yield socket.clone();
  const center = set.layout.boardPosition(set.layout.boardOfLevel(pin));
  for (const share of [0.3, 0.5, 0.7, 0.15, 0.85]) yield new Vector3().lerpVectors(socket, center, share);
  const rim = set.layout.world.spacing + 0.1;
  for (const along of [0, 0.5, -0.5, 0.9, -0.9]) {
    for (const side of [-1, 1]) {
      yield beside(center, along * rim, 0, side * rim);
      yield beside(center, side * rim, 0, along * rim);
    }
  }
  for (const x of [-1, 1, 0]) for (const z of [-1, 1, 0]) yield beside(center, x, 0, z);
}

function beside(place: Vector3, x: number, y: number, z: number): Vector3 {
  return new Vector3(place.x + x, place.y + y, place.z + z);
}
