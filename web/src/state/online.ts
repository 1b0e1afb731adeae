// Online play: the player's identity, the lists of games, and the online game on screen.
import { batch, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals-core";
import type { OnlineSource, openOnline } from "../source/online";
import type { Rules } from "../source/rules";
import type { GameServer, ServerResult } from "../source/server";
import type { ApiError } from "../wire/game";
import type { GamePage, NewGame, Player } from "../wire/online";
import { createGameList, LIST_KINDS, type GameList, type ListKind } from "./gameLists";
import type { Session } from "./session";

export interface Online {
  /** Whether the page comes from a game server; null until that is known. */
  readonly available: ReadonlySignal<boolean | null>;
  readonly me: ReadonlySignal<Player | null>;
  readonly game: ReadonlySignal<OnlineSource | null>;
  readonly lists: Readonly<Record<ListKind, GameList>>;
  /** Why the last request failed. */
  readonly error: Signal<ApiError | null>;
  /** Why the lists could not be loaded. */
  readonly listError: ReadonlySignal<ApiError | null>;
  identify(): Promise<Player | null>;
  rename(name: string): Promise<boolean>;
  create(game: NewGame): Promise<boolean>;
  /** Shows a game, to play it, to wait for an opponent or to watch. */
  open(id: string): Promise<void>;
  join(id: string): Promise<boolean>;
  leave(): void;
  link(id: string): string;
}

/** The part of the lazily loaded module that opens online games. */
export interface OnlineModule {
  readonly openOnline: typeof openOnline;
}

const NOT_LOADED: ApiError = {
  code: "E_UNREACHABLE",
  message: "what games online need could not be loaded; check the connection, then load the page anew",
  reasons: [],
};

/** How long to wait for a game's socket before an error is shown. */
const SOCKET_TIMEOUT = 5_000;

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
  loadModule: () => Promise<OnlineModule>,
): Online {
  const available = signal<boolean | null>(null);
  const me = signal<Player | null>(null);
  const game = signal<OnlineSource | null>(null);
  const error = signal<ApiError | null>(null);
  const listError = signal<ApiError | null>(null);

  const checkServer = (): void => void server.isThere().then((found) => (available.value = found));
  checkServer();
  // A page that was opened offline checks again when the network is back.
  window.addEventListener("online", () => available.peek() !== true && checkServer());

  async function receive<Value>(
    request: ServerResult<Value>,
    errors: Signal<ApiError | null> = error,
  ): Promise<Value | null> {
    const response = await request;
    errors.value = "value" in response ? null : response.refusal;
    return "value" in response ? response.value : null;
  }

  let identifying: Promise<Player | null> | null = null;

  /** Concurrent callers share one request. */
  async function identify(errors = error): Promise<Player | null> {
    if (me.peek() !== null) return me.peek();
    identifying ??= receive(server.identify(), errors);
    me.value = await identifying;
    identifying = null;
    return me.peek();
  }

  /** Sends a request that needs an identity. If the server no longer knows it, creates a new one and retries once. */
  async function receiveAsMe<Value>(send: () => ServerResult<Value>, errors = error): Promise<Value | null> {
    if ((await identify(errors)) === null) return null;
    const response = await receive(send(), errors);
    if (errors.peek()?.code !== "E_NO_IDENTITY") return response;
    me.value = null;
    if ((await identify(errors)) === null) return null;
    const second = await receive(send(), errors);
    if (errors.peek()?.code === "E_NO_IDENTITY") errors.value = NO_COOKIE;
    return second;
  }

  function list(query: string): Promise<GamePage | null> {
    return receiveAsMe(() => server.list(query), listError);
  }

  let renaming = Promise.resolve(true);

  async function rename(name: string): Promise<boolean> {
    if (name === me.peek()?.name) {
      error.value = null;
      return true;
    }
    const renamed = await receiveAsMe(() => server.rename(name));
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
    const loading = loadModule().catch(() => null);
    if ((await identify()) === null) return;
    if ((await receive(server.show(id))) === null) return;
    const module = await loading;
    if (module === null) {
      error.value = NOT_LOADED;
      return;
    }
    const { source, ready } = module.openOnline({
      id,
      rules,
      address: (after) => server.socketAddress(id, after),
      record: (form) => server.record(id, form),
      async whyGone() {
        const response = await server.show(id);
        return "refusal" in response && response.refusal.code === "E_NO_GAME" ? response.refusal : null;
      },
    });
    const opened = ready.then(() => show(source));
    const inTime = await Promise.race([opened.then(() => true), later(SOCKET_TIMEOUT)]);
    if (!inTime && opening === id) error.value = NO_SOCKET;
  }

  function show(source: OnlineSource): void {
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

  // Opening a local game leaves the online one.
  effect(() => {
    if (session.online.value === null) leave();
  });

  // Follows a rematch when it starts, but not from a game that already had one.
  let before: { readonly at: OnlineSource | null; readonly next: string | null } = { at: null, next: null };
  effect(() => {
    const at = game.value;
    const { nextGame: next, seat } = at?.state.value ?? { nextGame: null, seat: null };
    const begins = at !== null && at === before.at && before.next === null && next !== null && seat !== null;
    before = { at, next };
    if (begins) void open(next);
  });
  // The player's own side goes to the bottom.
  let seated: string | null = null;
  effect(() => {
    const at = game.value;
    const color = at?.state.value.seat ?? null;
    const key = at && color ? `${at.id} ${color}` : null;
    if (key !== null && key !== seated && color) session.store.setView({ bottom: color });
    seated = key;
  });

  // A move that is not sent yet would be lost with the page.
  window.addEventListener("beforeunload", (event) => {
    if (game.peek()?.sending.peek()) event.preventDefault();
  });

  return {
    available,
    me,
    game,
    lists,
    error,
    listError,
    identify: () => identify(),
    rename: (name) => (renaming = rename(name)),
    async create(newGame) {
      // Under the name that was typed just before.
      if (!(await renaming)) return false;
      const created = await receiveAsMe(() => server.create(newGame));
      if (created) await open(created.id);
      return created !== null;
    },
    open,
    async join(id) {
      if (!(await renaming)) return false;
      const joined = await receiveAsMe(() => server.join(id));
      if (joined && game.peek()?.id !== id) await open(id);
      return joined !== null;
    },
    leave,
    link: (id) => server.link(id),
  };
}

/** Resolves to false after a delay. */
function later(delay: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), delay));
}
