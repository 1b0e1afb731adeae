// Lines between squares of one column: the landings of the selected piece, and the column under the pointer.
import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Store } from "../state/store";
import { squareExists } from "../state/worldIndex";
import type { SquareName } from "../wire/world";

export interface Tie {
  readonly squares: readonly SquareName[];
  readonly hovered: boolean;
}

/** The columns to tie: those with several landings, and the one under the pointer. */
export function tiesOf(store: Store): readonly Tie[] {
  const { index, world } = store;
  const { boards } = store.snapshot.value;
  const columns = new Map<string, SquareName[]>();
  for (const square of store.targets.value.keys()) {
    const column = index.squares.get(square)?.column ?? "";
    columns.set(column, [...(columns.get(column) ?? []), square]);
  }
  const landings = [...columns.values()].filter((squares) => squares.length > 1);
  const hovered = store.hovered.value === null ? undefined : index.squares.get(store.hovered.value)?.column;
  const column = hovered === undefined ? [] : (world.columns[hovered] ?? []);
  const existing = column.filter((square) => squareExists(index, boards, square));
  return [
    ...landings.map((squares) => ({ squares, hovered: false })),
    ...(existing.length > 1 ? [{ squares: existing, hovered: true }] : []),
  ];
}

/** `size` changes when the squares have moved. */
export function Ties({ store, boards, size }: { store: Store; boards: RefObject<HTMLElement | null>; size: string }) {
  const ties = useComputed(() => tiesOf(store));
  const lines = useSignal<readonly { points: string; hovered: boolean }[]>([]);
  useLayoutEffect(() => {
    const root = boards.current;
    lines.value = root === null ? [] : ties.value.map((tie) => ({ hovered: tie.hovered, points: pathOf(root, tie) }));
  }, [ties.value, size, boards, lines]);
  return (
    <svg class="map-ties" aria-hidden="true">
      {lines.value.map(({ points, hovered }) => (
        <polyline key={`${points} ${String(hovered)}`} class={hovered ? "hovered" : undefined} points={points} />
      ))}
    </svg>
  );
}

/** The centres of the squares, from one end of the screen to the other. */
function pathOf(root: HTMLElement, { squares }: Tie): string {
  const origin = root.getBoundingClientRect();
  const centers = squares.flatMap((square) => {
    const box = root.querySelector(`[data-square="${square}"]`)?.getBoundingClientRect();
    return box ? [{ x: box.left + box.width / 2 - origin.left, y: box.top + box.height / 2 - origin.top }] : [];
  });
  return centers
    .sort((one, other) => one.x - other.x || one.y - other.y)
    .map(({ x, y }) => `${x},${y}`)
    .join(" ");
}
