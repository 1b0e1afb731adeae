// Who sits on a side of a game online, and whether he is here.
import type { Color } from "../../wire/snapshot";
import type { Page } from "../page";
import { seatedName } from "./words";

export function OnlineName({ page, color }: { page: Page; color: Color }) {
  const game = page.online.game.value;
  if (!game) return null;
  const { state } = game.contest.value;
  const here = game.presence.value?.[color].here ?? false;
  if (state === "open") return <small>{seatedName(game, color)}</small>;
  return (
    <small class="online-name" data-here={here}>
      <span class={here ? "presence here" : "presence gone"} role="img" aria-label={here ? "here" : "gone"} />
      {seatedName(game, color)}
    </small>
  );
}
