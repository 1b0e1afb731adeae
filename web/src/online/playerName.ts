// What a player is called where the texts of online play are not loaded yet.
import { game } from "../text/english/game.ts";
import type { Player } from "../wire/online.ts";

/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The name; a player without one gets a mark by which others can be told apart, the end of their random id. */
export function playerName({ id, name }: Player): string {
  if (name === "") return game.guest(id.slice(-4).toUpperCase());
  // Isolated, so that a right-to-left name does not reorder the text around it.
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
