// Converts World coordinates (x along the files, y towards Black, z up) to three.js (y up, z towards White).
import { Vector3 } from "three";
import type { Coordinates } from "../../../wire/world";

export function toScene([x, y, z]: Coordinates, into = new Vector3()): Vector3 {
  return into.set(x, z, -y);
}
