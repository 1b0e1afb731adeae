// Editing the position on the boards: what a press on a square or a pin does instead of selecting a move.
import type { ReadonlySignal } from "@preact/signals-core";
import type { PinName, SquareName } from "../wire/world";
import type { BoardPlace } from "./overlay";

export type EditSelection =
  { readonly kind: "piece"; readonly square: SquareName } | { readonly kind: "board"; readonly pin: PinName };

export interface Editing {
  readonly selection: ReadonlySignal<EditSelection | null>;
  pickSquare(square: SquareName): void;
  /** A pin or the board on it; `dragged` when a drag starts there. */
  pickPin(pin: PinName, dragged: boolean): void;
  /** Selects a piece to drag it; false on an empty square. */
  pickUp(square: SquareName): boolean;
  /** Ends a drag outside the boards, which removes what was dragged. */
  dropOutside(): void;
  deselect(): void;
  /** Edits with a key on a focused square or pin; false for keys that do not edit. */
  key(event: KeyboardEvent, place: BoardPlace): boolean;
}
