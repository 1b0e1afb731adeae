// The status and clocks in the bar above the boards, for screens where the game panel is below them.
import { text } from "../text";
import type { Color } from "../wire/snapshot";
import { Clock } from "../ui/Clock";
import type { AppPage } from "./page";

const SIDES: readonly Color[] = ["white", "black"];

/** Hidden from screen readers: the panel has the same text. */
export function BarStatus({ page }: { page: AppPage }) {
  const { store } = page.session;
  const { status, check } = store.snapshot.value;
  // An online game has its own strip with names and clocks.
  const clocks = page.online.game.value ? null : store.mode.value.clocks?.value;
  return (
    <div class={status === "ongoing" && check !== null ? "bar-status in-check" : "bar-status"} aria-hidden="true">
      <span class={clocks ? "bar-words short" : "bar-words"}>{page.status}</span>
      {clocks && (
        <span class="bar-clocks">
          {SIDES.map((color) => (
            <span key={color} title={text.game.side[color]}>
              <span class={`player-side player-${color}`} />
              <Clock clocks={clocks} color={color} />
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
