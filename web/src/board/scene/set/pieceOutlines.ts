// Outlines around the pieces that are hidden by others or by glass, drawn over everything in front of them.
import { Color, Group, InstancedMesh, Matrix4, ShaderMaterial, type BufferGeometry } from "three";
import type { Role } from "../../../wire/snapshot";
import type { PieceModel } from "./pieceModels";

/**
 * The outline has two lines, a light and a dark one, so that one of them stands out from any background. The inner line
 * has the color of the piece's side.
 */
export const OUTLINE_COLORS = { white: 0xfff6e0, black: 0x0e0b0a } as const;
/** Widths from the piece's contour, in CSS pixels. */
const WIDTHS = { inner: 1.4, outer: 2.6 };
/** An outline is the shape of the piece, drawn shifted in each of this number of directions. */
const DIRECTIONS = 8;
/** Outlined pieces of one kind. */
const CAPACITY = 12;

/**
 * The piece's shape at a fixed depth in front of the scene. Each layer is drawn only where no nearer layer is: first the
 * piece itself, without color, then the inner and the outer line.
 */
function makeLayer(depth: number, colorWrite = true): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { reach: { value: 0 } },
    vertexShader: `
uniform float reach;
varying vec3 vTint;
void main() {
  vec4 seen = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  float angle = float(gl_InstanceID % ${DIRECTIONS}) * ${(2 * Math.PI) / DIRECTIONS};
  seen.xy -= vec2(cos(angle), sin(angle)) * reach * seen.z;
  gl_Position = projectionMatrix * seen;
  gl_Position.z = ${depth} * gl_Position.w;
  #ifdef USE_INSTANCING_COLOR
  vTint = instanceColor;
  #endif
}`,
    fragmentShader: `
varying vec3 vTint;
void main() {
  gl_FragColor = linearToOutputTexel(vec4(vTint, 1.0));
}`,
    colorWrite,
    transparent: true,
    toneMapped: false,
  });
}

interface Layers {
  readonly mask: InstancedMesh;
  readonly inner: InstancedMesh;
  readonly outer: InstancedMesh;
}

export class PieceOutlines {
  readonly group = new Group();
  readonly #materials = {
    mask: makeLayer(-0.9999, false),
    inner: makeLayer(-0.9998),
    outer: makeLayer(-0.9997),
  };
  readonly #kinds: ReadonlyMap<Role, Layers>;

  constructor(geometries: Readonly<Record<Role, BufferGeometry>>) {
    const make = (geometry: BufferGeometry, material: ShaderMaterial, order: number) => {
      const mesh = new InstancedMesh(geometry, material, CAPACITY * DIRECTIONS);
      mesh.frustumCulled = false;
      mesh.visible = false;
      mesh.renderOrder = order;
      this.group.add(mesh);
      return mesh;
    };
    const { mask, inner, outer } = this.#materials;
    this.#kinds = new Map(
      (Object.keys(geometries) as Role[]).map((kind) => [
        kind,
        {
          mask: make(geometries[kind], mask, 4),
          inner: make(geometries[kind], inner, 4.1),
          outer: make(geometries[kind], outer, 4.2),
        },
      ]),
    );
  }

  /** Sets the size of a CSS pixel at a distance of one unit. */
  setPixelSize(size: number): void {
    for (const line of ["inner", "outer"] as const)
      this.#materials[line].uniforms["reach"] = { value: size * WIDTHS[line] };
  }

  /** Outlines these pieces. `matrixOf` says where a piece is drawn. */
  show(models: readonly PieceModel[], matrixOf: (model: PieceModel) => Matrix4): void {
    const color = new Color();
    for (const [kind, { mask, inner, outer }] of this.#kinds) {
      const shown = models.filter((model) => model.kind === kind).slice(0, CAPACITY);
      shown.forEach((model, index) => {
        const other = model.color === "white" ? "black" : "white";
        const matrix = matrixOf(model);
        mask.setMatrixAt(index, matrix);
        for (let copy = index * DIRECTIONS; copy < (index + 1) * DIRECTIONS; copy++) {
          for (const mesh of [inner, outer]) mesh.setMatrixAt(copy, matrix);
          inner.setColorAt(copy, color.set(OUTLINE_COLORS[model.color]));
          outer.setColorAt(copy, color.set(OUTLINE_COLORS[other]));
        }
      });
      for (const mesh of [mask, inner, outer]) {
        mesh.count = shown.length * (mesh === mask ? 1 : DIRECTIONS);
        mesh.visible = shown.length > 0;
        mesh.instanceMatrix.needsUpdate = true;
        if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
      }
    }
  }

  dispose(): void {
    for (const material of Object.values(this.#materials)) material.dispose();
    for (const { mask, inner, outer } of this.#kinds.values()) for (const mesh of [mask, inner, outer]) mesh.dispose();
  }
}
