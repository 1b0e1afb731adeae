// Lays out labels in screen space: along the board edges that face the viewer, where they overlap nothing.
import { Vector3, type PerspectiveCamera } from "three";
import { boardLevel } from "../../worldIndex";
import type { SquareName, WorldBoard, WorldSquare } from "../../../wire/world";
import { pixelsPerUnit } from "../camera/viewpoint";
import { HEIGHT } from "../geometry/pieces";
import type { TextSize, LabelKind } from "./textAtlas";
import { rectsOverlap, rectOverlapsPolygon, type Rect, type ScreenPoint } from "./screenShapes";
import {
  boardOutlines,
  pieceRects,
  RAIL,
  RECTANGLE,
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
/** A second try further out. */
const FAR_GAP = 14;
/** Leaves space for the coordinates between a board's name and its edge. */
const NAME_GAP = 15;
/** Squares narrower than this, in pixels, have no room for the level of a piece beside its symbol. */
const MIN_TAGGED_SQUARE = 52;
/** The largest and the smallest badge in pixels; its height is at most a third of a pawn's. */
const BADGE = { max: 17, min: 4, share: 1 / 3 };
/** A viewport lower than this, in pixels, has no room for badges. */
const MIN_HEIGHT_FOR_BADGES = 300;
/** Minimum distance between labels. */
const SPACING = 2;

/** Where a badge can be, as multiples of its distance from the piece's head: right, left, above, and further out. */
const BADGE_SIDES = [
  [1, -0.6],
  [-1, -0.6],
  [1, 1],
  [-1, 1],
  [0, -1.8],
  [2.7, -0.6],
  [-2.7, -0.6],
  [2.7, 1],
  [-2.7, 1],
  [0, 2.4],
] as const;

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
    this.#pieces = pieceRects(set, this.#project, height, camera.fov);
    const boards = this.#shown();
    const rank = (board: WorldBoard) => (options.attention.has(boardLevel(board)) ? 0 : board.kind === "main" ? 1 : 2);
    const ordered = [...boards].sort((one, other) => rank(one) - rank(other));
    this.#badges();
    if (set.isDiagram) this.#diagramCoordinates();
    for (const board of ordered) this.#nameBoard(board);
    if (set.isDiagram) this.#diagramLevels();
    else for (const board of ordered) this.#coordinates(board);
    if (options.names) this.#nameSquares(boards);
  }

  /** A badge beside the head of each pawn in a special state, at the first side that is free. */
  #badges(): void {
    if (this.#viewport.height < MIN_HEIGHT_FOR_BADGES) return;
    for (const { model, marks } of this.#set.markedPieces()) {
      const { position, scale } = this.#set.placementOf(model.square);
      const { isDiagram } = this.#set;
      if (!isDiagram) position.copy(model.position).y += HEIGHT[model.kind] + model.lift - 0.1;
      const head = this.#project(position);
      const room = isDiagram ? BADGE.max : this.#pawnHeight(head.depth) * BADGE.share;
      const size = Math.min(room, BADGE.max);
      if (size < BADGE.min) continue;
      const reach = isDiagram ? this.#pixelsAcross(0.72 * scale) : size * 0.6;
      for (const mark of marks) {
        const box = BADGE_SIDES.map(([x, y]) => centeredRect(head.x + x * reach, head.y + y * reach, size, size)).find(
          (each) => this.#isInside(each) && this.labels.every((label) => !rectsOverlap(label, each)),
        );
        if (box) this.labels.push({ ...box, text: mark, kind: "badge", background: "backdrop" });
      }
    }
  }

  /** The height of a pawn on the screen, in pixels, at a distance from the camera. */
  #pawnHeight(distance: number): number {
    const { camera, height } = this.#viewport;
    return HEIGHT.pawn * pixelsPerUnit(distance, height, camera.fov);
  }

  /** In the diagram, files below and ranks left of the whole map, or on the other side where a button is in the way. */
  #diagramCoordinates(): void {
    const { layout } = this.#set;
    const places = layout.world.squares.map((square) => ({
      ...square,
      at: this.#project(layout.squarePosition(square.square)),
    }));
    const [x, y] = [places.map(({ at }) => at.x), places.map(({ at }) => at.y)];
    const margin = this.#pixelsAcross(layout.world.spacing / 2 + RAIL) + GAP + 6;
    const [left, right] = [Math.min(...x) - margin, Math.max(...x) + margin];
    const [top, bottom] = [Math.min(...y) - margin, Math.max(...y) + margin];
    const texts = new Set<string>();
    for (const { file, rank, at } of places) {
      if (!texts.has(file)) this.#addFirst(file, [at.x, bottom], [at.x, top]);
      if (!texts.has(String(rank))) this.#addFirst(String(rank), [left, at.y], [right, at.y]);
      texts.add(file).add(String(rank));
    }
  }

  /** The length on screen of a distance along the files, in the diagram. */
  #pixelsAcross(length: number): number {
    const [from, to] = [this.#project(new Vector3()), this.#project(new Vector3(length, 0, 0))];
    return Math.hypot(to.x - from.x, to.y - from.y);
  }

  /** Adds a coordinate at the first of these points that is free of buttons and labels. */
  #addFirst(text: string, ...points: (readonly [x: number, y: number])[]): void {
    const { width, height } = this.#options.measure(text, "coordinate");
    const box = points
      .map(([x, y]) => centeredRect(x, y, width, height))
      .find((each) => this.#isInside(each) && this.labels.every((label) => !rectsOverlap(label, each)));
    if (box) this.labels.push({ ...box, text, kind: "coordinate", background: "backdrop" });
  }

  /** In the diagram, the level of each piece that shares its column with other squares, where there is room. */
  #diagramLevels(): void {
    const { layout, pieces } = this.#set;
    if (this.#pixelsAcross(layout.world.squareSize) < MIN_TAGGED_SQUARE) return;
    for (const { square, ghost } of pieces.models) {
      if (ghost || this.#set.columnOf(square).length < 2) continue;
      const { position, scale } = this.#set.placementOf(square);
      const { x, y } = this.#project(position);
      const half = this.#pixelsAcross((layout.world.squareSize / 2) * scale);
      this.#addFirst(layout.levelOf(square), [x, y + half], [x, y - half]);
    }
  }

  #shown(): WorldBoard[] {
    const { boards, layout } = this.#set;
    return [
      ...boards.main.filter(({ look }) => look !== "faded").map(({ level }) => layout.instance(level)),
      ...boards.attack.filter(({ look }) => look !== "faded").map(({ instance }) => layout.instance(instance)),
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

  #isInside(box: Rect): boolean {
    const { width, height, covered } = this.#viewport;
    if (box.left < 2 || box.top < 2 || box.right > width - 2 || box.bottom > height - 2) return false;
    return covered.every((cover) => !rectsOverlap(cover, box, SPACING));
  }

  /** Whether the rectangle is inside the viewport and overlaps no piece, label or button. */
  #isClear(box: Rect): boolean {
    return (
      this.#isInside(box) &&
      this.labels.every((label) => !rectsOverlap(label, box, SPACING)) &&
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
      ...[2, 3].flatMap((times) =>
        [...sides, ...corners(near), ...corners(far)].map((direction) => [direction, times * NAME_GAP] as const),
      ),
    ].map(([direction, gap]) => {
      const corner = new Vector3(center.x + direction[0] * x, center.y - 0.08, center.z + direction[1] * z);
      return this.#rectBeside(text, "board", corner, direction, gap);
    });
    // A board surrounded by others gets its name over their glass rather than none.
    const box = tries.find((each) => this.#isFree(each, board)) ?? tries.find((each) => this.#isClear(each));
    if (box) this.labels.push({ ...box, text, kind: "board", background: "backdrop" });
  }

  /**
   * Places files along one edge and ranks along another: the first edge with room for all of them beside the other
   * boards, else over their glass, else each label where it has room. Edges that recede too steeply get none.
   */
  #coordinates(board: WorldBoard): void {
    for (const axis of [1, 0] as const) {
      const rows = this.#edges(board, axis)
        .map((edge) => this.#coordinateRow(board, edge, axis, GAP))
        .filter((row) => !isCrowded(row));
      const [first] = rows;
      if (!first) continue;
      const whole =
        rows.find((row) => row.every(({ box }) => this.#isFree(box, board))) ??
        rows.find((row) => row.every(({ box }) => this.#isClear(box)));
      const further = () => this.#edges(board, axis).map((edge) => this.#coordinateRow(board, edge, axis, FAR_GAP));
      first.forEach(({ text }, index) => {
        const beside = (whole ? [whole] : [...rows, ...further()]).flatMap((row) => row[index] ?? []);
        const candidates = whole ? beside : [...beside, ...this.#inner(board, axis, text)];
        const label =
          candidates.find(({ box }) => this.#isFree(box, board)) ?? candidates.find(({ box }) => this.#isClear(box));
        if (label) this.labels.push({ ...label.box, text: label.text, kind: "coordinate", background: "backdrop" });
      });
    }
  }

  /** Places in the corners of the squares of a file or rank, for a label that has no room beside the board. */
  #inner(board: WorldBoard, axis: 0 | 1, text: string): Candidate[] {
    const { layout } = this.#set;
    const inset = layout.world.squareSize * 0.38;
    const { width, height } = this.#options.measure(text, "coordinate");
    return layout.world.squares.flatMap((square) => {
      const own = square.board === board.id && text === (axis === 1 ? square.file : String(square.rank));
      if (!own) return [];
      const at = layout.squarePosition(square.square);
      return RECTANGLE.map(([right, near]) => {
        const { x, y } = this.#project(new Vector3(at.x + right * inset, at.y, at.z + near * inset));
        return { text, box: centeredRect(x, y, width, height) };
      });
    });
  }

  /** The squares along an edge with the coordinate that each shows. */
  #firstSquares(
    board: WorldBoard,
    out: Edge["out"],
    axis: 0 | 1,
  ): { readonly square: SquareName; readonly text: string }[] {
    const { layout } = this.#set;
    const along = (square: WorldSquare) => {
      const { x, z } = layout.squarePosition(square.square);
      return x * out[0] + z * out[1];
    };
    const own = layout.world.squares.filter((square) => square.board === board.id);
    const edge = Math.max(...own.map(along));
    return own
      .filter((square) => along(square) > edge - 0.1)
      .map((square) => ({ square: square.square, text: axis === 1 ? square.file : String(square.rank) }));
  }

  #coordinateRow(board: WorldBoard, { out }: Edge, axis: 0 | 1, gap: number): Candidate[] {
    const { layout } = this.#set;
    const center = layout.boardPosition(board);
    const [x, z] = this.#reach(board);
    return this.#firstSquares(board, out, axis).map(({ square, text }) => {
      const at = layout.squarePosition(square);
      const position =
        axis === 1
          ? new Vector3(at.x, center.y - 0.08, center.z + out[1] * z)
          : new Vector3(center.x + out[0] * x, center.y - 0.08, at.z);
      return { text, box: this.#rectBeside(text, "coordinate", position, out, gap) };
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
