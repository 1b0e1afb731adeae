// Drawing arrows and marks with pointer, pencil and keys. What is drawn belongs to the source; this knows only the shape
// that is being drawn.
import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
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

export interface DrawingTool extends Drawing {
  readonly pencil: Signal<boolean>;
  /** The color without modifier keys. */
  readonly color: Signal<ShapeColor>;
  readonly draft: ReadonlySignal<Draft | null>;
  /** The last step by keyboard. */
  readonly step: ReadonlySignal<DrawingStep | null>;
  cancel(): void;
}

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

export function createDrawing(shapes: ReadonlySignal<Shapes>, draw: (shapes: Shapes) => void): DrawingTool {
  const pencil = signal(false);
  const color = signal<ShapeColor>("green");
  const pointer = signal<Draft | null>(null);
  /** Where an arrow by keyboard starts. */
  const start = signal<BoardPlace | null>(null);
  const step = signal<DrawingStep | null>(null);
  const draft = computed<Draft | null>(
    () => pointer.value ?? (start.value === null ? null : { colour: color.value, from: start.value, to: start.value }),
  );

  function add(shape: Draft): void {
    const before = shapes.peek();
    const after = toggleShape(before, shape);
    const { from, to } = shape;
    const erased = after.marks.length + after.arrows.length < before.marks.length + before.arrows.length;
    step.value = { kind: erased ? "erased" : "drawn", from, to };
    draw(after);
  }

  function press(down: PointerEvent, placeAt: (x: number, y: number) => BoardPlace | null): boolean {
    if (!down.isPrimary || (down.button !== 2 && !(down.button === 0 && pencil.peek()))) return false;
    const from = placeAt(down.clientX, down.clientY);
    if (from === null) return false;
    const end = new AbortController();
    const own = (event: PointerEvent): boolean => event.pointerId === down.pointerId;
    pointer.value = { colour: colorOf(down, color.peek()), from, to: from };
    const on = (type: "pointermove" | "pointerup" | "pointercancel", act: (event: PointerEvent) => void): void =>
      window.addEventListener(type, (event) => own(event) && act(event), { signal: end.signal });
    on("pointermove", (event) => {
      const to = placeAt(event.clientX, event.clientY) ?? from;
      const before = pointer.peek();
      if (before && before.to !== to) pointer.value = { ...before, to };
    });
    on("pointercancel", () => {
      end.abort();
      pointer.value = null;
    });
    on("pointerup", (event) => {
      end.abort();
      pointer.value = null;
      const to = placeAt(event.clientX, event.clientY);
      if (to === null) return;
      // A button that was pressed and released sends a click, which marks it.
      if (to === from && down.button === 0 && down.target instanceof HTMLElement && down.target.closest("button"))
        return;
      add({ colour: colorOf(down, color.peek()), from, to });
    });
    return true;
  }

  function key(event: KeyboardEvent, place: BoardPlace): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "Escape" && start.peek() !== null) {
      cancel();
    } else if (event.key === "d" || event.key === "D") {
      const from = start.peek();
      start.value = from === null ? place : null;
      if (from === null) step.value = { kind: "started", from: place };
      else add({ colour: colorOf(event, color.peek()), from, to: place });
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function cancel(): void {
    if (start.peek() !== null) step.value = { kind: "cancelled" };
    start.value = null;
    pointer.value = null;
  }

  return {
    pencil,
    color,
    draft,
    step,
    press,
    key,
    pick(place) {
      if (pencil.peek()) add({ colour: color.peek(), from: place, to: place });
      return pencil.peek();
    },
    cancel,
  };
}
