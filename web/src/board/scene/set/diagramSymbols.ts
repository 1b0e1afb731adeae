// Flat piece symbols for the view from above, as one instanced mesh of quads that face the viewer.
import {
  CanvasTexture,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  LinearMipmapLinearFilter,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  SRGBColorSpace,
  type Vector3,
} from "three";
import { PIECE_DETAIL, PIECE_OUTLINE } from "../../pieceShapes";
import type { Color, Role } from "../../../wire/snapshot";

const ROLES: readonly Role[] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const COLORS: readonly Color[] = ["white", "black"];
const CAPACITY = 48;
/** Size of a symbol in the texture, in pixels. */
const CELL = 128;
/** The symbols' view box: from 4, 3 with sides of 40. */
const VIEW_BOX = { left: 4, top: 3, size: 40 };

const PAINT: Readonly<Record<Color, { readonly fill: string; readonly line: string; readonly detail: string }>> = {
  white: { fill: "#fff6e2", line: "#2b2018", detail: "#2b2018" },
  black: { fill: "#2a211d", line: "#120d0a", detail: "#e9ddcc" },
};

const VERTEX = `
attribute vec3 center;
attribute vec4 symbol;
varying vec2 vSymbolUv;
varying float vOpacity;
void main() {
  vec4 place = viewMatrix * vec4(center, 1.0);
  place.xy += position.xy * symbol.z;
  vSymbolUv = (symbol.xy + uv) / vec2(${ROLES.length}.0, ${COLORS.length}.0);
  vOpacity = symbol.w;
  gl_Position = projectionMatrix * place;
}`;

const FRAGMENT = `
uniform sampler2D symbols;
varying vec2 vSymbolUv;
varying float vOpacity;
void main() {
  vec4 color = texture2D(symbols, vSymbolUv);
  if (color.a < 0.02) discard;
  gl_FragColor = vec4(color.rgb, color.a * vOpacity);
  #include <colorspace_fragment>
}`;

export interface DiagramSymbol {
  readonly kind: Role;
  readonly color: Color;
  readonly center: Vector3;
  /** Side of the symbol in world units. */
  readonly size: number;
  readonly opacity: number;
}

export class DiagramSymbols {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #centers = new InstancedBufferAttribute(new Float32Array(CAPACITY * 3), 3);
  readonly #symbols = new InstancedBufferAttribute(new Float32Array(CAPACITY * 4), 4);
  #texture: CanvasTexture | null = null;

  constructor() {
    const plane = new PlaneGeometry();
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(plane.index);
    for (const name of ["position", "uv"]) geometry.setAttribute(name, plane.getAttribute(name));
    geometry.setAttribute("center", this.#centers);
    geometry.setAttribute("symbol", this.#symbols);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: { symbols: { value: null } },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
    this.mesh.visible = false;
  }

  /** Draws these symbols, later ones over earlier ones. */
  show(symbols: readonly DiagramSymbol[]): void {
    this.#texture ??= makeTexture();
    this.mesh.material.uniforms["symbols"] = { value: this.#texture };
    const shown = symbols.slice(0, CAPACITY);
    shown.forEach(({ kind, color, center, size, opacity }, index) => {
      this.#centers.setXYZ(index, center.x, center.y, center.z);
      // The texture is flipped: its first row is the upper one.
      this.#symbols.setXYZW(index, ROLES.indexOf(kind), COLORS.length - 1 - COLORS.indexOf(color), size, opacity);
    });
    this.mesh.geometry.instanceCount = shown.length;
    this.#centers.needsUpdate = this.#symbols.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.#texture?.dispose();
  }
}

function makeTexture(): CanvasTexture {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: ROLES.length * CELL, height: COLORS.length * CELL });
  const context = canvas.getContext("2d");
  if (context) {
    for (const [row, color] of COLORS.entries()) {
      for (const [column, kind] of ROLES.entries()) drawSymbol(context, kind, color, column * CELL, row * CELL);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  return texture;
}

function drawSymbol(context: CanvasRenderingContext2D, kind: Role, color: Color, x: number, y: number): void {
  const { fill, line, detail } = PAINT[color];
  const scale = CELL / VIEW_BOX.size;
  context.setTransform(scale, 0, 0, scale, x - VIEW_BOX.left * scale, y - VIEW_BOX.top * scale);
  context.lineJoin = context.lineCap = "round";
  const outline = new Path2D(PIECE_OUTLINE[kind]);
  // A light edge separates dark symbols from dark glass.
  context.strokeStyle = color === "black" ? "#f4eadb" : "#2b2018";
  context.lineWidth = color === "black" ? 3.6 : 3;
  context.stroke(outline);
  context.fillStyle = fill;
  context.fill(outline);
  context.strokeStyle = line;
  context.lineWidth = 1.4;
  context.stroke(outline);
  context.strokeStyle = detail;
  context.lineWidth = 1.8;
  if (PIECE_DETAIL[kind] !== "") context.stroke(new Path2D(PIECE_DETAIL[kind]));
}
