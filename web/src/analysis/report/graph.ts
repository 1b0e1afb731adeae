// The outline of the win-chance graph. Positions without an evaluation leave gaps.

/** The size of the drawing, which is stretched to its box. */
export const GRAPH = { width: 1000, height: 200 } as const;

export interface GraphPoint {
  readonly x: number;
  readonly y: number;
}

/** The point of a position. White's win chance is at the top. */
export function graphPoint(index: number, count: number, winChance: number): GraphPoint {
  const x = count < 2 ? 0 : (index / (count - 1)) * GRAPH.width;
  return { x: round(x), y: round((1 - winChance) * GRAPH.height) };
}

/** The line through the positions with an evaluation. */
export function graphLine(winChances: readonly (number | null)[]): string {
  return segments(winChances)
    .map((points) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`)
    .join("");
}

/** The area below the line: White's share. */
export function graphArea(winChances: readonly (number | null)[]): string {
  return segments(winChances)
    .map((points) => {
      const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
      return `M${points[0]?.x ?? 0} ${GRAPH.height}L${line}L${points.at(-1)?.x ?? 0} ${GRAPH.height}Z`;
    })
    .join("");
}

/** The position at a place along the graph, from 0 to 1. */
export function indexAt(place: number, count: number): number {
  return Math.round(Math.min(1, Math.max(0, place)) * Math.max(0, count - 1));
}

function segments(winChances: readonly (number | null)[]): readonly GraphPoint[][] {
  const found: GraphPoint[][] = [];
  let open: GraphPoint[] | null = null;
  winChances.forEach((chance, index) => {
    if (chance === null) {
      open = null;
      return;
    }
    if (open === null) found.push((open = []));
    open.push(graphPoint(index, winChances.length, chance));
  });
  return found;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
