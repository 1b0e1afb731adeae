// A map to look at, of any size: in the guide, and on the home screen.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Store } from "../store";
import { BoardGroup } from "./BoardGroup";
import type { Arrangement, Group } from "./layout";
import { OverlayLayer } from "./OverlayLayer";

export interface SmallMapSize {
  readonly arrangement: Arrangement;
  /** The width of a square in pixels. */
  readonly cell: number;
  readonly groups: readonly Group[];
}

export function SmallMap({ store, arrangement, cell, groups }: SmallMapSize & { store: Store }) {
  const boards = useRef<HTMLDivElement>(null);
  const current = useSignal("");
  const classes = ["map", arrangement !== "row" && "map-stacked", cell < 36 && "map-small"];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      style={{ "--cell": `${cell}px` }}
      data-arrangement={arrangement}
      inert
    >
      <div class="map-boards" ref={boards}>
        {groups.map((group) => (
          <BoardGroup key={group.level} group={group} store={store} current={current} />
        ))}
        <OverlayLayer store={store} boards={boards} cell={cell} size={`${cell} ${arrangement}`} />
      </div>
    </div>
  );
}
