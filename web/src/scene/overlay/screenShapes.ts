// Flat shapes on the screen, and whether they overlap.

/** CSS pixels from the canvas's corner. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  /** The distance from the viewer. */
  readonly depth: number;
}

export function rectsOverlap(one: Rect, other: Rect, slack = 0): boolean {
  return (
    one.left < other.right + slack &&
    other.left < one.right + slack &&
    one.top < other.bottom + slack &&
    other.top < one.bottom + slack
  );
}

/** Whether a box and a convex polygon overlap: no straight line parts them. */
export function rectOverlapsPolygon(box: Rect, corners: readonly ScreenPoint[]): boolean {
  const bounds = {
    left: Math.min(...corners.map(({ x }) => x)),
    right: Math.max(...corners.map(({ x }) => x)),
    top: Math.min(...corners.map(({ y }) => y)),
    bottom: Math.max(...corners.map(({ y }) => y)),
  };
  if (!rectsOverlap(box, bounds)) return false;
  const points = [
    [box.left, box.top],
    [box.right, box.top],
    [box.right, box.bottom],
    [box.left, box.bottom],
  ] as const;
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const [nx, ny] = [next.y - corner.y, corner.x - next.x];
    const own = corners.map(({ x, y }) => x * nx + y * ny);
    const others = points.map(([x, y]) => x * nx + y * ny);
    if (Math.max(...own) <= Math.min(...others) || Math.max(...others) <= Math.min(...own)) return false;
  }
  return true;
}
