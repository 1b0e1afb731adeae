// Coordinates on the edges of the boards and, on demand, names on the squares: small signs that always face the viewer.
import {
  CanvasTexture,
  Color,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  PlaneGeometry,
  ShaderMaterial,
  SRGBColorSpace,
  Vector3,
} from "three";
import type { SquareName, WorldBoard } from "../wire/world";
import type { ChessSet } from "./set";
import type { Places } from "./places";
import type { Lighting } from "./themes";

const CELL = { width: 128, height: 64 };
const COLUMNS = 16;
const CAPACITY = 140;
const EDGE_SIZE = 0.7;
const NAME_SIZE = 0.62;
/** Signs grow in a small picture rather than become unreadable. */
const LEAST_PIXELS = 20;

const VERTEX = `
attribute vec3 sign;
varying vec2 vCell;
uniform vec2 grid;
uniform float scale;
void main() {
  float column = mod(sign.x, grid.x);
  float row = floor(sign.x / grid.x);
  vCell = vec2((column + uv.x) / grid.x, 1.0 - (row + 1.0 - uv.y) / grid.y);
  vec4 center = modelViewMatrix * instanceMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  gl_Position = projectionMatrix * (center + vec4(position.x * 2.0 * sign.y * scale, position.y * sign.y * scale, sign.z, 0.0));
}`;

const FRAGMENT = `
varying vec2 vCell;
uniform sampler2D atlas;
uniform vec3 ink;
uniform vec3 halo;
void main() {
  vec4 texel = texture2D(atlas, vCell);
  float alpha = max(texel.r, texel.g * 0.8);
  if (alpha < 0.02) discard;
  gl_FragColor = vec4(mix(halo, ink, texel.r), alpha);
  #include <colorspace_fragment>
}`;

interface Sign {
  readonly text: string;
  readonly place: Vector3;
  readonly size: number;
}

export class Labels {
  readonly mesh: InstancedMesh;
  readonly #set: ChessSet;
  readonly #places: Places;
  readonly #cells: ReadonlyMap<string, number>;
  readonly #signs: InstancedBufferAttribute;
  readonly #material: ShaderMaterial;
  readonly #atlas: CanvasTexture;

  constructor(set: ChessSet) {
    this.#set = set;
    this.#places = set.places;
    const { world } = set.places;
    const texts = new Set<string>();
    for (const square of world.squares) {
      texts.add(square.file).add(String(square.rank)).add(square.square);
    }
    for (const board of world.boards) texts.add(board.kind === "main" ? board.id : (board.id.split(":")[0] ?? ""));
    this.#cells = new Map([...texts].map((text, index) => [text, index]));
    const rows = Math.ceil(texts.size / COLUMNS);
    this.#atlas = new CanvasTexture(drawAtlas([...texts], rows));
    this.#atlas.colorSpace = SRGBColorSpace;
    this.#atlas.anisotropy = 4;
    this.#material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: FRAGMENT,
      uniforms: {
        atlas: { value: this.#atlas },
        grid: { value: [COLUMNS, rows] },
        ink: { value: new Color() },
        halo: { value: new Color() },
        scale: { value: 1 },
      },
      transparent: true,
      depthWrite: false,
    });
    const plane = new PlaneGeometry();
    this.#signs = new InstancedBufferAttribute(new Float32Array(CAPACITY * 3), 3);
    plane.setAttribute("sign", this.#signs);
    this.mesh = new InstancedMesh(plane, this.#material, CAPACITY);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 4;
  }

  setLighting(lighting: Lighting): void {
    const [ink, halo] = lighting === "light" ? [0x2b3138, 0xf5f4f1] : [0xdfe5ec, 0x15181d];
    (this.#material.uniforms["ink"]?.value as Color).set(ink);
    (this.#material.uniforms["halo"]?.value as Color).set(halo);
  }

  /** Lays the signs out on the edges nearest to the viewer; `pixels` is how large a length of 1 is seen. */
  place(azimuth: number, elevation: number, pixels: number, names: boolean): void {
    const scale = this.#material.uniforms["scale"];
    if (scale) scale.value = Math.min(2, Math.max(1, LEAST_PIXELS / (EDGE_SIZE * pixels)));
    const signs = [...this.#edges(azimuth, elevation), ...(names ? this.#names() : [])];
    const matrix = new Matrix4();
    let count = 0;
    for (const { text, place, size } of signs) {
      const cell = this.#cells.get(text);
      if (cell === undefined || count >= CAPACITY) continue;
      this.mesh.setMatrixAt(count, matrix.makeTranslation(place));
      this.#signs.setXYZ(count, cell, size, size === NAME_SIZE ? 0.9 : 0.1);
      count++;
    }
    this.mesh.count = count;
    this.mesh.instanceMatrix.needsUpdate = true;
    this.#signs.needsUpdate = true;
  }

  *#edges(azimuth: number, elevation: number): Iterable<Sign> {
    const near = Math.cos(azimuth) >= -0.01 ? 1 : -1;
    const side = Math.sin(azimuth) > 0.05 ? 1 : -1;
    const fromAbove = Math.abs(elevation) > 1.2;
    const sideways = !fromAbove && Math.abs(Math.sin(azimuth)) > 0.7;
    const { boards } = this.#set;
    const shown = [
      ...boards.main.filter(({ thin }) => !thin).map(({ level }) => this.#places.instance(level)),
      ...boards.attack.filter(({ thin }) => !thin).map(({ instance }) => this.#places.instance(instance)),
    ];
    for (const board of shown) {
      const center = this.#places.board(board);
      const halfWidth = (board.size[0] * this.#places.world.spacing) / 2;
      const halfDepth = (board.size[1] * this.#places.world.spacing) / 2;
      const level = board.kind === "main" ? board.id : (board.id.split(":")[0] ?? "");
      const y = center.y - 0.1;
      const edge = center.z + near * (halfDepth + 0.58);
      // An attack board has its ranks on the outer side, where it overhangs nothing, unless that is behind it.
      const outer = sideways || board.line === null ? side : board.line === "QL" ? -1 : 1;
      const flank = center.x + outer * (halfWidth + 0.58);
      // Seen from above, a board's near edge lies over the squares of the board below: only the nearest board keeps its files.
      const nearest = board.kind === "attack" || board.id === (near > 0 ? "W" : "B");
      for (const square of this.#places.world.squares) {
        if (square.board !== board.id) continue;
        const place = this.#places.square(square.square);
        if (square.rank === board.ranks[0] && (nearest || !fromAbove)) {
          yield { text: square.file, place: new Vector3(place.x, y, edge), size: EDGE_SIZE };
        }
        if (square.file === board.files[0]) {
          yield { text: String(square.rank), place: new Vector3(flank, y, place.z), size: EDGE_SIZE };
        }
      }
      const corner = new Vector3(flank, y, center.z + near * (halfDepth + 1.15));
      const plate = sideways
        ? { place: corner, size: 0.9 }
        : this.#namePlate(board, fromAbove, near, board.kind === "main" ? -side : outer);
      yield { text: level, ...plate };
    }
  }

  /** A board's name: an attack board's beyond its ranks, a main board's at the near corner that nothing overhangs. */
  #namePlate(board: WorldBoard, fromAbove: boolean, near: number, flank: number): Omit<Sign, "text"> {
    const place = this.#places.board(board);
    const { spacing } = this.#places.world;
    const [halfWidth, halfDepth] = [(board.size[0] * spacing) / 2, (board.size[1] * spacing) / 2];
    place.y -= 0.1;
    if (board.kind === "attack") {
      place.x += flank * (halfWidth + 1.4);
      return { place, size: 0.8 };
    }
    place.x += flank * (halfWidth + 0.85);
    place.z += near * halfDepth * (fromAbove ? -0.2 : 0.96);
    return { place, size: 1.3 };
  }

  *#names(): Iterable<Sign> {
    const { boards } = this.#set;
    const shown = new Set<string>([
      ...boards.main.filter(({ thin }) => !thin).map(({ level }) => level),
      ...boards.attack.filter(({ thin }) => !thin).map(({ instance }) => instance),
    ]);
    for (const { square, board } of this.#places.world.squares) {
      if (shown.has(board)) yield { text: square, place: this.#namePlace(square), size: NAME_SIZE };
    }
  }

  #namePlace(square: SquareName): Vector3 {
    const place = this.#places.square(square);
    place.y += 0.16;
    return place;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.dispose();
    this.#material.dispose();
    this.#atlas.dispose();
  }
}

/** Letters in red, a halo around them in green: the shader colours both. */
function drawAtlas(texts: readonly string[], rows: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = CELL.width * COLUMNS;
  canvas.height = CELL.height * rows;
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  texts.forEach((text, index) => {
    const x = ((index % COLUMNS) + 0.5) * CELL.width;
    const y = (Math.floor(index / COLUMNS) + 0.53) * CELL.height;
    pen.font = `600 ${text.length > 3 ? 34 : 46}px system-ui, sans-serif`;
    pen.lineWidth = 9;
    pen.strokeStyle = "#00ff00";
    pen.strokeText(text, x, y);
    pen.fillStyle = "#ffff00";
    pen.fillText(text, x, y);
  });
  return canvas;
}
