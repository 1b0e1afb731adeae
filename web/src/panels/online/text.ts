// Texts for online games: names, time controls and states.
import type { OnlineSource } from "../../source/online";
import { opponent } from "../../state/choice";
import { SIDE } from "../../state/text";
import type { GameSummary, Player, TimeControl } from "../../wire/online";
import type { Color } from "../../wire/snapshot";

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function nameOf(player: Player | null): string {
  if (player === null) return "nobody yet";
  if (player.name === "") return "Anonymous";
  // Isolated, so that a right-to-left name does not reorder the text around it.
  return RIGHT_TO_LEFT.test(player.name) ? `\u2068${player.name}\u2069` : player.name;
}

export function timeControlText(clock: TimeControl): string {
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

/** The opponent's name in the player's own games, both names in others. */
export function namesText(game: GameSummary, me: Player | null): string {
  const { state, white, black, by } = game;
  if (white === null || black === null) {
    const waits = state === "open" ? "waits for an opponent" : "found no opponent";
    return by.id === me?.id ? `Your game ${waits}` : nameOf(by);
  }
  const seat = seatOf(game, me);
  if (seat !== null) return nameOf(seat === "white" ? black : white);
  return `${nameOf(white)} – ${nameOf(black)}`;
}

export function waitsForMe(game: GameSummary, me: Player | null): boolean {
  return game.state === "live" && game.turn === seatOf(game, me);
}

function seatOf(game: GameSummary, me: Player | null): Color | null {
  if (me === null) return null;
  return game.white?.id === me.id ? "white" : game.black?.id === me.id ? "black" : null;
}

export function summaryText(game: GameSummary, me: Player | null): string {
  const seat = seatOf(game, me);
  const parts = [game.rules === "meder" ? "Meder’s rules" : "revised rules", timeControlText(game.clock)];
  if (game.customStart) parts.push("a position of its own");
  if (seat !== null) parts.unshift(`you play ${SIDE[seat]}`);
  if (game.state === "open" && game.color !== "random") {
    parts.unshift(`you play ${SIDE[game.by.id === me?.id ? game.color : opponent(game.color)]}`);
  }
  if (game.state === "live") parts.push(`move ${Math.floor(game.plies / 2) + 1}, ${SIDE[game.turn]} to move`);
  if (game.state === "finished") {
    parts.push(game.status === "aborted" ? "called off" : game.result.replaceAll("1/2", "½").replace("-", "–"));
    if (game.status !== null && game.status !== "aborted") parts.push(game.status);
    parts.push(new Date(game.updated).toLocaleDateString("en-GB", { dateStyle: "medium" }));
  }
  return parts.join(" · ");
}

/** The name of the player in a seat. Before the start it may be the creator's chosen seat. */
export function seatedName(game: OnlineSource, color: Color): string {
  const online = game.state.value;
  const player = online[color] ?? (online.color === color ? online.creator : null);
  if (online.state === "open" && player === null) return online.color === "random" ? "drawn by lot" : "free";
  const mine = online.seat === color || (online.mine && online.color === color && online.state === "open");
  return nameOf(player) + (mine ? " (you)" : "");
}

/** How long a player has been gone, in milliseconds; null while connected. */
export function goneFor(game: OnlineSource, color: Color): number | null {
  const since = game.presence.value?.[color].goneSince ?? null;
  return since === null ? null : Math.max(0, game.serverTime() - since);
}
