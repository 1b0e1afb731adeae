// Where a small dialog goes: beside what it asks about, where it covers least.
import type { Rect } from "../board/sceneContract";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Corner {
  readonly left: number;
  readonly top: number;
}

/** Pixels between the dialog and what it asks about. */
const GAP = 10;

/**
 * The top left corner inside `room` of a dialog that does not cover `asked`, and as little as possible of `kept`. Right of
 * it is best, then left, below and above.
 */
export function placeBeside(size: Size, asked: Rect, room: Rect, kept: readonly Rect[]): Corner {
  const [best] = corners(size, asked)
    .map((corner) => inside(corner, size, room))
    .map((corner) => ({ corner, cost: cost(boxAt(corner, size), asked, kept) }))
    .sort((one, other) => one.cost - other.cost);
  return best?.corner ?? { left: room.left, top: room.top };
}

/** On each side of what is asked about: in the middle, and in line with either end. */
function corners({ width, height }: Size, asked: Rect): Corner[] {
  const tops = [(asked.top + asked.bottom - height) / 2, asked.top, asked.bottom - height];
  const lefts = [(asked.left + asked.right - width) / 2, asked.left, asked.right - width];
  return [
    ...tops.map((top) => ({ left: asked.right + GAP, top })),
    ...tops.map((top) => ({ left: asked.left - GAP - width, top })),
    ...lefts.map((left) => ({ left, top: asked.bottom + GAP })),
    ...lefts.map((left) => ({ left, top: asked.top - GAP - height })),
  ];
}

function inside({ left, top }: Corner, { width, height }: Size, room: Rect): Corner {
  return {
    left: Math.max(room.left, Math.min(left, room.right - width)),
    top: Math.max(room.top, Math.min(top, room.bottom - height)),
  };
}

function boxAt({ left, top }: Corner, { width, height }: Size): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

function cost(box: Rect, asked: Rect, kept: readonly Rect[]): number {
  return 100 * overlap(box, asked) + kept.reduce((sum, each) => sum + overlap(box, each), 0);
}

function overlap(one: Rect, other: Rect): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, width) * Math.max(0, height);
}
