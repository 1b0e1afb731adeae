// Where the focus goes: by the arrow keys to the nearest square in a direction, and on to whatever took a place when a position went.
import type { SquareName } from "../wire/world";

export type Direction = "left" | "right" | "up" | "down";

export interface Spot {
  readonly square: SquareName;
  /** Position on the screen, to the right and downwards. */
  readonly x: number;
  readonly y: number;
}

/** Straight ahead counts most; a step aside costs twice. Null at the edge. */
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

/** The next existing square of a column, up or down, going round. */
export function otherLevel(column: readonly SquareName[], from: SquareName, step: 1 | -1): SquareName {
  const at = column.indexOf(from);
  return column[(at + step + column.length) % column.length] ?? from;
}

/**
 * Gives the focus back to an element once a new position is drawn, or to what stands in its place if a board came or
 * went. Whatever has taken the focus meanwhile keeps it.
 */
export function restoreFocus(element: HTMLElement): void {
  setTimeout(() => {
    const taken = document.activeElement;
    if (taken !== null && taken !== document.body) return;
    const { square, pin } = element.dataset;
    const places = [`[data-square="${square ?? ""}"]`, `[data-pin="${pin ?? ""}"]`, ".square"];
    const heirs = places.map((place) => document.querySelector<HTMLElement>(`.map ${place}`));
    const next = element.isConnected ? element : heirs.find((heir) => heir !== null);
    next?.focus({ preventScroll: true });
  });
}
