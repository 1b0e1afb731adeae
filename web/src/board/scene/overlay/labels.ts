// Draws the labels in screen space: coordinates, board names and optional square names, as one instanced mesh.
import {
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
  Vector2,
  type PerspectiveCamera,
} from "three";
import { boardLevel } from "../../worldIndex";
import { layOutLabels, type Label } from "./labelLayout";
import { BADGES, measureText, TextAtlas, type LabelKind } from "./textAtlas";
import type { Rect } from "./screenShapes";
import { OVERLAY_LAYER } from "../render/layers";
import type { ChessSet } from "../set/chessSet";
import type { Lighting } from "../materials/families";

const CAPACITY = 220;
/** Moving and refined images can differ in pixel ratio. */
const CACHED_ATLASES = 2;

/** `rect` is the label's position and size, `cell` its position in the atlas, all in device pixels. */
const VERTEX = `
attribute vec4 rect;
attribute vec2 cell;
attribute vec4 labelColor;
varying vec2 vAtlasUv;
varying vec4 vLabelColor;
uniform vec2 viewportSize;
uniform vec2 atlasSize;
void main() {
  vec2 corner = vec2(uv.x, 1.0 - uv.y);
  vAtlasUv = (cell + corner * rect.zw) / atlasSize;
  vLabelColor = labelColor;
  vec2 pixel = (rect.xy + corner * rect.zw) / viewportSize;
  gl_Position = vec4(pixel.x * 2.0 - 1.0, 1.0 - pixel.y * 2.0, 0.0, 1.0);
}`;

const FRAGMENT = `
varying vec2 vAtlasUv;
varying vec4 vLabelColor;
uniform sampler2D atlas;
uniform vec3 paper;
void main() {
  vec4 texel = texture2D(atlas, vAtlasUv);
  float alpha = texel.a * mix(vLabelColor.a, 0.85, texel.r);
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(vLabelColor.rgb, paper, texel.r), alpha);
  #include <colorspace_fragment>
}`;

/** Ink and its opacity, by label kind or by the square behind the label. */
const INK: Readonly<Record<Lighting, Readonly<Record<LabelKind | "onLight" | "onDark", readonly [number, number]>>>> = {
  light: {
    coordinate: [0x3b424a, 1],
    board: [0x1f252c, 1],
    square: [0x2f363f, 1],
    badge: [0x20272c, 1],
    onLight: [0x1d3850, 1],
    onDark: [0x10202e, 1],
  },
  dark: {
    coordinate: [0xccd4dd, 1],
    board: [0xf0f3f7, 1],
    square: [0xd8dee6, 1],
    badge: [0xf0f3f7, 1],
    onLight: [0xe6edf4, 1],
    onDark: [0xf2f6fa, 1],
  },
};
/** The contour around texts, and the icon on a badge. */
const PAPER: Readonly<Record<Lighting, number>> = { light: 0xf7f5f1, dark: 0x14181d };

export interface LabelRequest {
  readonly camera: PerspectiveCamera;
  /** The viewport in CSS pixels, and the device pixel ratio. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly covered: readonly Rect[];
  readonly names: boolean;
  readonly attention: ReadonlySet<string>;
}

export class Labels {
  readonly mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #set: ChessSet;
  readonly #texts: readonly (readonly [string, LabelKind])[];
  readonly #rects = new InstancedBufferAttribute(new Float32Array(CAPACITY * 4), 4);
  readonly #cells = new InstancedBufferAttribute(new Float32Array(CAPACITY * 2), 2);
  readonly #colors = new InstancedBufferAttribute(new Float32Array(CAPACITY * 4), 4);
  readonly #measuringContext = document.createElement("canvas").getContext("2d");
  readonly #uniforms = {
    atlas: { value: null as TextAtlas["texture"] | null },
    atlasSize: { value: new Vector2() },
    viewportSize: { value: new Vector2() },
    paper: { value: new Color() },
  };
  /** Atlases by pixel ratio, the most recently used last. */
  readonly #atlases = new Map<number, TextAtlas>();
  #lighting: Lighting = "light";
  #labels: readonly Label[] = [];

  constructor(set: ChessSet) {
    this.#set = set;
    const { squares, boards } = set.layout.world;
    const unique = (texts: readonly string[], kind: LabelKind) =>
      [...new Set(texts)].map((text) => [text, kind] as const);
    this.#texts = [
      ...unique(
        [...squares.flatMap(({ file, rank }) => [file, String(rank)]), ...boards.map(boardLevel)],
        "coordinate",
      ),
      ...unique(boards.map(boardLevel), "board"),
      ...unique(
        squares.map(({ square }) => square),
        "square",
      ),
      ...unique(BADGES, "badge"),
    ];
    const plane = new PlaneGeometry();
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(plane.index);
    for (const name of ["position", "uv"]) geometry.setAttribute(name, plane.getAttribute(name));
    geometry.setAttribute("rect", this.#rects);
    geometry.setAttribute("cell", this.#cells);
    geometry.setAttribute("labelColor", this.#colors);
    const material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: this.#uniforms,
      transparent: true,
      depthWrite: false,
      depthTest: false,
    });
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
    this.mesh.layers.set(OVERLAY_LAYER);
  }

  /** The labels of the last layout. */
  get labels(): readonly Label[] {
    return this.#labels;
  }

  setLighting(lighting: Lighting): void {
    this.#lighting = lighting;
    this.#uniforms.paper.value.set(PAPER[lighting]);
  }

  place({ camera, width, height, ratio, covered, names, attention }: LabelRequest): void {
    const { cells } = this.#atlasFor(ratio);
    this.#labels = layOutLabels(
      this.#set,
      { camera, width, height, covered },
      { names, attention, measure: (text, kind) => measureText(text, kind, this.#measuringContext) },
    ).slice(0, CAPACITY);
    const color = new Color();
    this.#labels.forEach(({ text, kind, background, left, right, top, bottom }, index) => {
      const cell = cells.get(`${kind} ${text}`);
      if (!cell) return;
      // The atlas holds badges at their largest.
      const shrink = kind === "badge" ? (right - left) / measureText(text, kind, null).width : 1;
      const [wide, tall] = [cell.width * shrink, cell.height * shrink];
      // Align to whole device pixels to keep the text crisp.
      const x = Math.round(((left + right) / 2) * ratio - wide / 2);
      const y = Math.round(((top + bottom) / 2) * ratio - tall / 2);
      this.#rects.setXYZW(index, x, y, wide, tall);
      this.#cells.setXY(index, cell.left, cell.top);
      const [textColor, opacity] =
        INK[this.#lighting][background === "backdrop" ? kind : background === "dark" ? "onDark" : "onLight"];
      const { r, g, b } = color.set(textColor);
      this.#colors.setXYZW(index, r, g, b, opacity);
    });
    this.mesh.geometry.instanceCount = this.#labels.length;
    for (const attribute of [this.#rects, this.#cells, this.#colors]) attribute.needsUpdate = true;
    this.#uniforms.viewportSize.value.set(width * ratio, height * ratio);
  }

  #atlasFor(ratio: number): TextAtlas {
    const atlas = this.#atlases.get(ratio) ?? new TextAtlas(this.#texts, ratio);
    this.#atlases.delete(ratio);
    this.#atlases.set(ratio, atlas);
    for (const [oldRatio, oldAtlas] of this.#atlases) {
      if (this.#atlases.size <= CACHED_ATLASES) break;
      oldAtlas.dispose();
      this.#atlases.delete(oldRatio);
    }
    this.#uniforms.atlas.value = atlas.texture;
    this.#uniforms.atlasSize.value.set(...atlas.size);
    return atlas;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    for (const atlas of this.#atlases.values()) atlas.dispose();
  }
}
