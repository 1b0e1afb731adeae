// What is drawn over the boards of both views: tinted squares, rings and arrows. A source offers it; the views draw it.
import type { ReadonlySignal } from "@preact/signals-core";
import type { SquareName } from "../wire/world";

/** The four colors of drawn shapes, and a tone for each kind of answer. */
export const OVERLAY_TONES = [
  "green",
  "red",
  "yellow",
  "blue",
  "engine",
  "alternative",
  "threat",
  "white",
  "black",
  "hanging",
  "pinned",
  "path",
  "refuter",
  "gained",
  "lost",
  "wrong",
  "lesson",
] as const;
export type OverlayTone = (typeof OVERLAY_TONES)[number];

/** The name of a square or a pin. */
export type BoardPlace = string;

export interface OverlayFill {
  readonly at: SquareName;
  readonly tone: OverlayTone;
  /** From 0 to 1. */
  readonly strength: number;
  /** A number or letter in the corner of the square, for those who do not see the color. */
  readonly label?: string;
}

export interface OverlayRing {
  readonly at: BoardPlace;
  readonly tone: OverlayTone;
}

export interface OverlayArrow {
  readonly from: BoardPlace;
  readonly to: BoardPlace;
  readonly tone: OverlayTone;
  /** The width, from 0 to 1. */
  readonly weight?: number;
  /** Whether the shaft is dashed, so that it is not taken for a drawn arrow. */
  readonly dashed?: boolean;
}

/** A sign on a place of a diagram: it may be a target, or it may not. */
export interface OverlaySign {
  readonly at: BoardPlace;
  readonly kind: "dot" | "cross";
}

export interface Overlay {
  readonly fills: readonly OverlayFill[];
  readonly rings: readonly OverlayRing[];
  readonly arrows: readonly OverlayArrow[];
  /** Only the map draws them. */
  readonly signs?: readonly OverlaySign[];
}

/** Drawing arrows and marks on the boards. */
export interface Drawing {
  /** Whether a finger or the left button draws instead of moving pieces. */
  readonly pencil: ReadonlySignal<boolean>;
  /** Draws with a press of the pointer; false if the press does not draw or hits nothing. */
  press(event: PointerEvent, placeAt: (x: number, y: number) => BoardPlace | null): boolean;
  /** Draws with a key on a focused place; false for keys that do not draw. */
  key(event: KeyboardEvent, place: BoardPlace): boolean;
  /** Marks a picked place while the pencil is on; false while it is off. */
  pick(place: BoardPlace): boolean;
}
