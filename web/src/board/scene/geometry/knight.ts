// Geometry of the knight's head: swept cross sections for neck, head and mane, plus ears, cheeks, eyes and nostrils.
import { ConeGeometry, SphereGeometry, type BufferGeometry } from "three";
import { sweep, type CrossSection } from "./sweep";
import { setInlay, mergeParts, type Detail } from "./lathe";

const NECK: readonly CrossSection[] = [
  [-0.02, 0.46, 0.46, 0.4],
  [-0.04, 0.62, 0.44, 0.36],
  [-0.12, 0.9, 0.37, 0.28],
  [-0.17, 1.2, 0.31, 0.235],
  [-0.13, 1.48, 0.27, 0.215],
  [-0.02, 1.68, 0.21, 0.18],
  [0.04, 1.76, 0.1, 0.1],
];

const HEAD: readonly CrossSection[] = [
  [-0.14, 1.62, 0.1, 0.1],
  [-0.03, 1.6, 0.23, 0.2],
  [0.13, 1.51, 0.26, 0.225],
  [0.3, 1.37, 0.205, 0.175],
  [0.45, 1.22, 0.165, 0.15],
  [0.57, 1.11, 0.165, 0.155],
  [0.64, 1.04, 0.13, 0.13],
  [0.675, 1.005, 0.05, 0.06],
];

const MANE: readonly CrossSection[] = [
  [0.1, 1.86, 0.05, 0.035],
  [-0.06, 1.84, 0.09, 0.06],
  [-0.26, 1.68, 0.12, 0.075],
  [-0.41, 1.4, 0.12, 0.08],
  [-0.47, 1.1, 0.12, 0.08],
  [-0.5, 0.82, 0.1, 0.075],
  [-0.5, 0.6, 0.04, 0.05],
];

/** Head and neck facing +x, positioned on top of the knight's foot. */
export function makeKnightHead({ radialSegments, curveSegments }: Detail): BufferGeometry {
  const ring = Math.max(14, Math.round(radialSegments * 0.6));
  const parts = [
    setInlay(sweep(NECK, ring, curveSegments * 7), 0),
    setInlay(sweep(HEAD, ring, curveSegments * 8), 0),
    setInlay(sweep(MANE, Math.round(ring / 2), curveSegments * 12, 0.35), 0),
  ];
  for (const side of [-1, 1]) {
    const ear = new ConeGeometry(0.075, 0.3, 10);
    ear.scale(1, 1, 0.7);
    ear.rotateZ(0.16);
    ear.rotateX(side * 0.2);
    ear.translate(-0.02, 1.87, side * 0.12);
    const cheek = new SphereGeometry(0.175, 16, 12);
    cheek.scale(1, 1, 0.5);
    cheek.translate(0.1, 1.43, side * 0.145);
    const eye = new SphereGeometry(0.04, 10, 8);
    eye.translate(0.24, 1.545, side * 0.165);
    const nostril = new SphereGeometry(0.035, 8, 6);
    nostril.translate(0.6, 1.13, side * 0.12);
    parts.push(setInlay(ear, 0), setInlay(cheek, 0), setInlay(eye, 1), setInlay(nostril, 1));
  }
  return mergeParts(parts);
}
