// Drawing arrows and marks with pointer, pencil and keys. What is drawn belongs to the source; this knows only the shape
// that is being drawn.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { Drawing, OverlayArrow, OverlayRing, BoardPlace } from "./overlay";
import type { ShapeColor, Shapes } from "../wire/study";

export const SHAPE_COLORS = ["green", "red", "blue", "yellow"] as const satisfies readonly ShapeColor[];

export const NO_SHAPES: Shapes = { marks: [], arrows: [] };

/** A shape that is being drawn: an arrow, or a mark while both ends are the same. */
export interface Draft {
  readonly colour: ShapeColor;
  readonly from: BoardPlace;
  readonly to: BoardPlace;
}

/** What a drawing tells the person who draws without a pointer. */
export type DrawingStep =
  | { readonly kind: "started"; readonly from: BoardPlace }
  | { readonly kind: "cancelled" }
  | { readonly kind: "drawn" | "erased"; readonly from: BoardPlace; readonly to: BoardPlace };

/** Adds a shape. One that is there already vanishes, or changes its color. */
export function toggleShape({ marks, arrows }: Shapes, { colour, from, to }: Draft): Shapes {
  if (from === to) {
    const others = marks.filter(({ at }) => at !== from);
    const same = marks.some((mark) => mark.at === from && mark.colour === colour);
    return { arrows, marks: same ? others : [...others, { colour, at: from }] };
  }
  const others = arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
  const same = arrows.some((arrow) => arrow.from === from && arrow.to === to && arrow.colour === colour);
  return { marks, arrows: same ? others : [...others, { colour, from, to }] };
}

/** Shapes as the views draw them, the one being drawn last. */
export function drawnShapes(
  { marks, arrows }: Shapes,
  draft: Draft | null,
): { rings: OverlayRing[]; arrows: OverlayArrow[] } {
  const rings: OverlayRing[] = marks.map(({ colour, at }) => ({ at, tone: colour }));
  const lines: OverlayArrow[] = arrows.map(({ colour, from, to }) => ({ from, to, tone: colour }));
  if (draft?.from === draft?.to) {
    if (draft) rings.push({ at: draft.from, tone: draft.colour });
  } else if (draft) {
    lines.push({ from: draft.from, to: draft.to, tone: draft.colour });
  }
  return { rings, arrows: lines };
}

/** The color of modifier keys as on lichess: none is the chosen one, Shift red, Alt blue, both yellow. */
export function colorOf(
  { shiftKey, altKey }: { readonly shiftKey: boolean; readonly altKey: boolean },
  chosen: ShapeColor,
): ShapeColor {
  if (shiftKey && altKey) return "yellow";
  return shiftKey ? "red" : altKey ? "blue" : chosen;
}

/** Draws with the pointer and with keys. */
export class DrawingTool implements Drawing {
  readonly pencil = signal(false);
  /** The color without modifier keys. */
  readonly color = signal<ShapeColor>("green");
  readonly #pointer = signal<Draft | null>(null);
  /** Where an arrow by keyboard starts. */
  readonly #start = signal<BoardPlace | null>(null);
  readonly #step = signal<DrawingStep | null>(null);
  /** The last step by keyboard. */
  readonly step: ReadonlySignal<DrawingStep | null> = this.#step;
  readonly draft = computed<Draft | null>(() => {
    const from = this.#start.value;
    return this.#pointer.value ?? (from === null ? null : { colour: this.color.value, from, to: from });
  });
  readonly #shapes: ReadonlySignal<Shapes>;
  readonly #draw: (shapes: Shapes) => void;

  constructor(shapes: ReadonlySignal<Shapes>, draw: (shapes: Shapes) => void) {
    this.#shapes = shapes;
    this.#draw = draw;
  }

  press(down: PointerEvent, placeAt: (x: number, y: number) => BoardPlace | null): boolean {
    if (!down.isPrimary || (down.button !== 2 && !(down.button === 0 && this.pencil.peek()))) return false;
    const from = placeAt(down.clientX, down.clientY);
    if (from === null) return false;
    const end = new AbortController();
    this.#pointer.value = { colour: colorOf(down, this.color.peek()), from, to: from };
    const on = (type: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void): void =>
      window.addEventListener(type, (event) => event.pointerId === down.pointerId && act(event), {
        signal: end.signal,
      });
    on("pointermove", (event) => {
      const to = placeAt(event.clientX, event.clientY) ?? from;
      const before = this.#pointer.peek();
      if (before && before.to !== to) this.#pointer.value = { ...before, to };
    });
    const stop = (): void => {
      end.abort();
      this.#pointer.value = null;
    };
    on("pointercancel", stop);
    on("pointerup", (event) => {
      stop();
      const to = placeAt(event.clientX, event.clientY);
      // A button that was pressed and released sends a click, which marks it.
      const clicks = to === from && down.button === 0 && (down.target as Element | null)?.closest("button");
      if (to !== null && !clicks) this.#add({ colour: colorOf(down, this.color.peek()), from, to });
    });
    return true;
  }

  key(event: KeyboardEvent, place: BoardPlace): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape" && this.#start.peek() !== null) {
      this.cancel();
    } else if (event.key === "d" || event.key === "D") {
      const from = this.#start.peek();
      this.#start.value = from === null ? place : null;
      if (from === null) this.#step.value = { kind: "started", from: place };
      else this.#add({ colour: colorOf(event, this.color.peek()), from, to: place });
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  pick(place: BoardPlace): boolean {
    const on = this.pencil.peek();
    if (on) this.#add({ colour: this.color.peek(), from: place, to: place });
    return on;
  }

  cancel(): void {
    if (this.#start.peek() !== null) this.#step.value = { kind: "cancelled" };
    this.#start.value = null;
    this.#pointer.value = null;
  }

  #add(shape: Draft): void {
    const before = this.#shapes.peek();
    const after = toggleShape(before, shape);
    const { from, to } = shape;
    const erased = after.marks.length + after.arrows.length < before.marks.length + before.arrows.length;
    this.#step.value = { kind: erased ? "erased" : "drawn", from, to };
    this.#draw(after);
  }
}
