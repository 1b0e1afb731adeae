// The soft shadow at a piece's foot, on its own level: it says where a piece stands where the glass lets light through.
import {
  BufferGeometry,
  Color,
  Float32BufferAttribute,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Vector3,
} from "three";
import type { PieceModel } from "./pieceModels";

const CAPACITY = 40;
/** Rings from the middle outwards: [radius, darkness]. */
const FALLOFF = [
  [0, 0.62],
  [0.5, 0.55],
  [0.68, 0.34],
  [0.84, 0.13],
  [1, 0],
] as const;

function makeBlot(): BufferGeometry {
  const around = 28;
  const positions: number[] = [];
  const colors: number[] = [];
  const indices: number[] = [];
  for (const [radius, darkness] of FALLOFF) {
    for (let i = 0; i < around; i++) {
      const angle = (i / around) * Math.PI * 2;
      positions.push(Math.cos(angle) * radius, 0, Math.sin(angle) * radius);
      colors.push(0, 0, 0, darkness);
    }
  }
  for (let ring = 0; ring + 1 < FALLOFF.length; ring++) {
    for (let i = 0; i < around; i++) {
      const a = ring * around + i;
      const b = ring * around + ((i + 1) % around);
      indices.push(a, b, a + around, b, b + around, a + around);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colors, 4));
  geometry.setIndex(indices);
  return geometry;
}

export class ContactShadows {
  readonly mesh: InstancedMesh;

  constructor() {
    const material = new MeshBasicMaterial({
      color: new Color(0),
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      side: 2,
    });
    this.mesh = new InstancedMesh(makeBlot(), material, CAPACITY);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Lays a shadow under each solid piece; it widens and drifts as the piece is raised. */
  update(models: Iterable<PieceModel>): void {
    const matrix = new Matrix4();
    const place = new Vector3();
    let count = 0;
    for (const { position, lift, solidity, scale } of models) {
      if (solidity !== "solid" || count >= CAPACITY) continue;
      const width = (0.92 + lift * 0.25) * scale;
      place.set(position.x + 0.1 + lift * 0.3, position.y + 0.012, position.z - 0.1 - lift * 0.3);
      this.mesh.setMatrixAt(count++, matrix.makeScale(width, 1, width).setPosition(place));
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.dispose();
  }
}
