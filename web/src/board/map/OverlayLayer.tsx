// The layer over the map: tinted squares, rings and arrows. Loaded when a source first offers an overlay.
import "../../styles/overlay.css";
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { OverlayArrow, OverlayFill, OverlayRing, OverlaySign, BoardPlace } from "../overlay";
import type { Store } from "../store";
import type { SquareName } from "../../wire/world";
import { PieceIcon } from "./pieces";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Placed {
  readonly fills: readonly (OverlayFill & { readonly box: Box })[];
  readonly rings: readonly (OverlayRing & { readonly box: Box; readonly pin: boolean })[];
  readonly arrows: readonly (OverlayArrow & { readonly start: Point; readonly end: Point })[];
  readonly signs: readonly (OverlaySign & { readonly box: Box })[];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const NOTHING: Placed = { fills: [], rings: [], arrows: [], signs: [] };

interface LayerProps {
  store: Store;
  boards: RefObject<HTMLElement | null>;
  /** The width of a square. */
  cell: number;
  /** Changes when the squares have moved. */
  size: string;
}

export function OverlayLayer({ store, boards, cell, size }: LayerProps) {
  const overlay = store.overlay.value;
  const onBoards = store.snapshot.value.boards;
  const placed = useSignal(NOTHING);
  useLayoutEffect(() => {
    const root = boards.current;
    if (root === null || overlay === null) {
      placed.value = NOTHING;
      return;
    }
    const find = (place: BoardPlace) => boxOf(root, store, place);
    placed.value = {
      fills: overlay.fills.flatMap((fill) => withBox(fill, find(fill.at))),
      rings: overlay.rings.flatMap((ring) =>
        withBox({ ...ring, pin: !store.index.squares.has(ring.at) }, find(ring.at)),
      ),
      arrows: overlay.arrows.flatMap((arrow) => {
        const [from, to] = [find(arrow.from), find(arrow.to)];
        return from && to ? [{ ...arrow, start: centerOf(from), end: centerOf(to) }] : [];
      }),
      signs: (overlay.signs ?? []).flatMap((sign) => withBox(sign, find(sign.at))),
    };
  }, [overlay, onBoards, size, boards, store, placed]);
  const { fills, rings, arrows, signs } = placed.value;
  if (fills.length + rings.length + arrows.length + signs.length === 0) return null;
  return (
    <svg class="map-overlay" aria-hidden="true">
      {fills.map(({ at, tone, strength, label, box }) => (
        <g key={`${at} ${tone}`} data-at={at} data-tone={tone}>
          <rect class="overlay-fill" {...box} style={{ opacity: 0.2 + 0.5 * strength }} />
          <Covered store={store} square={at} box={box} />
          {label !== undefined && (
            <text x={box.x + box.width - 3} y={box.y + box.height - 4}>
              {label}
            </text>
          )}
        </g>
      ))}
      {rings.map(({ at, tone, box, pin }) => (
        <rect
          key={`${at} ${tone}`}
          class="overlay-ring"
          data-at={at}
          data-tone={tone}
          {...inset(box, pin ? 2 : cell * 0.05)}
          rx={pin ? 6 : cell / 2}
          stroke-width={Math.max(2.5, cell * 0.08)}
        />
      ))}
      {signs.map(({ at, kind, box }) => (
        <path
          key={`${at} ${kind}`}
          class={`overlay-sign ${kind}`}
          data-at={at}
          d={signPath(kind, signCenter(box, cell), cell)}
        />
      ))}
      {arrows.map((arrow) => (
        <Arrow key={`${arrow.from} ${arrow.to} ${arrow.tone}`} arrow={arrow} cell={cell} />
      ))}
    </svg>
  );
}

/** The piece on a tinted square, drawn again above the tint. */
function Covered({ store, square, box }: { store: Store; square: SquareName; box: Box }) {
  const piece = store.pieceAt.value.get(square);
  return (
    piece && (
      <svg {...inset(box, box.width * 0.04)}>
        <PieceIcon kind={piece.kind} color={piece.color} />
      </svg>
    )
  );
}

function Arrow({ arrow, cell }: { arrow: Placed["arrows"][number]; cell: number }) {
  const { start, end, tone, from, to, weight = 1, dashed = false } = arrow;
  const width = cell * (0.07 + 0.09 * weight);
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const [dx, dy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  // The shaft starts beside the piece and ends at the head.
  const head = Math.min(length * 0.6, width * 3.2);
  const at = (along: number, aside: number): string =>
    `${start.x + dx * along - dy * aside},${start.y + dy * along + dx * aside}`;
  const begin = Math.min(cell * 0.3, length * 0.2);
  const neck = length - head;
  const tip = [at(neck, width * 1.5), at(length, 0), at(neck, -width * 1.5)];
  const solid = [at(begin, width / 2), at(neck, width / 2), ...tip, at(neck, -width / 2), at(begin, -width / 2)];
  const dash = ([near, far]: Dash) => [
    at(near, width / 2),
    at(far, width / 2),
    at(far, -width / 2),
    at(near, -width / 2),
  ];
  const shapes = dashed ? [...dashesOf(begin, neck, width).map(dash), tip] : [solid];
  const path = shapes.map((points) => `M${points.join(" ")}Z`).join("");
  const origin = { transformOrigin: `${start.x}px ${start.y}px` };
  return (
    <path
      class="overlay-arrow"
      data-from={from}
      data-to={to}
      data-tone={tone}
      data-dashed={dashed}
      d={path}
      style={origin}
    />
  );
}

/** Where a dash begins and ends along its arrow. */
type Dash = readonly [near: number, far: number];

function dashesOf(begin: number, end: number, width: number): readonly Dash[] {
  const period = width * 2.4;
  const count = Math.max(1, Math.round((end - begin) / period));
  const step = (end - begin) / count;
  return Array.from({ length: count }, (_, index) => [begin + index * step, begin + (index + 0.62) * step] as const);
}

/** In the corner of a pin, whose name stays readable. */
function signCenter(box: Box, cell: number): Point {
  if (box.width < cell * 1.5) return centerOf(box);
  return { x: box.x + box.width - cell * 0.4, y: box.y + cell * 0.4 };
}

function signPath(kind: OverlaySign["kind"], { x, y }: Point, cell: number): string {
  const size = cell * 0.2;
  if (kind === "cross")
    return `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
  const radius = cell * 0.16;
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 1 0 .01z`;
}

function withBox<Item extends object>(item: Item, box: Box | null): (Item & { readonly box: Box })[] {
  return box ? [{ ...item, box }] : [];
}

function centerOf({ x, y, width, height }: Box): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
}

/** Where a square or a pin is drawn. A square without a board is a quarter of its free pin. */
function boxOf(root: HTMLElement, store: Store, place: BoardPlace): Box | null {
  const origin = root.getBoundingClientRect();
  const boxes = (selector: string): Box[] =>
    [...root.querySelectorAll(selector)].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left - origin.left, y: top - origin.top, width, height };
    });
  const [square] = boxes(`[data-square="${place}"]`);
  if (square) return square;
  const parts = store.index.squares.get(place);
  if (!parts) return union(boxes(`.square[data-square$="${place}"]`)) ?? boxes(`[data-pin="${place}"]`)[0] ?? null;
  const free = parts.pin === null ? undefined : boxes(`.map-pin[data-pin="${parts.pin}"]`)[0];
  return free ? quarter(store, place, free) : null;
}

function union(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** A square of a pin without a board, by its place among the four. */
function quarter({ world, view }: Store, place: BoardPlace, pin: Box): Box {
  const own = world.squares.find(({ square }) => square === place);
  const board = world.squares.filter((square) => square.board === own?.board);
  const { x, y, width, height } = { ...pin, width: pin.width / 2, height: pin.height / 2 };
  if (!own) return pin;
  const right = own.map[0] > Math.min(...board.map(({ map }) => map[0]));
  const up = own.map[1] > Math.min(...board.map(({ map }) => map[1]));
  const turned = view.peek().bottom === "black";
  return { x: x + (right !== turned ? width : 0), y: y + (up !== turned ? 0 : height), width, height };
}
