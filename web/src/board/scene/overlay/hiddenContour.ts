// The dotted contour of one piece, drawn only where something opaque hides it.
import {
  Group,
  GreaterDepth,
  InstancedMesh,
  Mesh,
  NotEqualStencilFunc,
  ReplaceStencilOp,
  ShaderMaterial,
  type BufferGeometry,
  type Matrix4,
} from "three";
import type { Role } from "../../../wire/snapshot";

/** Width of the line, and length of its dots and gaps, in pixels. */
const WIDTH = 1.5;
const DOT = 3;
/** The contour is the shape of the piece, drawn shifted in each of this number of directions, without the shape itself. */
const DIRECTIONS = 8;
/** Stencil value of the shape. */
const SHAPE = 2;

const VERTEX = `
uniform float reach;
void main() {
  #ifdef USE_INSTANCING
  vec4 seen = modelViewMatrix * instanceMatrix * vec4(position, 1.0);
  float angle = float(gl_InstanceID) * ${(2 * Math.PI) / DIRECTIONS};
  seen.xy -= vec2(cos(angle), sin(angle)) * reach * seen.z;
  #else
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  #endif
  gl_Position = projectionMatrix * seen;
}`;

/** Dark and light dots in turn, one of which stands out from any background. */
const FRAGMENT = `
void main() {
  float phase = mod(gl_FragCoord.x + gl_FragCoord.y, ${3 * DOT}.0);
  if (phase > ${2 * DOT}.0) discard;
  gl_FragColor = vec4(vec3(phase > ${DOT}.0 ? 0.06 : 1.0), 1.0);
}`;

export class HiddenContour {
  readonly group = new Group();
  readonly #geometries: Readonly<Record<Role, BufferGeometry>>;
  readonly #reach = { value: 0 };
  readonly #shape: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #line: InstancedMesh<BufferGeometry, ShaderMaterial>;

  constructor(geometries: Readonly<Record<Role, BufferGeometry>>) {
    this.#geometries = geometries;
    const material = (parameters: ConstructorParameters<typeof ShaderMaterial>[0]) =>
      new ShaderMaterial({
        uniforms: { reach: this.#reach },
        vertexShader: VERTEX,
        fragmentShader: FRAGMENT,
        transparent: true,
        depthWrite: false,
        stencilWrite: true,
        stencilRef: SHAPE,
        ...parameters,
      });
    const shape = material({ depthTest: false, colorWrite: false, stencilZPass: ReplaceStencilOp });
    const line = material({ depthFunc: GreaterDepth, stencilFunc: NotEqualStencilFunc });
    this.#shape = new Mesh(geometries.pawn, shape);
    this.#line = new InstancedMesh(geometries.pawn, line, DIRECTIONS);
    this.#shape.matrixAutoUpdate = false;
    this.#line.frustumCulled = this.#shape.frustumCulled = false;
    this.#shape.renderOrder = 4;
    this.#line.renderOrder = 4.1;
    this.group.add(this.#shape, this.#line);
    this.group.visible = false;
  }

  /** Shows the contour of a piece, or none. */
  show(piece: { readonly kind: Role; readonly matrix: Matrix4 } | null, pixelSize: number): void {
    this.group.visible = piece !== null;
    if (!piece) return;
    this.#reach.value = pixelSize * WIDTH;
    this.#shape.geometry = this.#line.geometry = this.#geometries[piece.kind];
    this.#shape.matrix.copy(piece.matrix);
    for (let copy = 0; copy < DIRECTIONS; copy++) this.#line.setMatrixAt(copy, piece.matrix);
    this.#line.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    this.#shape.material.dispose();
    this.#line.material.dispose();
    this.#line.dispose();
  }
}
