// The settings of a new game.
import type { RuleBook } from "../wire/world";
import type { LocalTimeControl } from "./clock";
import type { Opponent } from "./engine";
import type { PlayerNames } from "./savedRecord";

export interface GameSettings {
  readonly rules: RuleBook;
  /** The start position; null for the standard one. */
  readonly tfen: string | null;
  readonly clock: LocalTimeControl | null;
  readonly opponent: Opponent | null;
  readonly players: PlayerNames;
}
