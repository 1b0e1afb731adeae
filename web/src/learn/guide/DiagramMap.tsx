// A diagram of the guide: the map of the page with the boards that matter, small, and not to be played on.
import { render } from "preact";
import { signal } from "@preact/signals-core";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { LocalMode } from "../../board/localMode";
import { layoutMap } from "../../board/map/layout";
import { OverlayLayer } from "../../board/map/OverlayLayer";
import { SmallMap, type SmallMapSize } from "../../board/map/SmallMap";
import type { Mode } from "../../board/mode";
import type { Overlay, OverlaySign } from "../../board/overlay";
import { Store } from "../../board/store";
import type { LearnModule } from "../../core/learnModule";
import type { World } from "../../wire/world";
import { select } from "./DiagramBoard";
import type { DiagramMap as Drawn, DiagramPosition, Guide, MarkKind } from "./places";

/** A square is not wider, and side by side not smaller. */
const LARGEST = 40;
const LARGEST_STACKED = 34;
const SMALLEST_IN_ROW = 24;
/** Frames and gaps in pixels: of a group, and around all. */
const GROUP_GAPS = 26;
const MARGIN = 12;
const LEVEL_NAME = 22;

export interface DiagramSize extends SmallMapSize {
  readonly height: number;
}

/** Side by side where there is room, otherwise below each other, upright and as large as the width allows. */
export function sizeOf(world: World, levels: readonly string[], width: number): DiagramSize {
  const over = new Map(world.boards.map((board) => [board.id, board.over ?? board.id]));
  const shown = { ...world, squares: world.squares.filter(({ board }) => levels.includes(over.get(board) ?? "")) };
  const inRow = Math.floor((width - levels.length * GROUP_GAPS) / (levels.length * 8));
  const row = levels.length > 1 && inRow >= SMALLEST_IN_ROW;
  const arrangement = row ? "row" : levels.length > 1 ? "compact" : "stack";
  const cell = row
    ? Math.min(LARGEST, inRow)
    : Math.min(Math.floor((width - GROUP_GAPS) / 8), levels.length > 1 ? LARGEST_STACKED : LARGEST);
  const { groups } = layoutMap(shown, "white", arrangement);
  const rows = groups.map((group) => (group.rows * cell) / 2);
  const down = row ? Math.max(...rows) : rows.reduce((sum, each) => sum + each + 8, 0);
  return { arrangement, cell, groups, height: down + MARGIN + LEVEL_NAME };
}

/** Draws the maps of the guide in their places, each when it is nearly in sight. Returns what removes them. */
export function drawMaps(root: Element, guide: Guide, world: World, module: LearnModule | null): () => void {
  const places = [...root.querySelectorAll<HTMLElement>(".guide-map")];
  for (const place of places) {
    const map = guide.diagrams[place.dataset.diagram ?? ""]?.position.map;
    // Nothing moves when the map arrives.
    if (map) place.style.height = `${sizeOf(world, map.levels, place.clientWidth).height}px`;
  }
  if (module === null) return () => undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const { diagram } = (target as HTMLElement).dataset;
        const position = guide.diagrams[diagram ?? ""]?.position;
        if (!isIntersecting || !position?.map) continue;
        observer.unobserve(target);
        render(<DiagramMap module={module} world={world} position={position} map={position.map} />, target);
      }
    },
    { rootMargin: "600px" },
  );
  for (const place of places) observer.observe(place);
  return () => {
    observer.disconnect();
    for (const place of places) render(null, place);
  };
}

interface MapProps {
  readonly module: LearnModule;
  readonly world: World;
  readonly position: DiagramPosition;
  readonly map: Drawn;
}

function DiagramMap({ module, world, position, map }: MapProps) {
  const root = useRef<HTMLDivElement>(null);
  const boards = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<DiagramSize | null>(null);
  const store = useMemo(() => openStore(module, world, position, map), []);
  useEffect(() => {
    const place = root.current?.parentElement;
    if (!place) return;
    const observer = new ResizeObserver(() => {
      const next = sizeOf(world, map.levels, place.clientWidth);
      place.style.height = `${next.height}px`;
      setSize(next);
    });
    observer.observe(place);
    return () => {
      observer.disconnect();
      store.dispose();
      store.mode.peek().dispose();
    };
  }, []);
  return (
    <div ref={root} inert>
      {size && (
        <SmallMap store={store} boards={boards} {...size}>
          <OverlayLayer store={store} boards={boards} cell={size.cell} size={`${size.cell} ${size.arrangement}`} />
        </SmallMap>
      )}
    </div>
  );
}

function openStore(module: LearnModule, world: World, position: DiagramPosition, map: Drawn): Store {
  const game = new LocalMode(new module.WasmGame(position.rules, position.tfen));
  const { board, seats } = game;
  const mode: Mode = { board, seats, overlay: signal(overlayOf(map)), dispose: () => game.dispose() };
  const store = new Store(world, signal(mode));
  select(store, position);
  return store;
}

const FILLS: Partial<Readonly<Record<MarkKind, "yellow" | "blue">>> = { from: "yellow", focus: "blue", name: "blue" };

function overlayOf({ marks, arrows }: Drawn): Overlay {
  const isPin = (at: string) => /^[QK]L\d$/.test(at);
  const named = new Set(marks.flatMap(({ at, kind }) => (kind === "name" ? [at] : [])));
  const filled = marks.filter(({ at, kind }) => !isPin(at) && (kind !== "focus" || !named.has(at)));
  return {
    fills: filled.flatMap(({ at, kind }) => {
      const tone = FILLS[kind];
      return tone ? [{ at, tone, strength: 0.5, ...(kind === "name" && { label: at }) }] : [];
    }),
    rings: marks.flatMap(({ at, kind }) => {
      const tone = kind === "capture" ? "red" : isPin(at) ? FILLS[kind] : undefined;
      return tone ? [{ at, tone }] : [];
    }),
    arrows: arrows.map((arrow) => ({ ...arrow, tone: "yellow" })),
    signs: marks.flatMap(({ at, kind }): OverlaySign[] =>
      kind === "go" ? [{ at, kind: "dot" }] : kind === "stop" ? [{ at, kind: "cross" }] : [],
    ),
  };
}
