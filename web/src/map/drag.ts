// Dragging in the map: a piece to a square, a board by its handle to a pin. A press that does not move stays a click.
// A finger drags what may move, by the style sheet's leave; anywhere else it scrolls the page, and the browser says so.
import type { Store } from "../state/store";

const THRESHOLD = 5;

export function startDrag(down: PointerEvent, store: Store): void {
  if (down.button !== 0 || !down.isPrimary) return;
  const origin = place(down.target);
  if (!origin) return;
  let ghost: HTMLElement | null = null;

  function begin(): void {
    if (!origin || !lift(origin, store)) return stop();
    ghost = origin.element.cloneNode(true) as HTMLElement;
    ghost.classList.add("drag-ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.removeAttribute("data-square");
    ghost.removeAttribute("data-pin");
    const { width, height } = origin.element.getBoundingClientRect();
    ghost.style.width = `${width}px`;
    ghost.style.height = `${height}px`;
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
    const over = place(document.elementFromPoint(event.clientX, event.clientY));
    store.hover(over?.square ?? null);
  }

  function up(event: PointerEvent): void {
    const dragged = ghost !== null;
    stop();
    if (!dragged || !origin) return;
    suppressClick();
    const over = place(document.elementFromPoint(event.clientX, event.clientY));
    if (!over || over.element === origin.element) return;
    if (origin.square !== undefined) {
      if (over.square !== undefined) store.pickSquare(over.square);
      else store.deselect();
    } else {
      const pin = over.pin ?? over.square?.slice(2);
      if (pin !== undefined) store.pickPin(pin);
    }
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

interface Place {
  readonly element: HTMLElement;
  readonly square: string | undefined;
  readonly pin: string | undefined;
}

function place(target: EventTarget | null): Place | null {
  const element = (target as Element | null)?.closest<HTMLElement>("[data-square], [data-pin]");
  return element ? { element, square: element.dataset.square, pin: element.dataset.pin } : null;
}

/** Picks up what was pressed; false when there is nothing of one's own to drag. */
function lift({ square, pin }: Place, store: Store): boolean {
  const selected = store.selection.value;
  if (square !== undefined) {
    const piece = store.pieceAt.value.get(square);
    if (piece?.color !== store.snapshot.value.turn || !store.mayMove.value) return false;
    if (selected?.kind !== "piece" || selected.square !== square) {
      store.deselect();
      store.pickSquare(square);
    }
    return true;
  }
  if (pin === undefined || !store.snapshot.value.boards.some((board) => board.pin === pin)) return false;
  if (selected?.kind !== "board" || selected.pin !== pin) store.pickBoard(pin);
  return true;
}

/**
 * Suppresses the click that a browser may send at the end of a drag. It comes before the next press or key; a timer would
 * not do, since browsers hold timers back while a finger is down and would let a quick tap be lost.
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
