// The words for games between people: names, clocks, states, as a person reads them.
import type { OnlineSource } from "../../source/online";
import { SIDE } from "../../state/words";
import type { GameSummary, Player, TimeControl } from "../../wire/online";
import type { Color } from "../../wire/snapshot";

export function nameOf(player: Player | null): string {
  return player === null ? "nobody yet" : player.name === "" ? "Anonymous" : player.name;
}

export function clockText(clock: TimeControl): string {
  switch (clock.type) {
    case "none":
      return "no clock";
    case "realTime":
      return `${minutesText(clock.initial)} + ${clock.increment} s`;
    case "days":
      return clock.days === 1 ? "a day for a move" : `${clock.days} days for a move`;
  }
}

function minutesText(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export function summaryText(game: GameSummary): string {
  const parts = [game.rules === "meder" ? "Meder’s rules" : "revised rules", clockText(game.clock)];
  if (game.customStart) parts.push("a position of its own");
  if (game.state === "live") parts.push(`${game.plies} plies, ${SIDE[game.turn]} to move`);
  if (game.state === "finished") parts.push(game.result.replaceAll("1/2", "½"));
  return parts.join(" · ");
}

/** For how long a player is gone, in milliseconds; null while here. */
export function goneFor(game: OnlineSource, color: Color): number | null {
  const since = game.presence.value?.[color].goneSince ?? null;
  return since === null ? null : Math.max(0, game.serverTime() - since);
}
