// Fake soft shadows under the pieces: real shadows fall through the glass and would not show which level a piece is on.
import { Color, InstancedMesh, Matrix4, MeshBasicMaterial, Vector3, type Frustum } from "three";
import { isInFrustum, type DrawnPiece } from "./pieceModels";
import { fadingRings, makeSoftDisc } from "../geometry/softDisc";

const CAPACITY = 40;
/** A piece that is higher above its board or the table throws no shadow. */
const MAX_LIFT = 1.2;

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

  /** Places a shadow under each opaque piece in the frustum. Lifting a piece widens and shifts its shadow. */
  update(models: Iterable<DrawnPiece>, frustum: Frustum | null): void {
    const matrix = new Matrix4();
    const position = new Vector3();
    let count = 0;
    for (const model of models) {
      const { position: foot, lift, ghost, fade, scale } = model;
      if (ghost || fade > 0.5 || lift > MAX_LIFT || count >= CAPACITY || !isInFrustum(model, frustum)) continue;
      const width = (0.92 + lift * 0.25) * scale;
      position.set(foot.x + 0.1 + lift * 0.3, foot.y + 0.012, foot.z - 0.1 - lift * 0.3);
      this.mesh.setMatrixAt(count++, matrix.makeScale(width, 1, width).setPosition(position));
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
