// The player's running online games and the players in the lobby, for the home screen and the header. Only a browser that
// has been identified before asks for its games. Both are asked quietly: without an answer the last one stays.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { fieldsIn, tryStore } from "../storage/storage";
import type { GameServer } from "./server";
import type { GameSummary, Player } from "../wire/online";
import type { Color } from "../wire/snapshot";
import type { Online } from "./online";

/** Holds the id of this browser's player as JSON. */
const KEY = "trid.player";
/** The longest page that the server gives. */
const OWN_GAMES = "mine=true&state=live&limit=100";
const LOBBY = "state=open&limit=20";
const REFRESH_EVERY = 60_000;

export interface RunningGame {
  readonly id: string;
  readonly opponent: Player;
  readonly isMyTurn: boolean;
}

export interface OnlineTurns {
  /** The player's games that have not ended; null until the server has answered. */
  readonly running: ReadonlySignal<readonly RunningGame[] | null>;
  /** How many of them wait for the player's move, without the one on screen. */
  readonly waiting: ReadonlySignal<number>;
  /** The other players who wait for an opponent. */
  readonly lobby: ReadonlySignal<readonly Player[]>;
  refresh(): Promise<void>;
  refreshLobby(): Promise<void>;
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
  let player = readPlayer(storage);
  const running = signal<readonly RunningGame[] | null>(null);
  const lobby = signal<readonly Player[]>([]);

  async function refresh(): Promise<void> {
    const id = player;
    if (id === null || online.available.peek() !== true) return;
    const response = await server.list(OWN_GAMES);
    // The identity may have been deleted or replaced meanwhile.
    if (player !== id) return;
    if ("value" in response) running.value = response.value.games.flatMap((game) => runningGame(game, { id }));
    else if (response.error.code === "E_NO_IDENTITY") setPlayer(null);
  }

  async function refreshLobby(): Promise<void> {
    if (online.available.peek() !== true) return;
    const response = await server.list(LOBBY);
    if (!("value" in response)) return;
    const others = response.value.games.map(({ by }) => by).filter(({ id }) => id !== player);
    lobby.value = others.filter(({ id }, at) => others.findIndex((each) => each.id === id) === at);
  }

  function setPlayer(id: string | null): void {
    batch(() => {
      if (player !== id) running.value = null;
      player = id;
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
    running,
    waiting: computed(() => {
      const onScreen = online.game.value?.id;
      return running.value?.filter(({ id, isMyTurn }) => isMyTurn && id !== onScreen).length ?? 0;
    }),
    lobby,
    refresh,
    refreshLobby,
  };
}

function runningGame(game: GameSummary, me: Pick<Player, "id">): RunningGame[] {
  const seat = seatOf(game, me);
  const opponent = seat === "white" ? game.black : game.white;
  return seat === null || opponent === null ? [] : [{ id: game.id, opponent, isMyTurn: waitsForMe(game, me) }];
}

function readPlayer(storage: Storage): string | null {
  const { id } = fieldsIn(storage.getItem(KEY));
  return typeof id === "string" ? id : null;
}

function savePlayer(storage: Storage, id: string | null): void {
  if (id === null) storage.removeItem(KEY);
  else tryStore(storage, KEY, JSON.stringify({ id }));
}
