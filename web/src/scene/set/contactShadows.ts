// The soft shadow at a piece's foot, on its own level: it says where a piece stands where the glass lets light through.
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3, type Frustum } from "three";
import { isInFrustum, type PieceModel } from "./pieceModels";
import { fadingRings, makeSoftDisc } from "../geometry/softDisc";

const CAPACITY = 40;
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
    this.mesh = new InstancedMesh(makeSoftDisc(fadingRings(0.6, 0.45, 6), 20), material, CAPACITY);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  /** Lays a shadow under each solid piece that can be seen; it widens and drifts as the piece is raised. */
  update(models: Iterable<PieceModel>, seen: Frustum | null): void {
    const matrix = new Matrix4();
    const place = new Vector3();
    let count = 0;
    for (const model of models) {
      const { position, lift, role, fade, scale } = model;
      if (role !== "standing" || fade > 0.5 || count >= CAPACITY || !isInFrustum(model, seen)) continue;
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
