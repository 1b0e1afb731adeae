// Keyboard focus in the map: arrow keys, and restoring it after a new position is drawn.
import type { SquareName } from "../../wire/world";

export type Direction = "left" | "right" | "up" | "down";

export interface Spot {
  readonly square: SquareName;
  /** The center on the screen, in pixels to the right and down. */
  readonly x: number;
  readonly y: number;
}

/** The nearest square in a direction; sideways distance counts double. Null at the edge. */
export function neighbour(spots: readonly Spot[], from: SquareName, direction: Direction): SquareName | null {
  const start = spots.find((spot) => spot.square === from);
  if (!start) return spots[0]?.square ?? null;
  let best: { square: SquareName; cost: number } | null = null;
  for (const spot of spots) {
    const { ahead, aside } = offset(start, spot, direction);
    if (ahead <= 0 || aside > ahead * 2) continue;
    const cost = ahead + aside * 2;
    if (best === null || cost < best.cost) best = { square: spot.square, cost };
  }
  return best?.square ?? null;
}

function offset(start: Spot, spot: Spot, direction: Direction): { ahead: number; aside: number } {
  const right = spot.x - start.x;
  const down = spot.y - start.y;
  switch (direction) {
    case "left":
      return { ahead: -right, aside: Math.abs(down) };
    case "right":
      return { ahead: right, aside: Math.abs(down) };
    case "up":
      return { ahead: -down, aside: Math.abs(right) };
    case "down":
      return { ahead: down, aside: Math.abs(right) };
  }
}

/** The next square of a column, up or down, wrapping around. */
export function otherLevel(column: readonly SquareName[], from: SquareName, step: 1 | -1): SquareName {
  const at = column.indexOf(from);
  return column[(at + step + column.length) % column.length] ?? from;
}

/**
 * Focuses an element again once a new position is drawn, or what replaced it when a board arrived or left. An element
 * that was focused in the meantime keeps the focus.
 */
export function restoreFocus(element: HTMLElement): void {
  setTimeout(() => {
    const focused = document.activeElement;
    if (focused !== null && focused !== document.body) return;
    const { square, pin } = element.dataset;
    const places = [`[data-square="${square ?? ""}"]`, `[data-pin="${pin ?? ""}"]`, ".square"];
    const replacements = places.map((place) => document.querySelector<HTMLElement>(`.map ${place}`));
    const next = element.isConnected ? element : replacements.find((each) => each !== null);
    next?.focus({ preventScroll: true });
  });
}
