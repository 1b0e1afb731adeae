// Visits of the page with the real rules, which share a storage in memory.
import { expect } from "vitest";
import { UNNAMED } from "../../src/core/savedRecord";
import { createLibrary } from "../../src/game/library";
import { prepareSession, Session } from "../../src/game/session";
import { keysOf } from "../../src/storage/storage";
import { realRules } from "../core/realCore";
import { aStorage } from "../fakes";

export const rules = realRules();

export const NEW = { rules: "revised", tfen: null, clock: null, opponent: null, players: UNNAMED } as const;

export class Visits {
  storage = aStorage();
  today = 1000;
  #ids = 0;

  open(core = rules): Session {
    const library = createLibrary(this.storage);
    return new Session({ core, library, newId: () => `game${++this.#ids}`, today: () => this.today });
  }

  /** Opens the page again, as a later visit. */
  async reopen(core = rules): Promise<Session> {
    await prepareSession(core, createLibrary(this.storage));
    return this.open(core);
  }

  /** The text of every game in the storage, by id. */
  records(): Record<string, string> {
    const games = keysOf(this.storage).filter((key) => key.startsWith("trid.game."));
    return Object.fromEntries(games.map((key) => [key.slice("trid.game.".length), this.storage.getItem(key) ?? ""]));
  }
}

export async function play(session: Session, ...moves: string[]): Promise<void> {
  for (const move of moves) expect(await session.store.playText(move)).toBe(true);
}

export function movesOf(session: Session): string[] {
  return session.store.mode.value.board.history.value.moves.map((each) => each.text);
}
