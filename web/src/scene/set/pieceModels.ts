// The pieces on show, drawn in batches: one draw for all pieces of a kind, a colour and a style.
import {
  Color as Tint,
  Group,
  InstancedMesh,
  Matrix4,
  Quaternion,
  Sphere,
  Vector3,
  type BufferGeometry,
  type Frustum,
  type Raycaster,
} from "three";
import type { Color, PieceKind, SnapshotPiece } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";
import { fadedOpacityFactor, type Materials } from "../materials/materials";
import { makePieces } from "../geometry/pieces";
import type { Detail } from "../geometry/lathe";

/** One piece as it is drawn now. */
export interface PieceModel {
  kind: PieceKind;
  readonly color: Color;
  square: SquareName;
  /** Where its foot is. */
  readonly position: Vector3;
  /** How far it is raised above that. */
  lift: number;
  scale: number;
  /** 0 when solid, 1 when a breath of itself: out of focus, in the way, or gone. */
  fade: number;
  /** Only pieces that stand can be found and picked; the others are on their way out, or not there yet. */
  readonly role: "standing" | "ghost";
  leaving: boolean;
}

/** Solid; a ghost of what may come; or thin, veiled more or less. */
type PieceStyle = "solid" | "ghost" | "thin";

const KINDS: readonly PieceKind[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const COLORS: readonly Color[] = ["white", "black"];
const STYLES: readonly PieceStyle[] = ["solid", "ghost", "thin"];
/** More than one side can have of a kind: nine queens, ten knights. */
const CAPACITY = 20;
/** Around the middle of a piece everything that belongs to it lies within this. */
const REACH = 2;
const UP = new Vector3(0, 1, 0);
/** Heads are turned so that profiles are seen from either player's side: radians from the files' direction. */
const YAW: Readonly<Record<PieceKind, number>> = { pawn: 0, rook: 0.26, knight: 0.6, bishop: -0.9, queen: 0, king: 0 };

interface Batch {
  readonly mesh: InstancedMesh;
  readonly color: Color;
  readonly kind: PieceKind;
  readonly style: PieceStyle;
  readonly models: PieceModel[];
}

function styleOf({ role, fade }: PieceModel): PieceStyle {
  if (role === "ghost") return "ghost";
  return fade > 0 ? "thin" : "solid";
}

const BOUNDS = new Sphere();

/** Whether a piece, or the shadow at its foot, can be seen in a part of the picture. */
export function isInFrustum({ position, lift }: PieceModel, seen: Frustum | null): boolean {
  BOUNDS.center.copy(position);
  BOUNDS.center.y += REACH / 2;
  BOUNDS.radius = REACH + lift;
  return seen?.intersectsSphere(BOUNDS) ?? true;
}

export class PieceModels {
  readonly group = new Group();
  readonly models = new Set<PieceModel>();
  readonly #batches: Batch[] = [];
  /** The shapes of each detail that was asked for. */
  readonly #shapes = new Map<Detail, Record<PieceKind, BufferGeometry>>();

  constructor(detail: Detail, materials: Materials) {
    const shapes = this.#shapesOf(detail);
    for (const color of COLORS) {
      for (const kind of KINDS) {
        for (const style of STYLES) {
          const solid = style === "solid";
          const mesh = new InstancedMesh(shapes[kind], materials.pieces[style][color], CAPACITY);
          mesh.frustumCulled = false;
          mesh.castShadow = mesh.receiveShadow = solid;
          mesh.renderOrder = solid ? 0 : 3;
          mesh.count = 0;
          mesh.visible = false;
          this.#batches.push({ mesh, color, kind, style, models: [] });
          this.group.add(mesh);
        }
      }
    }
  }

  add(
    piece: Pick<SnapshotPiece, "kind" | "color" | "square">,
    position: Vector3,
    role: PieceModel["role"] = "standing",
  ): PieceModel {
    const model: PieceModel = {
      kind: piece.kind,
      color: piece.color,
      square: piece.square,
      position: position.clone(),
      lift: 0,
      scale: 1,
      fade: 0,
      role,
      leaving: false,
    };
    this.models.add(model);
    return model;
  }

  remove(model: PieceModel): void {
    this.models.delete(model);
  }

  /** Writes the place of every model that can be seen into its batch. */
  update(seen: Frustum | null): void {
    const matrix = new Matrix4();
    const place = new Vector3();
    const scale = new Vector3();
    const turn = new Quaternion();
    const strength = new Tint();
    for (const batch of this.#batches) batch.models.length = 0;
    for (const model of this.models) {
      if (!isInFrustum(model, seen)) continue;
      const wanted = styleOf(model);
      const batch = this.#batches.find(
        ({ color, kind, style }) => color === model.color && kind === model.kind && style === wanted,
      );
      if (!batch || batch.models.length >= CAPACITY) continue;
      place.copy(model.position);
      place.y += model.lift;
      turn.setFromAxisAngle(UP, YAW[model.kind] + (model.color === "black" ? Math.PI : 0));
      batch.mesh.setMatrixAt(batch.models.length, matrix.compose(place, turn, scale.setScalar(model.scale)));
      if (wanted === "thin")
        batch.mesh.setColorAt(batch.models.length, strength.setScalar(fadedOpacityFactor(model.fade)));
      batch.models.push(model);
    }
    for (const { mesh, models } of this.#batches) {
      mesh.count = models.length;
      mesh.visible = models.length > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /** The nearest solid piece on a ray. */
  hit(ray: Raycaster): { readonly model: PieceModel; readonly distance: number } | null {
    let nearest: { model: PieceModel; distance: number } | null = null;
    for (const { mesh, models, style } of this.#batches) {
      if (style !== "solid" || models.length === 0) continue;
      for (const { distance, instanceId } of ray.intersectObject(mesh, false)) {
        const model = instanceId === undefined ? undefined : models[instanceId];
        if (model && (!nearest || distance < nearest.distance)) nearest = { model, distance };
      }
    }
    return nearest;
  }

  setMaterials(materials: Materials): void {
    for (const { mesh, color, style } of this.#batches) mesh.material = materials.pieces[style][color];
  }

  setDetail(detail: Detail): void {
    const shapes = this.#shapesOf(detail);
    for (const { mesh, kind } of this.#batches) mesh.geometry = shapes[kind];
  }

  #shapesOf(detail: Detail): Record<PieceKind, BufferGeometry> {
    const shapes = this.#shapes.get(detail) ?? makePieces(detail);
    this.#shapes.set(detail, shapes);
    return shapes;
  }

  dispose(): void {
    for (const { mesh } of this.#batches) mesh.dispose();
    for (const shapes of this.#shapes.values()) for (const shape of Object.values(shapes)) shape.dispose();
  }
}
