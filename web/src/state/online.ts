// Games between people in different places: who I am, what is open, and the game on the table.
import { batch, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { OnlineSource, openOnline } from "../source/online";
import type { Rules } from "../source/rules";
import type { Asked, GameServer } from "../source/server";
import type { Refusal } from "../wire/game";
import type { GamePage, NewOnlineGame, Player } from "../wire/online";
import { createGameList, LIST_KINDS, type GameList, type ListKind } from "./gameLists";
import type { Table } from "./table";

export interface Online {
  /** Whether the page comes from a server that keeps games; null until that is known. */
  readonly there: ReadonlySignal<boolean | null>;
  readonly me: ReadonlySignal<Player | null>;
  readonly game: ReadonlySignal<OnlineSource | null>;
  readonly lists: Readonly<Record<ListKind, GameList>>;
  readonly refusal: Signal<Refusal | null>;
  identify(): Promise<Player | null>;
  rename(name: string): Promise<boolean>;
  create(game: NewOnlineGame): Promise<boolean>;
  /** Puts a game on the table: to play in it, to wait, or to watch. */
  open(id: string): Promise<void>;
  join(id: string): Promise<boolean>;
  leave(): void;
  link(id: string): string;
}

/** What a game online needs beyond the rest of the page; most visits do without. */
export interface OnlineGameParts {
  readonly openOnline: typeof openOnline;
}

const NOT_LOADED: Refusal = {
  code: "E_UNREACHABLE",
  message: "what games online need could not be loaded; check the connection and try again",
  reasons: [],
};

export function createOnline(
  table: Table,
  rules: Rules,
  server: GameServer,
  loadParts: () => Promise<OnlineGameParts>,
): Online {
  const there = signal<boolean | null>(null);
  const me = signal<Player | null>(null);
  const game = signal<OnlineSource | null>(null);
  const refusal = signal<Refusal | null>(null);

  void server.isThere().then((answer) => (there.value = answer));

  async function ask<Value>(asked: Asked<Value>): Promise<Value | null> {
    const answer = await asked;
    if ("value" in answer) {
      refusal.value = null;
      return answer.value;
    }
    refusal.value = answer.refusal;
    return null;
  }

  let identifying: Promise<Player | null> | null = null;

  /** Asked once, however many wait for the answer. */
  async function identify(): Promise<Player | null> {
    if (me.peek() !== null) return me.peek();
    identifying ??= ask(server.identify());
    me.value = await identifying;
    identifying = null;
    return me.peek();
  }

  async function list(query: string): Promise<GamePage | null> {
    return (await identify()) === null ? null : ask(server.list(query));
  }

  const lists = Object.fromEntries(LIST_KINDS.map((kind) => [kind, createGameList(kind, list)])) as Record<
    ListKind,
    GameList
  >;

  let opening: string | null = null;

  async function open(id: string): Promise<void> {
    opening = id;
    const loading = loadParts().catch(() => null);
    if ((await identify()) === null) return;
    if ((await ask(server.show(id))) === null) return;
    const parts = await loading;
    if (parts === null) {
      refusal.value = NOT_LOADED;
      return;
    }
    const { source, ready } = parts.openOnline({
      id,
      rules,
      address: (after) => server.socketAddress(id, after),
      record: (form) => server.record(id, form),
    });
    await ready;
    if (opening !== id) {
      source.dispose();
      return;
    }
    const old = game.peek();
    batch(() => {
      game.value = source;
      table.sit(source);
    });
    old?.dispose();
    history.replaceState(null, "", `#online=${id}`);
    const { seat } = source.contest.peek();
    if (seat !== null) table.store.setView({ bottom: seat });
  }

  function leave(): void {
    const old = game.peek();
    if (old === null) return;
    batch(() => {
      game.value = null;
      if (table.guest.peek() === old) table.sit(null);
    });
    old.dispose();
    if (location.hash.startsWith("#online=")) history.replaceState(null, "", location.pathname + location.search);
  }

  // A game kept here that is put on the table takes the place of the one online.
  effect(() => {
    if (table.guest.value === null) leave();
  });

  // One's own seat turns the board, and a rematch is followed.
  effect(() => {
    const at = game.value;
    if (at === null) return;
    const { nextGame, seat } = at.contest.value;
    if (nextGame !== null && seat !== null && opening !== nextGame) void open(nextGame);
  });
  let seated: string | null = null;
  effect(() => {
    const at = game.value;
    const seat = at?.contest.value.seat ?? null;
    const key = at && seat ? `${at.id} ${seat}` : null;
    if (key !== null && key !== seated && seat) table.store.setView({ bottom: seat });
    seated = key;
  });

  return {
    there,
    me,
    game,
    lists,
    refusal,
    identify,
    async rename(name) {
      if ((await identify()) === null) return false;
      const renamed = await ask(server.rename(name));
      if (renamed) me.value = renamed;
      return renamed !== null;
    },
    async create(wish) {
      if ((await identify()) === null) return false;
      const created = await ask(server.create(wish));
      if (created) await open(created.id);
      return created !== null;
    },
    open,
    async join(id) {
      if ((await identify()) === null) return false;
      const joined = await ask(server.join(id));
      if (joined && game.peek()?.id !== id) await open(id);
      return joined !== null;
    },
    leave,
    link: (id) => server.link(id),
  };
}
