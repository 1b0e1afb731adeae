// A map to look at, of any size: in the guide, and on the home screen.
import { useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import type { Store } from "../store";
import { BoardGroup } from "./BoardGroup";
import type { Arrangement, Group } from "./layout";

export interface SmallMapSize {
  readonly arrangement: Arrangement;
  /** The width of a square in pixels. */
  readonly cell: number;
  readonly groups: readonly Group[];
}

interface SmallMapProps extends SmallMapSize {
  readonly store: Store;
  /** Set to the element around the boards. */
  readonly boards?: RefObject<HTMLDivElement | null>;
  /** What lies over the boards. */
  readonly children?: ComponentChildren;
}

export function SmallMap({ store, arrangement, cell, groups, boards, children }: SmallMapProps) {
  const current = useSignal("");
  const classes = ["map", arrangement !== "row" && "map-stacked", cell < 36 && "map-small"];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      style={{ "--cell": `${cell}px` }}
      data-arrangement={arrangement}
      inert
    >
      <div class="map-boards" ref={boards ?? null}>
        {groups.map((group) => (
          <BoardGroup key={group.level} group={group} store={store} current={current} />
        ))}
        {children}
      </div>
    </div>
  );
}
