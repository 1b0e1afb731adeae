// Debug overlay (`?debug`): the outline and name of every square of all 27 boards, and each board's coordinates. What is
// on the set now is green, the rest red.
import { BufferGeometry, Color, Float32BufferAttribute, LineBasicMaterial, LineSegments, Vector3 } from "three";
import type { PerspectiveCamera } from "three";
import type { World, WorldBoard } from "../../../wire/world";
import type { WorldLayout } from "../set/worldLayout";
import { placeDebugLabels, type DebugLabel, type LabelPlaces, type Presence } from "./debugLayout";
import { makeProjection, type Projection } from "./screenOutlines";
import type { Rect } from "./screenShapes";

const COLORS: Readonly<Record<Presence, Color>> = { visible: new Color(0x12a150), hidden: new Color(0xe0352b) };
/** Outlines of neighbouring squares stay apart by this share of the square. */
const INSET = 0.08;
/** Height above the board, so that the outline is not inside the glass. */
const LIFT = 0.03;
/** Shifts of a square's label in its own widths and heights, tried in this order. */
const SHIFTS = [0, -1, 1, -2, 2].flatMap((down) => [0, -0.6, 0.6].map((right) => [right, down] as const));

/** Labels of all squares and board instances, visible ones first. */
export function debugLabels(world: World, instances: ReadonlySet<string>): DebugLabel[] {
  const boards = new Map(world.boards.map((board) => [board.id, board]));
  const presence = (board: WorldBoard): Presence =>
    board.kind === "main" || instances.has(board.id) ? "visible" : "hidden";
  const squares = new Map<string, DebugLabel>();
  for (const { square, board: id } of world.squares) {
    const board = boards.get(id);
    // Both rotations of a board have the same squares: one that is there is visible.
    if (!board || squares.get(square)?.presence === "visible") continue;
    squares.set(square, { text: square, presence: presence(board), of: { square } });
  }
  const captions = world.boards.map((board): DebugLabel => {
    const text = `${board.id}  ${board.center.map((each) => each.toFixed(2)).join(", ")}`;
    return { text, presence: presence(board), of: { instance: board.id } };
  });
  const all = [...captions, ...squares.values()];
  return [...all.filter((each) => each.presence === "visible"), ...all.filter((each) => each.presence === "hidden")];
}

export class DebugOverlay {
  readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #layout: WorldLayout;
  readonly #layer: HTMLElement;
  #labels: readonly DebugLabel[] = [];
  #spans: readonly HTMLSpanElement[] = [];
  #sizes: readonly { readonly width: number; readonly height: number }[] = [];

  constructor(canvas: HTMLCanvasElement, layout: WorldLayout) {
    this.#layout = layout;
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true }));
    this.lines.frustumCulled = false;
    this.lines.visible = false;
    this.#layer = document.createElement("div");
    this.#layer.className = "scene-debug";
    this.#layer.setAttribute("aria-hidden", "true");
    canvas.after(this.#layer);
  }

  /** Shows the overlay for the board instances that are on the set, or hides it. */
  show(instances: ReadonlySet<string> | null): void {
    this.lines.visible = instances !== null;
    this.#labels = instances === null ? [] : debugLabels(this.#layout.world, instances);
    this.#spans = this.#labels.map(({ text, presence, of }) => {
      const span = document.createElement("span");
      span.textContent = text;
      span.dataset["presence"] = presence;
      span.dataset["kind"] = "square" in of ? "square" : "board";
      return span;
    });
    this.#layer.replaceChildren(...this.#spans);
    this.#sizes = this.#spans.map((span) => ({ width: span.offsetWidth, height: span.offsetHeight }));
    this.drawOutlines();
  }

  /** Draws the outlines at the current board heights. */
  drawOutlines(): void {
    if (!this.lines.visible) return;
    const squares = this.#labels.flatMap(({ of, presence }) => ("square" in of ? [{ ...of, presence }] : []));
    const positions = squares.flatMap(({ square }) => this.#outline(square));
    const colors = squares.flatMap(({ presence }) =>
      Array.from({ length: 8 }, () => COLORS[presence].toArray()).flat(),
    );
    this.lines.geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    this.lines.geometry.setAttribute("color", new Float32BufferAttribute(colors, 3));
  }

  /** Moves the labels to the current screen positions. */
  placeLabels(camera: PerspectiveCamera, width: number, height: number, covered: readonly Rect[]): void {
    if (!this.lines.visible) return;
    const project = makeProjection(camera, width, height);
    const places = this.#labels.map((label, index): LabelPlaces => {
      const size = this.#sizes[index] ?? { width: 0, height: 0 };
      return { ...size, centers: this.#centers(label, size, project) };
    });
    const area = { left: 0, top: 0, right: width, bottom: height };
    placeDebugLabels(places, area, covered).forEach(({ left, top }, index) => {
      const span = this.#spans[index];
      if (span) span.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    });
  }

  dispose(): void {
    this.#layer.remove();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }

  #outline(square: string): number[] {
    const { x, y, z } = this.#layout.squarePosition(square);
    const reach = (this.#layout.world.squareSize / 2) * (1 - INSET);
    const corners = [-1, 1, 1, -1].map((right, index) => [
      x + right * reach,
      y + LIFT,
      z + (index < 2 ? -1 : 1) * reach,
    ]);
    return corners.flatMap((corner, index) => [...corner, ...(corners[(index + 1) % 4] ?? corner)]);
  }

  /** A square's label is on the square; a board's is outside the set, beside its outer edge or below. */
  #centers({ of }: DebugLabel, { width, height }: { width: number; height: number }, project: Projection) {
    if ("square" in of) {
      const { x, y } = project(this.#layout.squarePosition(of.square));
      return SHIFTS.map(([right, down]) => ({ x: x + right * width, y: y + down * height }));
    }
    const board = this.#layout.instance(of.instance);
    const center = this.#layout.boardPosition(board);
    const [files, ranks] = board.size;
    const reach = [(files * this.#layout.world.spacing) / 2, (ranks * this.#layout.world.spacing) / 2] as const;
    const sides = [-1, 1].map((side) => project(new Vector3(center.x + side * reach[0], center.y, center.z)));
    const outer = board.line === "QL" ? -1 : 1;
    const edge = (outer < 0 ? sides[0] : sides[1]) ?? project(center);
    const inner = (outer < 0 ? sides[1] : sides[0]) ?? project(center);
    const away = Math.sign(edge.x - inner.x) || 1;
    return [0, 1, -1, 2, -2, 3, -3].flatMap((down) =>
      [0.5, 1.5].map((far) => ({ x: edge.x + away * (width * far + 6), y: edge.y + down * height })),
    );
  }
}
