// Turns gestures on the set into store actions: hovering, selecting, dragging, and a two-tap confirmation on touch.
import type { Store } from "../../store";
import type { SquareName } from "../../../wire/world";
import type { Point } from "./gestures";
import type { Hit } from "./picker";
import type { PieceModel } from "../set/pieceModels";
import type { ChessSet } from "../set/chessSet";

/** How far a dragged piece is lifted. */
const DRAG_LIFT = 0.5;
/** Pixels within which a second press is at the same place. */
const SAME_PLACE = 6;

export class PointerInput {
  readonly #store: Store;
  readonly #set: ChessSet;
  readonly #pick: (point: Point) => Hit | null;
  readonly #requestFrame: () => void;
  #drag: { readonly model: PieceModel; readonly from: SquareName } | null = null;
  /** Where the selected board was pressed. */
  #boardAt: Point | null = null;

  constructor(store: Store, set: ChessSet, pick: (point: Point) => Hit | null, requestFrame: () => void) {
    this.#store = store;
    this.#set = set;
    this.#pick = pick;
    this.#requestFrame = requestFrame;
  }

  /** The dragged piece, which is not at its Snapshot position. */
  get dragged(): PieceModel | null {
    return this.#drag?.model ?? null;
  }

  /** Returns whether something clickable is at the point. */
  hover(point: Point | null): boolean {
    const hit = point ? this.#pick(point) : null;
    const square = hit?.kind === "square" ? hit.square : null;
    const pin = hit?.kind === "board" || hit?.kind === "pin" ? hit.pin : null;
    if (square !== this.#store.hovered.value) this.#store.hover(square);
    if (pin !== this.#store.hoveredPin.value) this.#store.hoverPin(pin);
    return hit !== null && (hit.kind !== "square" || hit.piece || this.#reaches(hit.square));
  }

  click(point: Point, touch: boolean): void {
    const hit = this.#pick(point);
    if (!hit) return this.#store.deselect();
    if (touch && this.#previewsFirst(hit)) return;
    // The landing of a turn may appear in front of the pressed rim: a double click must not choose it.
    const again = this.#boardAt && Math.hypot(point.x - this.#boardAt.x, point.y - this.#boardAt.y) < SAME_PLACE;
    this.#boardAt = hit.kind === "board" ? point : null;
    if (again && hit.kind === "landing") return this.#store.deselect();
    switch (hit.kind) {
      case "square":
        return this.#store.pickSquare(hit.square);
      case "landing":
        return this.#store.pickSquare(hit.ghost.square);
      case "pin":
        return this.#store.pickPin(hit.pin);
      case "board":
        if (this.#store.selection.value?.kind === "board") this.#store.pickPin(hit.pin);
        else this.#store.pickBoard(hit.pin);
    }
  }

  /** On touch, the first tap on a target shows its ghost and the second moves. */
  #previewsFirst(hit: Hit): boolean {
    if (hit.kind === "square" && this.#reaches(hit.square)) {
      if (this.#store.hovered.value === hit.square) return false;
      this.#store.hover(hit.square);
      return true;
    }
    if (hit.kind === "pin" && this.#store.pinTargets.value.has(hit.pin)) {
      if (this.#store.hoveredPin.value === hit.pin) return false;
      this.#store.hoverPin(hit.pin);
      return true;
    }
    return false;
  }

  /** Whether the selected piece is at the point: only that one is dragged by a finger. */
  holds(point: Point): boolean {
    const hit = this.#pick(point);
    return hit?.kind === "square" && hit.piece && this.#isSelected(hit.square);
  }

  #isSelected(square: SquareName): boolean {
    const selection = this.#store.selection.value;
    return (selection?.kind === "piece" || selection?.kind === "premove") && selection.square === square;
  }

  /**
   * Picks up a piece to move it now or to premove it. A finger picks up only the selected piece, so that it can
   * still orbit.
   */
  grab(point: Point, touch: boolean): boolean {
    const hit = this.#pick(point);
    if (hit?.kind !== "square" || !hit.piece) return false;
    const { square } = hit;
    if ((touch && !this.#isSelected(square)) || !this.#store.pickUp(square)) return false;
    const model = this.#set.pieceOn(square);
    if (!model) return false;
    this.#drag = { model, from: square };
    return true;
  }

  /** Whether the selection can move or premove to a square. */
  #reaches(square: SquareName): boolean {
    const selection = this.#store.selection.value;
    return this.#store.targets.value.has(square) || (selection?.kind === "premove" && selection.reach.includes(square));
  }

  /** Holds the piece over the hovered target, or over its origin. */
  drag(point: Point): void {
    if (!this.#drag) return;
    const { model, from } = this.#drag;
    this.hover(point);
    const over = this.#store.hovered.value;
    const onTarget = over !== null && (this.#reaches(over) || this.#store.mode.value.editing !== undefined);
    model.position.copy(this.#set.layout.squarePosition(onTarget ? over : from));
    model.lift = DRAG_LIFT;
    this.#requestFrame();
  }

  drop(point: Point | null): void {
    const dropped = this.#drag;
    if (!dropped) return;
    this.#drag = null;
    const over = point ? this.#store.hovered.value : null;
    if (over !== null && this.#store.targets.value.has(over)) {
      this.#store.pickSquare(over);
    } else {
      dropped.model.position.copy(this.#set.layout.squarePosition(dropped.from));
      dropped.model.lift = 0;
      if (over !== null && over !== dropped.from) this.#store.pickSquare(over);
      else if (over === null && point) this.#store.dropOutside();
    }
    this.#requestFrame();
  }
}
