// Dragging in the map: a piece to a square, a board by its handle to a pin. A press that does not move stays a click.
// The style sheet lets a finger drag only what may be picked up; elsewhere a finger scrolls the page.
import type { Store } from "../store";
import type { PinName, SquareName } from "../../wire/world";

/** How far the pointer moves, in CSS pixels, before a press becomes a drag. */
const THRESHOLD = 5;

export function startDrag(down: PointerEvent, store: Store): void {
  if (store.mode.peek().drawing?.press(down, placeAt)) return;
  if (down.button !== 0 || !down.isPrimary) return;
  const origin = locate(down.target);
  if (!origin) return;
  let ghost: HTMLElement | null = null;

  function begin(): void {
    if (!origin || !pickUp(origin, store)) return stop();
    ghost = createGhost(origin.element);
    document.body.append(ghost);
    origin.element.classList.add("drag-origin");
  }

  function move(event: PointerEvent): void {
    if (!ghost) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < THRESHOLD) return;
      begin();
    }
    if (!ghost) return;
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const over = locate(document.elementFromPoint(event.clientX, event.clientY));
    store.hover(over?.square ?? null);
  }

  function up(event: PointerEvent): void {
    const dragged = ghost !== null;
    stop();
    if (!dragged || !origin) return;
    suppressClick();
    const over = locate(document.elementFromPoint(event.clientX, event.clientY));
    if (!over) return store.dropOutside();
    if (over.element === origin.element) return;
    if (origin.square !== undefined) dropPiece(over, store);
    else dropBoard(over, store);
  }

  function stop(): void {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", stop);
    origin?.element.classList.remove("drag-origin");
    ghost?.remove();
    ghost = null;
  }

  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", stop);
}

/** A square or a pin of the map. */
interface MapItem {
  readonly element: HTMLElement;
  readonly square: SquareName | undefined;
  readonly pin: PinName | undefined;
}

function locate(target: EventTarget | null): MapItem | null {
  const element = (target as Element | null)?.closest<HTMLElement>("[data-square], [data-pin]");
  return element ? { element, square: element.dataset.square, pin: element.dataset.pin as PinName | undefined } : null;
}

function placeAt(x: number, y: number): string | null {
  const over = locate(document.elementFromPoint(x, y));
  return over?.square ?? over?.pin ?? null;
}

/** Selects the piece or board that was pressed; false when it may not be picked up. */
function pickUp({ square, pin }: MapItem, store: Store): boolean {
  if (square !== undefined) return store.pickUp(square);
  if (pin === undefined || !store.snapshot.value.boards.some((board) => board.pin === pin)) return false;
  const selected = store.selection.value;
  if (selected?.kind !== "board" || selected.pin !== pin) store.pickBoard(pin, true);
  return true;
}

function dropPiece({ square }: MapItem, store: Store): void {
  if (square === undefined) store.deselect();
  else store.pickSquare(square);
}

/** A board goes to a pin, or to the pin of the square it is dropped on. A main board has no pin: the board is let go. */
function dropBoard({ square, pin }: MapItem, store: Store): void {
  const target = square === undefined ? pin : store.index.squares.get(square)?.pin;
  if (target === undefined || target === null) store.deselect();
  else store.pickPin(target);
}

function createGhost(element: HTMLElement): HTMLElement {
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.classList.add("drag-ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("data-square");
  ghost.removeAttribute("data-pin");
  const { width, height } = element.getBoundingClientRect();
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  return ghost;
}

/**
 * Suppresses the click that a browser may send at the end of a drag. It comes before the next press or key. A timer does
 * not work: browsers delay timers while a finger is down, and a quick tap would be lost.
 */
function suppressClick(): void {
  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  window.addEventListener(
    "click",
    (event) => {
      event.stopPropagation();
      event.preventDefault();
      stop.abort();
    },
    options,
  );
  for (const next of ["pointerdown", "keydown"]) window.addEventListener(next, () => stop.abort(), options);
}
