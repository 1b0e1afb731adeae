// Texts for online games: names, time controls and states.
import type { OnlineMode } from "./onlineMode";
import { opponent } from "../board/choice";
import { seatOf } from "./onlineTurns";
import { playerName } from "./playerName";
import { onlineText } from "../text/online";
import type { GameSummary, Player } from "../wire/online";
import type { Color } from "../wire/snapshot";

function nameOf(player: Player | null): string {
  return player === null ? onlineText.name.nobody : playerName(player);
}

/** The opponent's name in the player's own games, both names in others. */
export function namesText(game: GameSummary, me: Player | null): string {
  const { state, white, black, by } = game;
  if (white === null || black === null) {
    if (by.id !== me?.id) return nameOf(by);
    return state === "open" ? onlineText.summary.waiting : onlineText.summary.unjoined;
  }
  const seat = seatOf(game, me);
  if (seat !== null) return nameOf(seat === "white" ? black : white);
  return onlineText.name.pair(nameOf(white), nameOf(black));
}

export function summaryText(game: GameSummary, me: Player | null): string {
  const seat = seatOf(game, me);
  const words = onlineText.summary;
  const parts = [words.rules[game.rules], onlineText.timeControl(game.clock)];
  if (game.customStart) parts.push(words.customStart);
  if (seat !== null) parts.unshift(words.youPlay(seat));
  if (game.state === "open" && game.color !== "random") {
    parts.unshift(words.youPlay(game.by.id === me?.id ? game.color : opponent(game.color)));
  }
  if (game.state === "live") parts.push(words.progress(Math.floor(game.plies / 2) + 1, game.turn));
  if (game.state === "finished") {
    parts.push(game.status === "aborted" ? words.aborted : game.result.replaceAll("1/2", "½").replace("-", "–"));
    if (game.status !== null && game.status !== "aborted") parts.push(words.status[game.status]);
    parts.push(onlineText.date(game.updated));
  }
  return parts.join(" · ");
}

/** The name of the player in a seat. Before the start it may be the creator's chosen seat. */
export function seatedName(game: OnlineMode, color: Color): string {
  const names = onlineText.name;
  const online = game.state.value;
  const player = online[color] ?? (online.color === color ? online.creator : null);
  if (online.state === "open" && player === null) return online.color === "random" ? names.random : names.free;
  const mine = online.seat === color || (online.mine && online.color === color && online.state === "open");
  return mine ? names.withYou(nameOf(player)) : nameOf(player);
}

/** How long a player has been gone, in milliseconds; null while connected. */
export function goneFor(game: OnlineMode, color: Color): number | null {
  const since = game.presence.value?.[color].goneSince ?? null;
  return since === null ? null : Math.max(0, game.serverTime() - since);
}
