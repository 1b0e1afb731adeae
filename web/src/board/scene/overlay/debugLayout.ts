// Places the debug labels in screen space: every square and board instance of the World, so that few labels overlap.
import type { InstanceName, SquareName } from "../../../wire/world";
import { rectsOverlap, type Rect } from "./screenShapes";

/** Whether a board is on the set now. */
export type Presence = "visible" | "hidden";

export interface DebugLabel {
  readonly text: string;
  readonly presence: Presence;
  readonly of: { readonly square: SquareName } | { readonly instance: InstanceName };
}

/** A label and where it may go, the best place first. */
export interface LabelPlaces {
  readonly width: number;
  readonly height: number;
  readonly centers: readonly { readonly x: number; readonly y: number }[];
}

const GAP = 1;

/** The rectangle of each label, inside the area: the first free place, else the one with the least overlap. */
export function placeDebugLabels(labels: readonly LabelPlaces[], area: Rect, covered: readonly Rect[]): Rect[] {
  const placed: Rect[] = [];
  for (const { width, height, centers } of labels) {
    let best: Rect | null = null;
    let bestOverlap = Infinity;
    for (const { x, y } of centers) {
      const left = clamp(x - width / 2, area.left, area.right - width);
      const top = clamp(y - height / 2, area.top, area.bottom - height);
      const rect = { left, right: left + width, top, bottom: top + height };
      const taken = [...placed, ...covered].filter((other) => rectsOverlap(rect, other, GAP));
      const sum = taken.reduce((total, other) => total + overlap(rect, other), 0);
      if (sum < bestOverlap) [best, bestOverlap] = [rect, sum];
      if (taken.length === 0) break;
    }
    if (best) placed.push(best);
  }
  return placed;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** The area that two rectangles share. */
function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
