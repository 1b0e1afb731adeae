// Who sits on a side of a game online, and whether he is here.
import type { Color } from "../../wire/snapshot";
import type { Page } from "../page";
import { nameOf } from "./words";

export function OnlineName({ page, color }: { page: Page; color: Color }) {
  const game = page.online.game.value;
  if (!game) return null;
  const { state, seat } = game.contest.value;
  const player = game.contest.value[color];
  const here = game.presence.value?.[color].here ?? false;
  if (state === "open") return <small>waiting for a player</small>;
  return (
    <small class="online-name" data-here={here}>
      <span class={here ? "presence here" : "presence gone"} role="img" aria-label={here ? "here" : "gone"} />
      {nameOf(player)}
      {seat === color && " (you)"}
    </small>
  );
}
