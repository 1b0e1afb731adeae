// Lays out labels in screen space: along the board edges that face the viewer, where they overlap nothing.
import { Vector3, type PerspectiveCamera } from "three";
import { boardLevel } from "../../state/worldIndex";
import type { WorldBoard } from "../../wire/world";
import type { TextSize, LabelKind } from "./textAtlas";
import { rectsOverlap, rectOverlapsPolygon, type Rect, type ScreenPoint } from "./screenShapes";
import {
  boardOutlines,
  pieceRects,
  RAIL,
  supportOutlines,
  makeProjection,
  type BoardOutline,
  type Projection,
} from "./screenOutlines";
import type { ChessSet } from "../set/chessSet";

export interface Label extends Rect {
  readonly text: string;
  readonly kind: LabelKind;
  /** What is behind the label. */
  readonly background: "backdrop" | "light" | "dark";
}

export interface LabelViewport {
  readonly camera: PerspectiveCamera;
  readonly width: number;
  readonly height: number;
  /** The page's controls over the canvas. */
  readonly covered: readonly Rect[];
}

export interface LabelOptions {
  /** Also name every visible square. */
  readonly names: boolean;
  /** Hovered or selected levels; their labels are placed first. */
  readonly attention: ReadonlySet<string>;
  measure(text: string, kind: LabelKind): TextSize;
}

/** Distance of labels from the board's edge, in pixels. */
const GAP = 4;
/** Leaves space for the coordinates between a board's name and its edge. */
const NAME_GAP = 15;
/** Minimum distance between labels. */
const SPACING = 2;

interface Edge {
  /** The outward direction in the board's plane. */
  readonly out: readonly [right: number, near: number];
  readonly middle: ScreenPoint;
}

interface Candidate {
  readonly text: string;
  readonly box: Rect;
}

export function layOutLabels(set: ChessSet, viewport: LabelViewport, options: LabelOptions): Label[] {
  return new Layout(set, viewport, options).labels;
}

class Layout {
  readonly labels: Label[] = [];
  readonly #set: ChessSet;
  readonly #viewport: LabelViewport;
  readonly #options: LabelOptions;
  readonly #project: Projection;
  readonly #outlines: readonly BoardOutline[];
  readonly #supports: readonly (readonly ScreenPoint[])[];
  readonly #pieces: readonly Rect[];

  constructor(set: ChessSet, viewport: LabelViewport, options: LabelOptions) {
    const { camera, width, height } = viewport;
    this.#set = set;
    this.#viewport = viewport;
    this.#options = options;
    this.#project = makeProjection(camera, width, height);
    this.#outlines = boardOutlines(set, this.#project);
    this.#supports = supportOutlines(set, this.#project);
    this.#pieces = pieceRects(set, this.#project, height);
    const boards = this.#shown();
    const rank = (board: WorldBoard) => (options.attention.has(boardLevel(board)) ? 0 : board.kind === "main" ? 1 : 2);
    const ordered = [...boards].sort((one, other) => rank(one) - rank(other));
    for (const board of ordered) this.#nameBoard(board);
    for (const board of ordered) this.#coordinates(board, rank(board) === 0);
    if (options.names) this.#nameSquares(boards);
  }

  #shown(): WorldBoard[] {
    const { boards, layout } = this.#set;
    return [
      ...boards.main.filter(({ faded }) => !faded).map(({ level }) => layout.instance(level)),
      ...boards.attack.filter(({ faded }) => !faded).map(({ instance }) => layout.instance(instance)),
    ];
  }

  /** The two edges of a board along an axis, the one nearer to the viewer first (lower on the screen). */
  #edges(board: WorldBoard, axis: 0 | 1): Edge[] {
    const center = this.#set.layout.boardPosition(board);
    const reach = this.#reach(board);
    const edges = [-1, 1].map((side): Edge => {
      const out = axis === 0 ? ([side, 0] as const) : ([0, side] as const);
      const at = new Vector3(center.x + out[0] * reach[0], center.y, center.z + out[1] * reach[1]);
      return { out, middle: this.#project(at) };
    });
    return edges.sort((one, other) => Math.round(other.middle.y - one.middle.y) || one.middle.x - other.middle.x);
  }

  #reach(board: WorldBoard): readonly [number, number] {
    const { spacing } = this.#set.layout.world;
    return [(board.size[0] * spacing) / 2 + RAIL, (board.size[1] * spacing) / 2 + RAIL];
  }

  /** The rectangle of a text next to a point on a board's edge, `gap` pixels outwards. */
  #rectBeside(text: string, kind: LabelKind, position: Vector3, out: readonly [number, number], gap: number): Rect {
    const point = this.#project(position);
    const outer = this.#project(new Vector3(position.x + out[0], position.y, position.z + out[1]));
    let [dx, dy] = [outer.x - point.x, outer.y - point.y];
    const length = Math.hypot(dx, dy);
    // Seen from its own height, an edge has no room beside it, so labels go below.
    [dx, dy] = length < 3 ? [0, 1] : [dx / length, dy / length];
    const { width, height } = this.#options.measure(text, kind);
    const push = (Math.abs(dx) * width + Math.abs(dy) * height) / 2 + gap;
    return centeredRect(point.x + dx * push, point.y + dy * push, width, height);
  }

  /** Whether the rectangle is inside the viewport and overlaps no piece, label or button. */
  #isClear(box: Rect): boolean {
    const { width, height, covered } = this.#viewport;
    if (box.left < 2 || box.top < 2 || box.right > width - 2 || box.bottom > height - 2) return false;
    return (
      this.labels.every((label) => !rectsOverlap(label, box, SPACING)) &&
      covered.every((cover) => !rectsOverlap(cover, box, SPACING)) &&
      this.#pieces.every((piece) => !rectsOverlap(piece, box))
    );
  }

  /** Whether the rectangle is clear and overlaps no other board, post or part of the stand. */
  #isFree(box: Rect, own: WorldBoard): boolean {
    return (
      this.#isClear(box) &&
      this.#outlines.every(({ board, corners }) => board === own.id || !rectOverlapsPolygon(box, corners)) &&
      this.#supports.every((support) => !rectOverlapsPolygon(box, support))
    );
  }

  /** Places a board's name at the first free corner or edge. */
  #nameBoard(board: WorldBoard): void {
    const text = boardLevel(board);
    const center = this.#set.layout.boardPosition(board);
    const [x, z] = this.#reach(board);
    const [near, far] = this.#edges(board, 1);
    const [left, right] = this.#edges(board, 0).sort((one, other) => one.middle.x - other.middle.x);
    if (!near || !far || !left || !right) return;
    const outer = board.line === "QL" ? -1 : 1;
    const flanks = board.kind === "main" ? [right, left] : [left, right].sort((one) => (one.out[0] === outer ? -1 : 1));
    const corners = (edge: Edge) => flanks.map(({ out }) => [out[0], edge.out[1]] as const);
    const sides = [...flanks, near, far].map(({ out }) => out);
    const tries = [
      ...corners(near).map((direction) => [direction, GAP] as const),
      ...sides.map((direction) => [direction, NAME_GAP] as const),
      ...corners(far).map((direction) => [direction, GAP] as const),
      ...sides.map((direction) => [direction, GAP] as const),
      ...[...sides, ...corners(near), ...corners(far)].map((direction) => [direction, 2 * NAME_GAP] as const),
    ].map(([direction, gap]) => {
      const corner = new Vector3(center.x + direction[0] * x, center.y - 0.08, center.z + direction[1] * z);
      return this.#rectBeside(text, "board", corner, direction, gap);
    });
    // A board surrounded by others gets its name over their glass rather than none.
    const box = tries.find((each) => this.#isFree(each, board)) ?? tries.find((each) => this.#isClear(each));
    if (box) this.labels.push({ ...box, text, kind: "board", background: "backdrop" });
  }

  /** Places files along one edge and ranks along another: the nearer edge, or the far one if it has much more room. */
  #coordinates(board: WorldBoard, attention: boolean): void {
    const minimum = attention ? 1 : board.kind === "main" ? 2 : board.size[0];
    for (const axis of [1, 0] as const) {
      const rows = this.#edges(board, axis).map((edge) => {
        const row = this.#coordinateRow(board, edge, axis);
        return isCrowded(row) ? [] : row.filter(({ box }) => this.#isFree(box, board));
      });
      const [near = [], far = []] = rows;
      const row = far.length > near.length + 1 ? far : near;
      if (row.length < minimum) continue;
      for (const { text, box } of row) this.labels.push({ ...box, text, kind: "coordinate", background: "backdrop" });
    }
  }

  #coordinateRow(board: WorldBoard, { out }: Edge, axis: 0 | 1): Candidate[] {
    const { layout } = this.#set;
    const center = layout.boardPosition(board);
    const [x, z] = this.#reach(board);
    return layout.world.squares.flatMap((square) => {
      const first = axis === 1 ? square.rank === board.ranks[0] : square.file === board.files[0];
      if (square.board !== board.id || !first) return [];
      const at = layout.squarePosition(square.square);
      const position =
        axis === 1
          ? new Vector3(at.x, center.y - 0.08, center.z + out[1] * z)
          : new Vector3(center.x + out[0] * x, center.y - 0.08, at.z);
      const text = axis === 1 ? square.file : String(square.rank);
      return [{ text, box: this.#rectBeside(text, "coordinate", position, out, GAP) }];
    });
  }

  /** Names visible squares where the label overlaps nothing. */
  #nameSquares(boards: readonly WorldBoard[]): void {
    const { layout } = this.#set;
    const depths = new Map(this.#outlines.map(({ board, depth }) => [board, depth]));
    for (const board of boards) {
      const own = depths.get(board.id) ?? 0;
      const inFront = this.#outlines.filter((outline) => outline.board !== board.id && outline.depth < own);
      const [near] = this.#edges(board, 1);
      for (const square of layout.world.squares) {
        if (square.board !== board.id) continue;
        const position = layout.squarePosition(square.square);
        if (this.#set.pieceOn(square.square)) position.z += (near?.out[1] ?? 1) * 0.9;
        const { x, y } = this.#project(position);
        const { width, height } = this.#options.measure(square.square, "square");
        const box = centeredRect(x, y, width, height);
        if (!this.#isClear(box) || inFront.some(({ corners }) => rectOverlapsPolygon(box, corners))) continue;
        this.labels.push({ ...box, text: square.square, kind: "square", background: square.dark ? "dark" : "light" });
      }
    }
  }
}

/** Whether labels of a row overlap each other, as on an edge that recedes from the viewer. */
function isCrowded(row: readonly Candidate[]): boolean {
  return row.some(({ box }, index) => row.slice(index + 1).some((other) => rectsOverlap(box, other.box, SPACING)));
}

function centeredRect(x: number, y: number, width: number, height: number): Rect {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}
