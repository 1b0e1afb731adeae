// Lines between squares of one column: the landings of the selected piece, and the column under the pointer.
import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Store } from "../store";
import { columnTies } from "../ties";
import type { SquareName } from "../../wire/world";

/** `size` changes when the squares have moved. */
export function Ties({ store, boards, size }: { store: Store; boards: RefObject<HTMLElement | null>; size: string }) {
  const ties = useComputed(() => columnTies(store));
  const lines = useSignal<readonly { points: string; hovered: boolean }[]>([]);
  useLayoutEffect(() => {
    const root = boards.current;
    lines.value =
      root === null
        ? []
        : ties.value.map(({ tone, squares }) => ({ hovered: tone === "hover", points: pathOf(root, squares) }));
  }, [ties.value, size, boards, lines]);
  return (
    <svg class="map-ties" aria-hidden="true">
      {lines.value.map(({ points, hovered }) => (
        <polyline key={`${points} ${String(hovered)}`} class={hovered ? "hovered" : undefined} points={points} />
      ))}
    </svg>
  );
}

/** The centers of the squares, from one end of the screen to the other. */
function pathOf(root: HTMLElement, squares: readonly SquareName[]): string {
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
