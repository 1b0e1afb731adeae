// Both players with their clocks in one row above the boards, for phones.
import type { OnlineMode } from "./onlineMode";
import { opponent } from "../board/choice";
import { onlineText } from "../text/online";
import type { Color } from "../wire/snapshot";
import { Clock } from "../ui/Clock";
import type { OnlinePage } from "./page";
import { Presence, Watching } from "./OnlineName";
import { seatedName } from "./text";

export function OnlineStrip({ page }: { page: OnlinePage }) {
  const game = page.online.game.value;
  if (!game) return null;
  const { bottom } = page.session.store.view.value;
  const { state, turn, seat } = game.state.value;
  const clocks = game.clocks.value;
  const side = (color: Color) => (
    <span class={state === "live" && turn === color ? "strip-side to-move" : "strip-side"}>
      <span class={`player-side player-${color}`} aria-hidden="true" />
      {state !== "open" && <Presence game={game} color={color} />}
      <span class="strip-name">{seat === color ? onlineText.name.you : seatedName(game, color)}</span>
      {clocks && state !== "open" && <Clock clocks={clocks} color={color} />}
    </span>
  );
  return (
    <div class="strip">
      {side(bottom)}
      {side(opponent(bottom))}
      {seat === null && state !== "open" && <Watching game={game} />}
      {game.connection.value !== "open" && <span class="strip-lost">{lostText(game)}</span>}
    </div>
  );
}

function lostText(game: OnlineMode): string {
  const move = game.sending.value;
  const { reconnecting, reconnectingWith } = onlineText.status;
  return move === null ? reconnecting : reconnectingWith(move);
}
