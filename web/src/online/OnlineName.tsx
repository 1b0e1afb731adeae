// A player's name in an online game, whether they are connected, and the note for spectators.
import type { OnlineMode } from "./onlineMode";
import { onlineText } from "../text/online";
import type { Color } from "../wire/snapshot";
import { Icon } from "../ui/icons";
import type { OnlinePage } from "./page";
import { seatedName } from "./text";

export function OnlineName({ page, color }: { page: OnlinePage; color: Color }) {
  const game = page.online.game.value;
  if (!game) return null;
  const { state } = game.state.value;
  if (state === "open") return <small>{seatedName(game, color)}</small>;
  return (
    <small class="online-name" title={seatedName(game, color)}>
      <Presence game={game} color={color} />
      {seatedName(game, color)}
    </small>
  );
}

/** Whether a player is connected; unknown while this page is disconnected. */
export function Presence({ game, color }: { game: OnlineMode; color: Color }) {
  const known = game.connection.value === "open" ? game.presence.value : null;
  const word = known === null ? "unknown" : known[color].here ? "here" : "gone";
  return <span class={`presence ${word}`} role="img" aria-label={onlineText.status[word]} />;
}

/** Tells a spectator that they are one. */
export function Watching({ game }: { game: OnlineMode }) {
  const { watching, watchedFinished } = onlineText.status;
  return (
    <p class="online-watching">
      <Icon name="view" /> {game.state.value.state === "live" ? watching : watchedFinished}
    </p>
  );
}
