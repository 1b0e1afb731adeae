// The flat map: seven boards of real buttons, with which everything can be done without the 3D view.
import { signal, useComputed, useSignal, useSignalEffect, type Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Store } from "../store";
import { columnSquares } from "../ties";
import { text } from "../../text";
import { squareExists } from "../worldIndex";
import type { SquareName } from "../../wire/world";
import { BoardGroup } from "./BoardGroup";
import { startDrag } from "./drag";
import { neighbour, otherLevel, type Direction, type Spot } from "./focus";
import { layoutMap } from "./layout";
import { measure, type Available, type MapSize } from "./measure";
import { Ties } from "./Ties";

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** From this size on, a board's handle has room for its pin and its owner. */
const TWO_LINES = 32;

/** The layer over the boards, loaded when something is first drawn there. */
const layer = signal<typeof import("./OverlayLayer") | null>(null);

export function MapView({ store }: { store: Store }) {
  const root = useRef<HTMLDivElement>(null);
  const boards = useRef<HTMLDivElement>(null);
  const size = useMapSize(root, store);
  const current = useSignal<SquareName>("b2W");
  const layout = useComputed(() => layoutMap(store.world, store.view.value.bottom, size.value.arrangement));

  useSignalEffect(() => {
    // The square may have left with its board.
    if (!squareExists(store.index, store.snapshot.value.boards, current.value)) current.value = "b2W";
  });

  useSignalEffect(() => {
    if (store.overlay.value && !layer.value) void import("./OverlayLayer").then((module) => (layer.value = module));
  });

  function onKeyDown(event: KeyboardEvent): void {
    const next = pressKey(event, store, root.current);
    if (next === null) return;
    current.value = next;
    root.current?.querySelector<HTMLElement>(`[data-square="${next}"]`)?.focus();
  }

  const { cell, arrangement } = size.value;
  const placed = `${cell} ${arrangement} ${store.view.value.bottom}`;
  const { drawing } = store.mode.value;
  return (
    <div
      ref={root}
      class={[
        "map",
        arrangement !== "row" && "map-stacked",
        cell < TWO_LINES && "map-small",
        store.view.value.debug && "map-debug",
        drawing?.pencil.value && "map-drawing",
      ]
        .filter(Boolean)
        .join(" ")}
      style={{ "--cell": `${cell}px` }}
      data-arrangement={arrangement}
      role="group"
      aria-label={text.map.label}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => startDrag(event, store)}
      onContextMenu={(event) => drawing && event.preventDefault()}
      onPointerLeave={() => {
        store.hover(null);
        store.hoverPin(null);
      }}
    >
      <div class="map-room" aria-hidden="true" />
      <div class="map-boards" ref={boards}>
        {layout.value.groups.map((group) => (
          <BoardGroup key={group.level} group={group} store={store} current={current} />
        ))}
        <Ties store={store} boards={boards} size={placed} />
        {layer.value && <layer.value.OverlayLayer store={store} boards={boards} cell={cell} size={placed} />}
      </div>
    </div>
  );
}

/** The size of the squares and their arrangement, from before the first paint on, so that nothing jumps. */
function useMapSize(root: RefObject<HTMLElement | null>, store: Store): Signal<MapSize> {
  const size = useSignal(measure({ width: 0, height: 0, finger: null }));
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const fit = (): void => {
      const next = measure(available(element));
      const { cell, arrangement } = size.peek();
      if (next.cell !== cell || next.arrangement !== arrangement) size.value = next;
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    // On a phone the boards may be higher than the first screen, and then do not tell that it has become lower.
    for (const room of element.querySelectorAll(".map-room")) observer.observe(room);
    // An activity brings its own panel: the first screen has another height, which the boards alone do not show.
    const stop = store.mode.subscribe(fit);
    return () => {
      observer.disconnect();
      stop();
    };
  }, [size, store]);
  return size;
}

/** Draws, edits, or picks the board of the focused square; returns the square that the focus goes to. */
function pressKey(event: KeyboardEvent, store: Store, root: HTMLElement | null): SquareName | null {
  const { square: from, pin } = (event.target as HTMLElement).dataset;
  const place = from ?? pin;
  const { drawing, editing } = store.mode.value;
  if (place !== undefined && (drawing ?? editing)?.key(event, place)) return null;
  if (from === undefined || event.altKey || event.ctrlKey || event.metaKey) return null;
  const direction = ARROWS[event.key];
  if (direction) {
    event.preventDefault();
    return neighbour(spots(root), from, direction);
  }
  if (event.key === "PageUp" || event.key === "PageDown") {
    event.preventDefault();
    return otherLevel(columnSquares(store, from), from, event.key === "PageUp" ? 1 : -1);
  }
  const board = store.index.squares.get(from)?.pin ?? null;
  if (event.key.toLowerCase() === "b" && board !== null) store.pickBoard(board);
  return null;
}

/** The space for the map. Where the page grows with the map, its minimum height is what the first screen has. */
function available(element: HTMLElement): Available {
  const style = getComputedStyle(element);
  const { clientWidth: width, clientHeight: height } = element;
  if (style.overflowY !== "visible") return { width, height, finger: null };
  return { width, height: parseFloat(style.minHeight), finger: parseFloat(style.getPropertyValue("--finger")) };
}

function spots(root: HTMLElement | null): Spot[] {
  return [...(root?.querySelectorAll<HTMLElement>("[data-square]") ?? [])].map((element) => {
    const box = element.getBoundingClientRect();
    return { square: element.dataset.square ?? "", x: box.left + box.width / 2, y: box.top + box.height / 2 };
  });
}
