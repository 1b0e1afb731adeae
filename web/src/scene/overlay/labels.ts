// Draws the labels: coordinates on the edges of the boards, names of boards and, on demand, of squares, turned to the viewer.
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
import { boardLevel } from "../../state/worldIndex";
import { layOutLabels, type Label } from "./labelLayout";
import { measureText, fontScaleFor, TextAtlas, type LabelKind } from "./textAtlas";
import type { Rect } from "./screenShapes";
import { OVERLAY_LAYER } from "../render/tiledRenderer";
import type { ChessSet } from "../set/chessSet";
import type { Lighting } from "../materials/themes";

const CAPACITY = 140;
/** Pictures in motion and at rest may need letters of two sizes. */
const SIZES_KEPT = 2;

/** A label's place and size, and its letters' place in the atlas, all in device pixels. */
const VERTEX = `
attribute vec4 place;
attribute vec2 letters;
attribute vec4 ink;
varying vec2 vLetters;
varying vec4 vInk;
uniform vec2 picture;
uniform vec2 atlasSize;
void main() {
  vec2 corner = vec2(uv.x, 1.0 - uv.y);
  vLetters = (letters + corner * place.zw) / atlasSize;
  vInk = ink;
  vec2 pixel = (place.xy + corner * place.zw) / picture;
  gl_Position = vec4(pixel.x * 2.0 - 1.0, 1.0 - pixel.y * 2.0, 0.0, 1.0);
}`;

const FRAGMENT = `
varying vec2 vLetters;
varying vec4 vInk;
uniform sampler2D atlas;
void main() {
  float strength = texture2D(atlas, vLetters).a * vInk.a;
  if (strength < 0.01) discard;
  gl_FragColor = vec4(vInk.rgb, strength);
  #include <colorspace_fragment>
}`;

/** The colour of letters by what they stand on, and how strongly they are drawn. */
const INKS: Readonly<Record<Lighting, Readonly<Record<LabelKind | "onLight" | "onDark", readonly [number, number]>>>> =
  {
    light: {
      coordinate: [0x454c55, 0.8],
      board: [0x2f363f, 0.95],
      square: [0x2f363f, 0.9],
      onLight: [0x24405a, 0.95],
      onDark: [0xffffff, 0.95],
    },
    dark: {
      coordinate: [0xb6bfca, 0.75],
      board: [0xd8dee6, 0.9],
      square: [0xd8dee6, 0.9],
      onLight: [0x0d1722, 0.95],
      onDark: [0xf2f6fa, 0.95],
    },
  };

export interface LabelRequest {
  readonly camera: PerspectiveCamera;
  /** The picture's size in CSS pixels, and device pixels in each. */
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
  readonly #place = new InstancedBufferAttribute(new Float32Array(CAPACITY * 4), 4);
  readonly #letters = new InstancedBufferAttribute(new Float32Array(CAPACITY * 2), 2);
  readonly #ink = new InstancedBufferAttribute(new Float32Array(CAPACITY * 4), 4);
  readonly #pen = document.createElement("canvas").getContext("2d");
  readonly #uniforms = {
    atlas: { value: null as TextAtlas["texture"] | null },
    atlasSize: { value: new Vector2() },
    picture: { value: new Vector2() },
  };
  /** Letters of the last sizes that were needed, the latest at the end. */
  readonly #letterings = new Map<string, TextAtlas>();
  #lighting: Lighting = "light";
  #labels: readonly Label[] = [];

  constructor(set: ChessSet) {
    this.#set = set;
    const { squares, boards } = set.layout.world;
    const unique = (texts: readonly string[], kind: LabelKind) =>
      [...new Set(texts)].map((text) => [text, kind] as const);
    this.#texts = [
      ...unique(
        squares.flatMap(({ file, rank }) => [file, String(rank)]),
        "coordinate",
      ),
      ...unique(boards.map(boardLevel), "board"),
      ...unique(
        squares.map(({ square }) => square),
        "square",
      ),
    ];
    const plane = new PlaneGeometry();
    const geometry = new InstancedBufferGeometry();
    geometry.setIndex(plane.index);
    for (const name of ["position", "uv"]) geometry.setAttribute(name, plane.getAttribute(name));
    geometry.setAttribute("place", this.#place);
    geometry.setAttribute("letters", this.#letters);
    geometry.setAttribute("ink", this.#ink);
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

  /** What was drawn last. */
  get labels(): readonly Label[] {
    return this.#labels;
  }

  setLighting(lighting: Lighting): void {
    this.#lighting = lighting;
  }

  place({ camera, width, height, ratio, covered, names, attention }: LabelRequest): void {
    const scale = fontScaleFor(width);
    const { cells } = this.#letter(scale, ratio);
    this.#labels = layOutLabels(
      this.#set,
      { camera, width, height, covered },
      { names, attention, measure: (text, kind) => measureText(text, kind, scale, this.#pen) },
    ).slice(0, CAPACITY);
    const color = new Color();
    this.#labels.forEach(({ text, kind, background, left, right, top, bottom }, index) => {
      const cell = cells.get(`${kind} ${text}`);
      if (!cell) return;
      const { width: wide, height: tall } = cell;
      // Whole device pixels keep the letters crisp.
      const x = Math.round(((left + right) / 2) * ratio - wide / 2);
      const y = Math.round(((top + bottom) / 2) * ratio - tall / 2);
      this.#place.setXYZW(index, x, y, wide, tall);
      this.#letters.setXY(index, cell.left, cell.top);
      const [ink, strength] =
        INKS[this.#lighting][background === "backdrop" ? kind : background === "dark" ? "onDark" : "onLight"];
      const { r, g, b } = color.set(ink);
      this.#ink.setXYZW(index, r, g, b, strength);
    });
    this.mesh.geometry.instanceCount = this.#labels.length;
    for (const attribute of [this.#place, this.#letters, this.#ink]) attribute.needsUpdate = true;
    this.#uniforms.picture.value.set(width * ratio, height * ratio);
  }

  /** The letters at the size they are needed now. */
  #letter(scale: number, ratio: number): TextAtlas {
    const key = `${scale} ${ratio}`;
    const drawn = this.#letterings.get(key) ?? new TextAtlas(this.#texts, scale, ratio);
    this.#letterings.delete(key);
    this.#letterings.set(key, drawn);
    for (const [old, lettering] of this.#letterings) {
      if (this.#letterings.size <= SIZES_KEPT) break;
      lettering.dispose();
      this.#letterings.delete(old);
    }
    this.#uniforms.atlas.value = drawn.texture;
    this.#uniforms.atlasSize.value.set(...drawn.size);
    return drawn;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    for (const lettering of this.#letterings.values()) lettering.dispose();
  }
}
