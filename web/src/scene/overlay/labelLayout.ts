// Where labels go on the screen: along the edges that face the viewer, and only where they cover nothing.
import { Vector3, type PerspectiveCamera } from "three";
import { boardLevel } from "../../state/worldIndex";
import type { WorldBoard } from "../../wire/world";
import type { TextSize, LabelKind } from "./textAtlas";
import { rectsOverlap, rectOverlapsPolygon, type Rect, type ScreenPoint } from "./screenShapes";
import {
  boardOutlines,
  pieceRects,
  supportOutlines,
  makeProjection,
  type BoardOutline,
  type Projection,
} from "./screenOutlines";
import type { ChessSet } from "../set/chessSet";

export interface Label extends Rect {
  readonly text: string;
  readonly kind: LabelKind;
  /** What lies behind a square's name. */
  readonly background: "backdrop" | "light" | "dark";
}

export interface LabelViewport {
  readonly camera: PerspectiveCamera;
  readonly width: number;
  readonly height: number;
  /** What the page lays over the picture. */
  readonly covered: readonly Rect[];
}

export interface LabelOptions {
  /** A name on every square that can be seen. */
  readonly names: boolean;
  /** Levels that are pointed at or selected: their coordinates come before the others'. */
  readonly attention: ReadonlySet<string>;
  measure(text: string, kind: LabelKind): TextSize;
}

const GAP = 4;
/** Between a board's name and its edge there is room for the coordinates. */
const BEYOND = 15;
const APART = 2;

interface Edge {
  /** Along which way of the board's plane the edge faces. */
  readonly out: readonly [right: number, near: number];
  readonly middle: ScreenPoint;
}

interface Candidate {
  readonly text: string;
  readonly box: Rect;
}

export function layOutLabels(set: ChessSet, picture: LabelViewport, wanted: LabelOptions): Label[] {
  return new Layout(set, picture, wanted).labels;
}

class Layout {
  readonly labels: Label[] = [];
  readonly #set: ChessSet;
  readonly #picture: LabelViewport;
  readonly #wanted: LabelOptions;
  readonly #project: Projection;
  readonly #outlines: readonly BoardOutline[];
  readonly #supports: readonly (readonly ScreenPoint[])[];
  readonly #pieces: readonly Rect[];

  constructor(set: ChessSet, picture: LabelViewport, wanted: LabelOptions) {
    const { camera, width, height } = picture;
    this.#set = set;
    this.#picture = picture;
    this.#wanted = wanted;
    this.#project = makeProjection(camera, width, height);
    this.#outlines = boardOutlines(set, this.#project);
    this.#supports = supportOutlines(set, this.#project);
    this.#pieces = pieceRects(set, this.#project, height);
    const boards = this.#shown();
    const rank = (board: WorldBoard) => (wanted.attention.has(boardLevel(board)) ? 0 : board.kind === "main" ? 1 : 2);
    const ordered = [...boards].sort((one, other) => rank(one) - rank(other));
    for (const board of ordered) this.#caption(board);
    for (const board of ordered) this.#coordinates(board, rank(board) === 0);
    if (wanted.names) this.#names(boards);
  }

  #shown(): WorldBoard[] {
    const { boards, layout } = this.#set;
    return [
      ...boards.main.filter(({ faded }) => !faded).map(({ level }) => layout.instance(level)),
      ...boards.attack.filter(({ faded }) => !faded).map(({ instance }) => layout.instance(instance)),
    ];
  }

  /** The four edges of a board, those lowest on the screen first: they face the viewer. */
  #edges(board: WorldBoard, axis: 0 | 1): Edge[] {
    const center = this.#set.layout.boardPosition(board);
    const reach = this.#reach(board);
    const edges = [-1, 1].map((way): Edge => {
      const out = axis === 0 ? ([way, 0] as const) : ([0, way] as const);
      const at = new Vector3(center.x + out[0] * reach[0], center.y, center.z + out[1] * reach[1]);
      return { out, middle: this.#project(at) };
    });
    return edges.sort((one, other) => Math.round(other.middle.y - one.middle.y) || one.middle.x - other.middle.x);
  }

  #reach(board: WorldBoard): readonly [number, number] {
    const { spacing } = this.#set.layout.world;
    return [(board.size[0] * spacing) / 2 + 0.17, (board.size[1] * spacing) / 2 + 0.17];
  }

  /** A box of a text's size beside a place on a board's edge, pushed outwards by so many pixels. */
  #beside(text: string, kind: LabelKind, place: Vector3, out: readonly [number, number], gap: number): Rect {
    const dot = this.#project(place);
    const further = this.#project(new Vector3(place.x + out[0], place.y, place.z + out[1]));
    let [dx, dy] = [further.x - dot.x, further.y - dot.y];
    const length = Math.hypot(dx, dy);
    // An edge seen from its own height leaves no room beside it: its labels hang below.
    [dx, dy] = length < 3 ? [0, 1] : [dx / length, dy / length];
    const { width, height } = this.#wanted.measure(text, kind);
    const push = (Math.abs(dx) * width + Math.abs(dy) * height) / 2 + gap;
    return centered(dot.x + dx * push, dot.y + dy * push, width, height);
  }

  /** In the picture, and on no piece, label or button. */
  #clear(box: Rect): boolean {
    const { width, height, covered } = this.#picture;
    if (box.left < 2 || box.top < 2 || box.right > width - 2 || box.bottom > height - 2) return false;
    return (
      this.labels.every((label) => !rectsOverlap(label, box, APART)) &&
      covered.every((cover) => !rectsOverlap(cover, box, APART)) &&
      this.#pieces.every((piece) => !rectsOverlap(piece, box))
    );
  }

  /** Clear, and on no board but perhaps its own, nor on what holds the boards up. */
  #free(box: Rect, own: WorldBoard): boolean {
    return (
      this.#clear(box) &&
      this.#outlines.every(({ board, corners }) => board === own.id || !rectOverlapsPolygon(box, corners)) &&
      this.#supports.every((support) => !rectOverlapsPolygon(box, support))
    );
  }

  /** A board's name, at the first of its corners and edges where nothing is in the way. */
  #caption(board: WorldBoard): void {
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
      ...corners(near).map((way) => [way, GAP] as const),
      ...sides.map((way) => [way, BEYOND] as const),
      ...corners(far).map((way) => [way, GAP] as const),
      ...sides.map((way) => [way, GAP] as const),
      ...[...sides, ...corners(near), ...corners(far)].map((way) => [way, 2 * BEYOND] as const),
    ].map(([way, gap]) => {
      const corner = new Vector3(center.x + way[0] * x, center.y - 0.08, center.z + way[1] * z);
      return this.#beside(text, "board", corner, way, gap);
    });
    // A board in the midst of others has its name on their glass rather than none.
    const box = tries.find((each) => this.#free(each, board)) ?? tries.find((each) => this.#clear(each));
    if (box) this.labels.push({ ...box, text, kind: "board", background: "backdrop" });
  }

  /** Files along one edge and ranks along another: the nearer one, or its opposite where that has far more room. */
  #coordinates(board: WorldBoard, attention: boolean): void {
    const least = attention ? 1 : board.kind === "main" ? 2 : board.size[0];
    for (const axis of [1, 0] as const) {
      const rows = this.#edges(board, axis).map((edge) => {
        const row = this.#row(board, edge, axis);
        return crowded(row) ? [] : row.filter(({ box }) => this.#free(box, board));
      });
      const [near = [], far = []] = rows;
      const row = far.length > near.length + 1 ? far : near;
      if (row.length < least) continue;
      for (const { text, box } of row) this.labels.push({ ...box, text, kind: "coordinate", background: "backdrop" });
    }
  }

  #row(board: WorldBoard, { out }: Edge, axis: 0 | 1): Candidate[] {
    const { layout } = this.#set;
    const center = layout.boardPosition(board);
    const [x, z] = this.#reach(board);
    return layout.world.squares.flatMap((square) => {
      const first = axis === 1 ? square.rank === board.ranks[0] : square.file === board.files[0];
      if (square.board !== board.id || !first) return [];
      const at = layout.squarePosition(square.square);
      const place =
        axis === 1
          ? new Vector3(at.x, center.y - 0.08, center.z + out[1] * z)
          : new Vector3(center.x + out[0] * x, center.y - 0.08, at.z);
      const text = axis === 1 ? square.file : String(square.rank);
      return [{ text, box: this.#beside(text, "coordinate", place, out, GAP) }];
    });
  }

  /** Names on the squares themselves, where the square is seen and its name covers nothing. */
  #names(boards: readonly WorldBoard[]): void {
    const { layout } = this.#set;
    const depths = new Map(this.#outlines.map(({ board, depth }) => [board, depth]));
    for (const board of boards) {
      const own = depths.get(board.id) ?? 0;
      const nearer = this.#outlines.filter((outline) => outline.board !== board.id && outline.depth < own);
      const [near] = this.#edges(board, 1);
      for (const square of layout.world.squares) {
        if (square.board !== board.id) continue;
        const place = layout.squarePosition(square.square);
        if (this.#set.pieceOn(square.square)) place.z += (near?.out[1] ?? 1) * 0.9;
        const { x, y } = this.#project(place);
        const { width, height } = this.#wanted.measure(square.square, "square");
        const box = centered(x, y, width, height);
        if (!this.#clear(box) || nearer.some(({ corners }) => rectOverlapsPolygon(box, corners))) continue;
        this.labels.push({ ...box, text: square.square, kind: "square", background: square.dark ? "dark" : "light" });
      }
    }
  }
}

/** Whether labels of one row are in each other's way: an edge that runs away from the viewer is better left bare. */
function crowded(row: readonly Candidate[]): boolean {
  return row.some(({ box }, index) => row.slice(index + 1).some((other) => rectsOverlap(box, other.box, APART)));
}

function centered(x: number, y: number, width: number, height: number): Rect {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}
