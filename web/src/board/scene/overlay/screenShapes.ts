// 2D shapes in screen space and overlap tests.

/** In CSS pixels from the top left corner of the canvas. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
  /** Distance from the camera. */
  readonly depth: number;
}

/** Whether two rectangles overlap or are closer than `gap`. */
export function rectsOverlap(one: Rect, other: Rect, gap = 0): boolean {
  return (
    one.left < other.right + gap &&
    other.left < one.right + gap &&
    one.top < other.bottom + gap &&
    other.top < one.bottom + gap
  );
}

/** Separating axis test between a rectangle and a convex polygon. */
export function rectOverlapsPolygon(rect: Rect, corners: readonly ScreenPoint[]): boolean {
  const bounds = {
    left: Math.min(...corners.map(({ x }) => x)),
    right: Math.max(...corners.map(({ x }) => x)),
    top: Math.min(...corners.map(({ y }) => y)),
    bottom: Math.max(...corners.map(({ y }) => y)),
  };
  if (!rectsOverlap(rect, bounds)) return false;
  const rectCorners = [
    [rect.left, rect.top],
    [rect.right, rect.top],
    [rect.right, rect.bottom],
    [rect.left, rect.bottom],
  ] as const;
  for (const [index, corner] of corners.entries()) {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const [nx, ny] = [next.y - corner.y, corner.x - next.x];
    const ofPolygon = corners.map(({ x, y }) => x * nx + y * ny);
    const ofRect = rectCorners.map(([x, y]) => x * nx + y * ny);
    if (Math.max(...ofPolygon) <= Math.min(...ofRect) || Math.max(...ofRect) <= Math.min(...ofPolygon)) return false;
  }
  return true;
}

/** The rectangles of the page's controls over the canvas. */
export function controlsOver(canvas: HTMLCanvasElement): Rect[] {
  const { left, top } = canvas.getBoundingClientRect();
  const controls = canvas.parentElement?.querySelectorAll(".scene-presets, .scene-options, .scene-slicer") ?? [];
  return [...controls].map((control) => {
    const box = control.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}
