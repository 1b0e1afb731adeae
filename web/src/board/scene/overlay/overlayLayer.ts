// Draws a source's overlay in the set: tinted squares, rings and arrows. Loaded when a source first offers one.
import "../../../styles/overlay.css";
import { BufferGeometry, Color, Float32BufferAttribute, Group, InstancedMesh, Matrix4, Mesh, Vector3 } from "three";
import type { MeshBasicMaterial } from "three";
import { OVERLAY_TONES, type Overlay, type OverlayArrow, type OverlayTone, type BoardPlace } from "../../overlay";
import type { SquareName } from "../../../wire/world";
import { makeMarkMaterial } from "../materials/materials";
import type { ChessSet } from "../set/chessSet";
import { arrowVertices } from "./arrow";
import { band, circle, rectangle } from "./marks";
import { parseColor } from "./palette";

/** Above the marks of the game. */
const ABOVE_MARKS = 0.05;
/** Arrows start and end above their squares. */
const ARROW_LIFT = 0.3;
const CAPACITY = 160;
/** Opacities of tints, from weak to strong. */
const STRENGTHS = [0.28, 0.42, 0.56, 0.7] as const;
/** How visible an arrow is behind pieces and boards. */
const HIDDEN_ARROW = 0.4;

type Colors = Readonly<Record<OverlayTone, Color>>;

export class OverlayLayer {
  readonly group = new Group();
  readonly #set: ChessSet;
  readonly #fills: readonly InstancedMesh[];
  readonly #rings: InstancedMesh;
  readonly #frames: InstancedMesh;
  readonly #arrows: Mesh<BufferGeometry, MeshBasicMaterial>;
  /** The same arrows seen through what is in front of them, so that they can be followed from every camera. */
  readonly #hidden: Mesh<BufferGeometry, MeshBasicMaterial>;
  #overlay: Overlay | null = null;
  #colors: Colors | null = null;

  constructor(set: ChessSet) {
    this.#set = set;
    const instanced = (geometry: BufferGeometry, opacity: number) => {
      const mesh = new InstancedMesh(geometry, makeMarkMaterial(opacity), CAPACITY);
      mesh.frustumCulled = false;
      mesh.renderOrder = 3;
      this.group.add(mesh);
      return mesh;
    };
    this.#fills = STRENGTHS.map((opacity) => instanced(band(rectangle(0.001), rectangle(0.97)), opacity));
    this.#rings = instanced(band(circle(0.8), circle(0.98)), 0.95);
    this.#frames = instanced(band(rectangle(0.94), rectangle(1.04)), 0.95);
    const geometry = new BufferGeometry();
    const arrows = (opacity: number, order: number) => {
      const mesh = new Mesh(geometry, makeMarkMaterial(opacity));
      mesh.material.vertexColors = true;
      mesh.frustumCulled = false;
      mesh.renderOrder = order;
      this.group.add(mesh);
      return mesh;
    };
    this.#hidden = arrows(HIDDEN_ARROW, 4);
    this.#hidden.material.depthTest = false;
    this.#arrows = arrows(0.95, 5);
  }

  show(overlay: Overlay | null): void {
    this.#overlay = overlay;
    this.place();
  }

  /** Reads the tones as they apply to an element, which decides between light and dark values. */
  readColors(element: HTMLElement): void {
    const probe = document.createElement("span");
    element.after(probe);
    const colors: Partial<Record<OverlayTone, Color>> = {};
    for (const tone of OVERLAY_TONES) {
      probe.style.color = `var(--tone-${tone})`;
      colors[tone] = parseColor(getComputedStyle(probe).color);
    }
    probe.remove();
    this.#colors = colors as Colors;
    this.place();
  }

  /** Moves everything to the current positions of squares and boards. */
  place(): void {
    const colors = this.#colors;
    const overlay = this.#overlay;
    if (!colors) return;
    const { fills, rings, arrows } = overlay ?? { fills: [], rings: [], arrows: [] };
    this.#fills.forEach((mesh, index) => {
      const own = fills.filter(({ strength }) => bucketOf(strength) === index);
      this.#placeOn(mesh, own, colors);
    });
    const isSquare = ({ at }: { readonly at: BoardPlace }) => this.#isSquare(at);
    this.#placeOn(this.#rings, rings.filter(isSquare), colors);
    this.#placeFrames(
      rings.filter((ring) => !isSquare(ring)),
      colors,
    );
    this.#placeArrows(arrows, colors);
  }

  #placeOn(mesh: InstancedMesh, items: readonly { at: SquareName; tone: OverlayTone }[], colors: Colors): void {
    items.slice(0, CAPACITY).forEach(({ at, tone }, index) => {
      const { position, scale } = this.#set.placementOf(at);
      position.y += ABOVE_MARKS + index * 0.0002;
      mesh.setMatrixAt(index, new Matrix4().makeScale(scale, 1, scale).setPosition(position));
      mesh.setColorAt(index, colors[tone]);
    });
    finish(mesh, Math.min(items.length, CAPACITY));
  }

  /** A frame around the board on a pin, or around where it would be. */
  #placeFrames(items: readonly { at: BoardPlace; tone: OverlayTone }[], colors: Colors): void {
    items.forEach(({ at, tone }, index) => {
      const { spacing } = this.#set.layout.world;
      const matrix = new Matrix4().makeScale(spacing, 1, spacing);
      this.#frames.setMatrixAt(index, matrix.setPosition(this.#positionOf(at)));
      this.#frames.setColorAt(index, colors[tone]);
    });
    finish(this.#frames, items.length);
  }

  #placeArrows(arrows: readonly OverlayArrow[], colors: Colors): void {
    const flat = this.#set.isDiagram;
    const positions: number[] = [];
    const shades: number[] = [];
    for (const { from, to, tone, weight = 1, dashed = false } of arrows) {
      const [start, end] = [this.#positionOf(from), this.#positionOf(to)];
      const vertices = arrowVertices(raise(start, flat), raise(end, flat), { weight, flat, dashed });
      positions.push(...vertices);
      const { r, g, b } = colors[tone];
      for (let i = 0; i < vertices.length; i += 3) shades.push(r, g, b);
    }
    const { geometry } = this.#arrows;
    geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    geometry.setAttribute("color", new Float32BufferAttribute(shades, 3));
    this.#arrows.visible = this.#hidden.visible = positions.length > 0;
  }

  #isSquare(place: BoardPlace): boolean {
    return this.#set.layout.world.squares.some(({ square }) => square === place);
  }

  #positionOf(place: BoardPlace): Vector3 {
    if (this.#isSquare(place)) return this.#set.placementOf(place).position;
    const { layout } = this.#set;
    const pin = layout.world.pins.find(({ id }) => id === place)?.id ?? "QL1";
    const position = layout.boardPosition(layout.boardOfLevel(pin));
    // In the diagram everything is at one height.
    const height = this.#set.isDiagram ? this.#set.placementOf("b4N").position.y : position.y;
    return position.setY(height + ABOVE_MARKS);
  }

  dispose(): void {
    for (const mesh of [...this.#fills, this.#rings, this.#frames]) {
      mesh.geometry.dispose();
      (mesh.material as MeshBasicMaterial).dispose();
      mesh.dispose();
    }
    this.#arrows.geometry.dispose();
    for (const mesh of [this.#arrows, this.#hidden]) mesh.material.dispose();
  }
}

function bucketOf(strength: number): number {
  return Math.min(STRENGTHS.length - 1, Math.floor(strength * STRENGTHS.length));
}

function raise(position: Vector3, flat: boolean): Vector3 {
  return position.setY(position.y + (flat ? ABOVE_MARKS : ARROW_LIFT));
}

function finish(mesh: InstancedMesh, count: number): void {
  mesh.count = count;
  mesh.visible = count > 0;
  mesh.instanceMatrix.needsUpdate = true;
  if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
}
