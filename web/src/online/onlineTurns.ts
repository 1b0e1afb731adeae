// The online games that wait for the player's move, for the home screen and the header. Only a browser that has been
// identified before asks the server, and it asks quietly: without an answer the last one stays.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import type { GameServer } from "./server";
import type { GameSummary, Player } from "../wire/online";
import type { Color } from "../wire/snapshot";
import type { Online } from "./online";

/** Holds the id of this browser's player as JSON. `start.ts` reads it before the first paint. */
const KEY = "trid.player";
/** The longest page that the server gives. */
const QUERY = "mine=true&state=live&limit=100";
const REFRESH_EVERY = 60_000;

export interface OnlineTurns {
  /** The id of this browser's player; null if it has never been online. */
  readonly player: ReadonlySignal<string | null>;
  /** The ids of the games, without the one on screen; null until the server has answered. */
  readonly games: ReadonlySignal<readonly string[] | null>;
  refresh(): Promise<void>;
}

export function seatOf(game: GameSummary, me: Pick<Player, "id"> | null): Color | null {
  if (me === null) return null;
  return game.white?.id === me.id ? "white" : game.black?.id === me.id ? "black" : null;
}

export function waitsForMe(game: GameSummary, me: Pick<Player, "id"> | null): boolean {
  return game.state === "live" && game.turn === seatOf(game, me);
}

export function createOnlineTurns(
  storage: Storage,
  server: Pick<GameServer, "list">,
  online: Pick<Online, "available" | "me" | "game">,
): OnlineTurns {
  const player = signal(readPlayer(storage));
  const waiting = signal<readonly string[] | null>(null);

  async function refresh(): Promise<void> {
    const id = player.peek();
    if (id === null || online.available.peek() !== true) return;
    const response = await server.list(QUERY);
    // The identity may have been deleted or replaced meanwhile.
    if (player.peek() !== id) return;
    if ("value" in response) {
      waiting.value = response.value.games.filter((game) => waitsForMe(game, { id })).map((game) => game.id);
    } else if (response.error.code === "E_NO_IDENTITY") {
      setPlayer(null);
    }
  }

  function setPlayer(id: string | null): void {
    batch(() => {
      if (player.peek() !== id) waiting.value = null;
      player.value = id;
    });
    savePlayer(storage, id);
  }

  let known = false;
  effect(() => {
    const me = online.me.value;
    if (me !== null || known) untracked(() => setPlayer(me?.id ?? null));
    known = me !== null;
  });
  // Asks when the server is found, and when a game is opened or left.
  effect(() => {
    const { available, game } = { available: online.available.value, game: online.game.value };
    if (available === true || game !== null) untracked(() => void refresh());
  });
  document.addEventListener("visibilitychange", () => !document.hidden && void refresh());
  setInterval(() => !document.hidden && void refresh(), REFRESH_EVERY);

  return {
    player,
    games: computed(() => waiting.value?.filter((id) => id !== online.game.value?.id) ?? null),
    refresh,
  };
}

function readPlayer(storage: Storage): string | null {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? "null") as { readonly id?: unknown } | null;
    return typeof stored?.id === "string" ? stored.id : null;
  } catch {
    return null;
  }
}

function savePlayer(storage: Storage, id: string | null): void {
  try {
    if (id === null) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify({ id }));
  } catch {
    // With a full storage the home screen does not count the turns.
  }
}
