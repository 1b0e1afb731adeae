// Games between people in different places: who I am, what is open, and the game on the table.
import { batch, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { OnlineSource, openOnline } from "../source/online";
import type { Rules } from "../source/rules";
import type { GameServer, ServerResult } from "../source/server";
import type { ApiError } from "../wire/game";
import type { GamePage, NewGame, Player } from "../wire/online";
import { createGameList, LIST_KINDS, type GameList, type ListKind } from "./gameLists";
import type { Session } from "./session";

export interface Online {
  /** Whether the page comes from a server that keeps games; null until that is known. */
  readonly there: ReadonlySignal<boolean | null>;
  readonly me: ReadonlySignal<Player | null>;
  readonly game: ReadonlySignal<OnlineSource | null>;
  readonly lists: Readonly<Record<ListKind, GameList>>;
  /** Why the last thing asked for was refused. */
  readonly error: Signal<ApiError | null>;
  /** Why the lists are not fresh. */
  readonly listError: ReadonlySignal<ApiError | null>;
  identify(): Promise<Player | null>;
  rename(name: string): Promise<boolean>;
  create(game: NewGame): Promise<boolean>;
  /** Puts a game on the table: to play in it, to wait, or to watch. */
  open(id: string): Promise<void>;
  join(id: string): Promise<boolean>;
  leave(): void;
  link(id: string): string;
}

/** What a game online needs beyond the rest of the page; most visits do without. */
export interface OnlineModule {
  readonly openOnline: typeof openOnline;
}

const NOT_LOADED: ApiError = {
  code: "E_UNREACHABLE",
  message: "what games online need could not be loaded; check the connection, then load the page anew",
  reasons: [],
};

/** How long to wait for a game's socket before it is said that it does not open. */
const PATIENCE = 5_000;

const NO_SOCKET: ApiError = {
  code: "E_NO_SOCKET",
  message: "the server answers, but the live connection to the game does not open; it is tried again and again",
  reasons: [],
};
const NO_COOKIE: ApiError = {
  code: "E_NO_COOKIE",
  message: "this browser keeps no cookie for this server, which tells players apart; allow it, then try again",
  reasons: [],
};

export function createOnline(
  session: Session,
  rules: Rules,
  server: GameServer,
  loadParts: () => Promise<OnlineModule>,
): Online {
  const there = signal<boolean | null>(null);
  const me = signal<Player | null>(null);
  const game = signal<OnlineSource | null>(null);
  const error = signal<ApiError | null>(null);
  const listError = signal<ApiError | null>(null);

  const look = (): void => void server.isThere().then((answer) => (there.value = answer));
  look();
  // A page that was opened without a network is asked again when there is one.
  window.addEventListener("online", () => there.peek() !== true && look());

  async function ask<Value>(asked: ServerResult<Value>, said: Signal<ApiError | null> = error): Promise<Value | null> {
    const answer = await asked;
    said.value = "value" in answer ? null : answer.refusal;
    return "value" in answer ? answer.value : null;
  }

  let identifying: Promise<Player | null> | null = null;

  /** One request at a time; concurrent callers share its result. */
  async function identify(said = error): Promise<Player | null> {
    if (me.peek() !== null) return me.peek();
    identifying ??= ask(server.identify(), said);
    me.value = await identifying;
    identifying = null;
    return me.peek();
  }

  /** Sends a request that needs an identity. If the server no longer knows it, creates a new one and retries once. */
  async function askAsMe<Value>(question: () => ServerResult<Value>, said = error): Promise<Value | null> {
    if ((await identify(said)) === null) return null;
    const answer = await ask(question(), said);
    if (said.peek()?.code !== "E_NO_IDENTITY") return answer;
    me.value = null;
    if ((await identify(said)) === null) return null;
    const again = await ask(question(), said);
    if (said.peek()?.code === "E_NO_IDENTITY") said.value = NO_COOKIE;
    return again;
  }

  function list(query: string): Promise<GamePage | null> {
    return askAsMe(() => server.list(query), listError);
  }

  let renaming = Promise.resolve(true);

  async function rename(name: string): Promise<boolean> {
    if (name === me.peek()?.name) {
      error.value = null;
      return true;
    }
    const renamed = await askAsMe(() => server.rename(name));
    if (renamed) me.value = renamed;
    return renamed !== null;
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
      error.value = NOT_LOADED;
      return;
    }
    const { source, ready } = parts.openOnline({
      id,
      rules,
      address: (after) => server.socketAddress(id, after),
      record: (form) => server.record(id, form),
      async whyGone() {
        const answer = await server.show(id);
        return "refusal" in answer && answer.refusal.code === "E_NO_GAME" ? answer.refusal : null;
      },
    });
    const opened = ready.then(() => seat(source));
    const inTime = await Promise.race([opened.then(() => true), later(PATIENCE)]);
    if (!inTime && opening === id) error.value = NO_SOCKET;
  }

  function seat(source: OnlineSource): void {
    if (opening !== source.id) return source.dispose();
    const old = game.peek();
    batch(() => {
      error.value = null;
      game.value = source;
      session.showOnline(source);
    });
    old?.dispose();
    history.replaceState(null, "", `#online=${source.id}`);
  }

  function leave(): void {
    const old = game.peek();
    if (old === null) return;
    opening = null;
    batch(() => {
      game.value = null;
      if (session.online.peek() === old) session.showOnline(null);
    });
    old.dispose();
    if (location.hash.startsWith("#online=")) history.replaceState(null, "", location.pathname + location.search);
  }

  // A game kept here that is put on the table takes the place of the one online.
  effect(() => {
    if (session.online.value === null) leave();
  });

  // A rematch is followed when it begins, not when a game is looked at that had one.
  let before: { readonly at: OnlineSource | null; readonly next: string | null } = { at: null, next: null };
  effect(() => {
    const at = game.value;
    const { nextGame: next, seat } = at?.state.value ?? { nextGame: null, seat: null };
    const begins = at !== null && at === before.at && before.next === null && next !== null && seat !== null;
    before = { at, next };
    if (begins) void open(next);
  });
  // One's own seat turns the board.
  let seated: string | null = null;
  effect(() => {
    const at = game.value;
    const color = at?.state.value.seat ?? null;
    const key = at && color ? `${at.id} ${color}` : null;
    if (key !== null && key !== seated && color) session.store.setView({ bottom: color });
    seated = key;
  });

  // A move that waits for the connection goes with the page.
  window.addEventListener("beforeunload", (event) => {
    if (game.peek()?.sending.peek()) event.preventDefault();
  });

  return {
    there,
    me,
    game,
    lists,
    error,
    listError,
    identify: () => identify(),
    rename: (name) => (renaming = rename(name)),
    async create(wish) {
      // With the name that was typed just before.
      if (!(await renaming)) return false;
      const created = await askAsMe(() => server.create(wish));
      if (created) await open(created.id);
      return created !== null;
    },
    open,
    async join(id) {
      if (!(await renaming)) return false;
      const joined = await askAsMe(() => server.join(id));
      if (joined && game.peek()?.id !== id) await open(id);
      return joined !== null;
    },
    leave,
    link: (id) => server.link(id),
  };
}

/** False after a while. */
function later(delay: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), delay));
}
