// The drawn pieces, in one instanced mesh per kind, color and style.
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
import type { Color, Role, SnapshotPiece } from "../../../wire/snapshot";
import type { SquareName } from "../../../wire/world";
import { fadedOpacityFactor, type Materials } from "../materials/materials";
import { makePieces } from "../geometry/pieces";
import type { Detail } from "../geometry/lathe";

/** How one piece is drawn now. */
export interface DrawnPiece {
  kind: Role;
  readonly color: Color;
  /** Position of the foot. */
  readonly position: Vector3;
  /** Height above that position. */
  lift: number;
  scale: number;
  /** 0 opaque to 1 fully faded: out of focus, in the way, or captured. */
  fade: number;
  /** A preview of where a piece would go; it cannot be picked. */
  readonly ghost: boolean;
}

/** A piece on a board. */
export interface PieceModel extends DrawnPiece {
  square: SquareName;
}

type PieceStyle = "solid" | "ghost" | "faded";

const KINDS: readonly Role[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const COLORS: readonly Color[] = ["white", "black"];
const STYLES: readonly PieceStyle[] = ["solid", "ghost", "faded"];
/** More than a side can have of one kind: promotion allows nine queens or ten knights. */
const CAPACITY = 20;
/** Bounding radius of a piece and its contact shadow. */
const BOUNDING_RADIUS = 2;
const UP = new Vector3(0, 1, 0);
/** Rotation about the vertical axis in radians, so that both players see the heads in profile. */
const YAW: Readonly<Record<Role, number>> = {
  pawn: 0,
  rook: 0.26,
  knight: Math.PI / 4,
  bishop: -0.9,
  queen: 0,
  king: 0,
};

interface Batch {
  readonly mesh: InstancedMesh;
  readonly color: Color;
  readonly kind: Role;
  readonly style: PieceStyle;
  readonly models: DrawnPiece[];
}

function styleOf({ ghost, fade }: DrawnPiece): PieceStyle {
  if (ghost) return "ghost";
  return fade > 0 ? "faded" : "solid";
}

/** Where a piece is drawn. */
export function matrixOf({ kind, color, position, lift, scale }: DrawnPiece): Matrix4 {
  const rotation = new Quaternion().setFromAxisAngle(UP, YAW[kind] + (color === "black" ? Math.PI : 0));
  const lifted = new Vector3(position.x, position.y + lift, position.z);
  return new Matrix4().compose(lifted, rotation, new Vector3(scale, scale, scale));
}

function drawnPiece(
  { kind, color }: Pick<SnapshotPiece, "kind" | "color">,
  position: Vector3,
  ghost: boolean,
): DrawnPiece {
  return { kind, color, position: position.clone(), lift: 0, scale: 1, fade: 0, ghost };
}

function isOnBoard(model: DrawnPiece): model is PieceModel {
  return "square" in model;
}

const BOUNDS = new Sphere();

/** Whether a piece or its contact shadow intersects the frustum; null accepts all. */
export function isInFrustum({ position, lift }: DrawnPiece, frustum: Frustum | null): boolean {
  BOUNDS.center.copy(position);
  BOUNDS.center.y += BOUNDING_RADIUS / 2;
  BOUNDS.radius = BOUNDING_RADIUS + lift;
  return frustum?.intersectsSphere(BOUNDS) ?? true;
}

export class PieceModels {
  readonly group = new Group();
  /** The pieces on the boards. */
  readonly models = new Set<PieceModel>();
  /** The captured pieces, beside the base or on their way; they cannot be picked. */
  readonly captured = new Set<DrawnPiece>();
  readonly #batches: Batch[] = [];
  /** Geometries by tessellation detail, made on demand. */
  readonly #geometries = new Map<Detail, Record<Role, BufferGeometry>>();

  constructor(detail: Detail, materials: Materials) {
    const geometries = this.geometriesFor(detail);
    for (const color of COLORS) {
      for (const kind of KINDS) {
        for (const style of STYLES) {
          const solid = style === "solid";
          const mesh = new InstancedMesh(geometries[kind], materials.pieces[style][color], CAPACITY);
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

  add({ kind, color, square }: Pick<SnapshotPiece, "kind" | "color" | "square">, position: Vector3, ghost = false) {
    const model: PieceModel = { ...drawnPiece({ kind, color }, position, ghost), square };
    this.models.add(model);
    return model;
  }

  addCaptured(piece: Pick<SnapshotPiece, "kind" | "color">, position: Vector3): DrawnPiece {
    const model = drawnPiece(piece, position, false);
    this.captured.add(model);
    return model;
  }

  remove(model: PieceModel): void {
    this.models.delete(model);
  }

  get all(): DrawnPiece[] {
    return [...this.models, ...this.captured];
  }

  /** Writes the matrix of every model in the frustum into its batch. */
  update(frustum: Frustum | null): void {
    const opacity = new Tint();
    for (const batch of this.#batches) batch.models.length = 0;
    for (const model of this.all) {
      if (!isInFrustum(model, frustum)) continue;
      const wanted = styleOf(model);
      const batch = this.#batches.find(
        ({ color, kind, style }) => color === model.color && kind === model.kind && style === wanted,
      );
      if (!batch || batch.models.length >= CAPACITY) continue;
      batch.mesh.setMatrixAt(batch.models.length, matrixOf(model));
      if (wanted === "faded")
        batch.mesh.setColorAt(batch.models.length, opacity.setScalar(fadedOpacityFactor(model.fade)));
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

  /** The nearest solid piece on a board that the ray hits. */
  hit(ray: Raycaster): { readonly model: PieceModel; readonly distance: number } | null {
    let nearest: { model: PieceModel; distance: number } | null = null;
    for (const { mesh, models, style } of this.#batches) {
      if (style !== "solid" || models.length === 0) continue;
      for (const { distance, instanceId } of ray.intersectObject(mesh, false)) {
        const model = instanceId === undefined ? undefined : models[instanceId];
        if (model && isOnBoard(model) && (!nearest || distance < nearest.distance)) nearest = { model, distance };
      }
    }
    return nearest;
  }

  setMaterials(materials: Materials): void {
    for (const { mesh, color, style } of this.#batches) mesh.material = materials.pieces[style][color];
  }

  setDetail(detail: Detail): void {
    const geometries = this.geometriesFor(detail);
    for (const { mesh, kind } of this.#batches) mesh.geometry = geometries[kind];
  }

  geometriesFor(detail: Detail): Record<Role, BufferGeometry> {
    const geometries = this.#geometries.get(detail) ?? makePieces(detail);
    this.#geometries.set(detail, geometries);
    return geometries;
  }

  dispose(): void {
    for (const { mesh } of this.#batches) mesh.dispose();
    for (const geometries of this.#geometries.values()) {
      for (const geometry of Object.values(geometries)) geometry.dispose();
    }
  }
}
