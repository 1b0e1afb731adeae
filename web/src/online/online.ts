// Online play: the player's identity, the lists of games, and the online game on screen. The transitions are in
// `onlineState.ts`; this class sends the requests and runs the effects.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { pageError, type ActionResult, type AppError } from "../core/errors";
import type { OnlineMode, Trouble } from "./onlineMode";
import type { Core } from "../core/core";
import type { GameServer, ServerResult } from "./server";
import { text } from "../text";
import type { GameSummary, NewGame, Player } from "../wire/online";
import { GameList, LIST_KINDS, type ListKind } from "./gameLists";
import { randomId } from "../core/randomId";
import {
  afterError,
  OFFLINE,
  updateOnline,
  type OnlineEffect,
  type OnlineInput,
  type OnlineState,
  type RequestKind,
  type ShownGame,
} from "./onlineState";
import type { Mode } from "../board/mode";
import { errorMessage, type Message } from "../core/message";
import type { Store } from "../board/store";

/** What an online game does with the rest of the page. */
export interface OnlineHost {
  readonly session: {
    readonly store: Pick<Store, "setView">;
    /** The online game shown in place of the local one. */
    readonly online: ReadonlySignal<Mode | null>;
    showOnline(mode: Mode | null): void;
    showMessage(message: Message | null): void;
    playInCopyOf(record: string, ply: number, move: string): ActionResult;
  };
  /** Goes to an online game; null for the local one. */
  go(id: string | null): void;
}

/** The part of the lazily loaded module that opens online games. */
export interface OnlineModule {
  readonly OnlineMode: typeof OnlineMode;
}

/** How long to wait before a game is opened again while the server cannot be reached. */
const RETRY_DELAY = 5_000;

/** How long to wait for a game's socket before an error is shown. */
const SOCKET_TIMEOUT = 5_000;

export class Online {
  readonly #state = signal<OnlineState>(OFFLINE);
  readonly #game = signal<OnlineMode | null>(null);
  /** Whether the page comes from a game server; null until that is known. */
  readonly available = computed(() => this.#state.value.available);
  readonly me = computed(() => this.#state.value.me);
  readonly game: ReadonlySignal<OnlineMode | null> = this.#game;
  /** The game that the player asked for last; null after leaving. */
  readonly requested = computed(() => this.#state.value.requested);
  /** The game that opens once the server can be reached. */
  readonly waiting = computed(() => this.#state.value.waiting);
  /** Why the requested game cannot be opened; null unless that is final. */
  readonly refused = computed(() => this.#state.value.refused);
  /** Why the last request failed. */
  readonly error = computed(() => this.#state.value.errors.action);
  /** Why the lists could not be loaded. */
  readonly listError = computed(() => this.#state.value.errors.list);
  readonly lists: Readonly<Record<ListKind, GameList>>;
  readonly #host: OnlineHost;
  readonly #core: Core;
  readonly #server: GameServer;
  readonly #loadModule: () => Promise<OnlineModule>;
  #identifying: Promise<Player | null> | null = null;
  #renaming = Promise.resolve(true);

  constructor(host: OnlineHost, core: Core, server: GameServer, loadModule: () => Promise<OnlineModule>) {
    this.#host = host;
    this.#core = core;
    this.#server = server;
    this.#loadModule = loadModule;
    this.lists = Object.fromEntries(LIST_KINDS.map((kind) => [kind, this.#createList(kind)])) as Record<
      ListKind,
      GameList
    >;
    this.#run({ type: "checkServer" });
    this.#watch();
  }

  dismissError(): void {
    this.#dispatch({ type: "replied", kind: "action", error: null });
  }

  identify(): Promise<Player | null> {
    return this.#identify("action");
  }

  rename(name: string): Promise<boolean> {
    return (this.#renaming = this.#rename(name));
  }

  async create(newGame: NewGame): Promise<boolean> {
    // Under the name that was typed just before.
    if (!(await this.#renaming)) return false;
    this.#dispatch({ type: "create", game: newGame, key: randomId() });
    let created = await this.#create();
    // The response may have been lost. With the same key, the server returns the game that it created.
    if (created === null && this.#state.peek().creation !== null) created = await this.#create();
    if (created) await this.open(created.id);
    return created !== null;
  }

  async #create(): Promise<GameSummary | null> {
    const { creation } = this.#state.peek();
    if (creation === null) return null;
    const created = await this.#requestAsMe(() => this.#server.create(creation.game, creation.key));
    this.#dispatch({ type: "createReplied", error: created ? null : this.error.peek() });
    return created;
  }

  /** Keeps the identity and makes every copy of its old token invalid. */
  async replaceToken(): Promise<boolean> {
    const replaced = await this.#requestAsMe(() => this.#server.replaceToken());
    if (replaced === null) return false;
    // The game's socket may have reconnected with the old token, as a spectator.
    const game = this.#game.peek();
    if (game) await this.open(game.id);
    return true;
  }

  /** Ends the player's games and removes their name and token from the server. */
  async deleteIdentity(): Promise<boolean> {
    const response = await this.#request(this.#server.deleteIdentity());
    if ("error" in response && response.error.code !== "E_NO_IDENTITY") return false;
    this.leave();
    this.dismissError();
    this.#dispatch({ type: "identified", me: null });
    for (const list of Object.values(this.lists)) list.clear();
    return true;
  }

  /** Shows a game, to play it, to wait for an opponent or to watch. */
  async open(id: string): Promise<void> {
    this.#dispatch({ type: "requested", id });
    this.#host.go(id);
    const loading = this.#loadModule().catch(() => null);
    const error = await this.#whyNotOpen(id);
    const module = error === null ? await loading : null;
    if (module === null) {
      this.#dispatch({ type: "openFailed", id, error: error ?? pageError("E_NOT_LOADED") });
      return;
    }
    const mode = new module.OnlineMode({
      id,
      core: this.#core,
      address: (after) => this.#server.socketAddress(id, after),
      record: (form) => this.#server.record(id, form),
      whyGone: () => this.#whyGone(id),
      playInCopy: (record, ply, move) => this.#host.session.playInCopyOf(record, ply, move),
      onTrouble: (trouble) => this.#host.session.showMessage(troubleMessage(trouble)),
    });
    const opened = mode.ready.then(() => this.#show(mode));
    await Promise.race([opened, delay(SOCKET_TIMEOUT)]);
    this.#dispatch({ type: "socketTimeout", id });
  }

  /** Tries to open the waiting game now. */
  retry(): void {
    this.#dispatch({ type: "retry", failures: null });
  }

  async join(id: string): Promise<boolean> {
    if (!(await this.#renaming)) return false;
    const joined = await this.#requestAsMe(() => this.#server.join(id));
    if (joined && this.#game.peek()?.id !== id) await this.open(id);
    return joined !== null;
  }

  leave(): void {
    const old = this.#game.peek();
    if (old !== null) {
      batch(() => {
        this.#game.value = null;
        if (this.#host.session.online.peek() === old) this.#host.session.showOnline(null);
      });
      old.dispose();
    }
    this.#dispatch({ type: "left" });
    this.#host.go(null);
  }

  link(id: string): string {
    return this.#server.link(id);
  }

  #dispatch(input: OnlineInput): void {
    const step = updateOnline(this.#state.peek(), input);
    this.#state.value = step.state;
    for (const effect of step.effects) this.#run(effect);
  }

  #run(effect: OnlineEffect): void {
    switch (effect.type) {
      case "checkServer":
        return void this.#server.isThere().then((available) => this.#dispatch({ type: "serverChecked", available }));
      case "open":
        return void this.open(effect.id);
      case "retryLater":
        return void setTimeout(() => this.#dispatch({ type: "retry", failures: effect.failures }), RETRY_DELAY);
      case "turnBoard":
        return this.#host.session.store.setView({ bottom: effect.bottom, preset: effect.bottom });
    }
  }

  #watch(): void {
    // A page that was opened offline checks again when the network is back.
    window.addEventListener("online", () => this.#dispatch({ type: "networkReturned" }));
    // A move that is not sent yet would be lost with the page.
    window.addEventListener("beforeunload", (event) => {
      if (this.#game.peek()?.sending.peek()) event.preventDefault();
    });
    // Opening a local game leaves the online one.
    effect(() => {
      if (this.#host.session.online.value === null && this.#game.peek() !== null) untracked(() => this.leave());
    });
    effect(() => {
      const at = this.#game.value;
      if (at === null) return;
      const game = shownGame(at);
      untracked(() => this.#dispatch({ type: "gameChanged", game }));
    });
  }

  async #whyNotOpen(id: string): Promise<AppError | null> {
    if ((await this.identify()) === null) return this.error.peek() ?? pageError("E_UNREACHABLE");
    const response = await this.#request(this.#server.show(id));
    return "error" in response ? response.error : null;
  }

  /** Puts a game on screen, unless the player has asked for another one meanwhile. */
  #show(mode: OnlineMode): void {
    if (this.#state.peek().requested !== mode.id) return mode.dispose();
    const old = this.#game.peek();
    batch(() => {
      this.#dispatch({ type: "shown", game: shownGame(mode) });
      this.#game.value = mode;
      this.#host.session.showOnline(mode);
    });
    old?.dispose();
  }

  async #whyGone(id: string): Promise<AppError | null> {
    const response = await this.#server.show(id);
    return "error" in response && response.error.code === "E_NO_GAME" ? response.error : null;
  }

  #createList(kind: ListKind): GameList {
    return new GameList(kind, (query) => this.#requestAsMe(() => this.#server.list(query), "list"));
  }

  async #rename(name: string): Promise<boolean> {
    if (name === this.me.peek()?.name) {
      this.dismissError();
      return true;
    }
    const me = await this.#requestAsMe(() => this.#server.rename(name));
    if (me) this.#dispatch({ type: "identified", me });
    return me !== null;
  }

  /** Concurrent callers share one request. */
  async #identify(kind: RequestKind): Promise<Player | null> {
    const known = this.me.peek();
    if (known !== null) return known;
    this.#identifying ??= this.#requestIdentity(kind);
    return this.#identifying;
  }

  async #requestIdentity(kind: RequestKind): Promise<Player | null> {
    const response = await this.#request(this.#server.identify(), kind);
    const me = "value" in response ? response.value.player : null;
    this.#identifying = null;
    this.#dispatch({ type: "identified", me });
    return me;
  }

  async #request<Value>(request: ServerResult<Value>, kind: RequestKind = "action"): ServerResult<Value> {
    const response = await request;
    this.#dispatch({ type: "replied", kind, error: "error" in response ? response.error : null });
    return response;
  }

  /** Sends a request that needs an identity. If the server no longer knows it, creates a new one and retries once. */
  async #requestAsMe<Value>(send: () => ServerResult<Value>, kind: RequestKind = "action"): Promise<Value | null> {
    for (const attempt of [1, 2] as const) {
      if ((await this.#identify(kind)) === null) return null;
      const response = await this.#request(send(), kind);
      if ("value" in response) return response.value;
      switch (afterError(response.error, attempt)) {
        case "fail":
          return null;
        case "identifyAgain":
          this.#dispatch({ type: "identified", me: null });
          break;
        case "cookieLost":
          this.#dispatch({ type: "replied", kind, error: pageError("E_NO_COOKIE") });
      }
    }
    return null;
  }
}

function troubleMessage(trouble: Trouble): Message {
  return errorMessage(trouble.kind === "damaged" ? text.errors.byCode.E_DAMAGED : text.game.lost(trouble.moves));
}

function shownGame({ id, state }: OnlineMode): ShownGame {
  const { nextGame, seat } = state.value;
  return { id, nextGame, seat };
}

function delay(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time));
}
