// What a person does with the set: pointing, picking, dragging, and tapping twice where a finger hides what it does.
import type { Store } from "../../state/store";
import type { SquareName } from "../../wire/world";
import type { Point } from "./gestures";
import type { Hit } from "./picker";
import type { PieceModel } from "../set/pieceModels";
import type { ChessSet } from "../set/chessSet";

const HELD_ABOVE = 0.5;

export class PointerInput {
  readonly #store: Store;
  readonly #set: ChessSet;
  readonly #pick: (point: Point) => Hit | null;
  readonly #changed: () => void;
  #held: { readonly model: PieceModel; readonly from: SquareName } | null = null;

  constructor(store: Store, set: ChessSet, pick: (point: Point) => Hit | null, changed: () => void) {
    this.#store = store;
    this.#set = set;
    this.#pick = pick;
    this.#changed = changed;
  }

  /** The piece being dragged, which is no longer where the Snapshot says. */
  get dragged(): PieceModel | null {
    return this.#held?.model ?? null;
  }

  /** True when something there can be clicked. */
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
    if (touch && this.#asksFirst(hit)) return;
    switch (hit.kind) {
      case "square":
        return this.#store.pickSquare(hit.square);
      case "landing":
        return this.#store.pickLanding(hit.ghost.turned ?? false);
      case "pin":
        return this.#store.pickPin(hit.pin);
      case "board":
        if (this.#store.selection.value?.kind === "board") this.#store.pickPin(hit.pin);
        else this.#store.pickBoard(hit.pin);
    }
  }

  /** A finger's first tap on a target shows the ghost there, the second one moves. */
  #asksFirst(hit: Hit): boolean {
    if (hit.kind === "square" && this.#reaches(hit.square)) {
      if (this.#store.hovered.value === hit.square) return false;
      this.#store.hover(hit.square);
      return true;
    }
    if ((hit.kind === "pin" || hit.kind === "board") && this.#store.pinTargets.value.has(hit.pin)) {
      if (this.#store.hoveredPin.value === hit.pin) return false;
      this.#store.hoverPin(hit.pin);
      return true;
    }
    return false;
  }

  /**
   * Picks up a piece to move it now or to premove it. A finger picks up only the selected piece, so that it can
   * still orbit.
   */
  grab(point: Point, touch: boolean): boolean {
    const hit = this.#pick(point);
    if (hit?.kind !== "square" || !hit.piece) return false;
    const { square } = hit;
    const selection = this.#store.selection.value;
    const selected = (selection?.kind === "piece" || selection?.kind === "premove") && selection.square === square;
    if ((touch && !selected) || !this.#store.pickUp(square)) return false;
    const model = this.#set.pieceOn(square);
    if (!model) return false;
    this.#held = { model, from: square };
    return true;
  }

  /** Whether what is selected may go to a square, now or when its turn comes. */
  #reaches(square: SquareName): boolean {
    const selection = this.#store.selection.value;
    return this.#store.targets.value.has(square) || (selection?.kind === "premove" && selection.reach.includes(square));
  }

  /** Holds the piece over the target under the pointer, on that target's own level, or over where it came from. */
  drag(point: Point): void {
    if (!this.#held) return;
    const { model, from } = this.#held;
    this.hover(point);
    const over = this.#store.hovered.value;
    const onTarget = over !== null && this.#reaches(over);
    model.position.copy(this.#set.layout.squarePosition(onTarget ? over : from));
    model.lift = HELD_ABOVE;
    this.#changed();
  }

  drop(point: Point | null): void {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    const over = point ? this.#store.hovered.value : null;
    if (over !== null && this.#store.targets.value.has(over)) {
      this.#store.pickSquare(over);
    } else {
      held.model.position.copy(this.#set.layout.squarePosition(held.from));
      held.model.lift = 0;
      if (over !== null && over !== held.from) this.#store.pickSquare(over);
    }
    this.#changed();
  }
}
