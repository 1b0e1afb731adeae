// HTTP requests to the server: identity, game lists, creating and joining games.
import type { ApiError } from "../wire/game";
import type { GamePage, GameSummary, Identity, NewGame, Player } from "../wire/online";
import { pageError, type AppError } from "../core/errors";
import type { RecordFormat } from "../core/board";

export type ServerResult<Value> = Promise<{ readonly value: Value } | { readonly error: AppError }>;

export interface GameServer {
  /** Whether a game server serves the page. */
  isThere(): Promise<boolean>;
  /** The identity of this browser, created on the first call. */
  identify(): ServerResult<Identity>;
  rename(name: string): ServerResult<Player>;
  list(query: string): ServerResult<GamePage>;
  /** Ends the player's games and removes their name and token. */
  deleteIdentity(): ServerResult<null>;
  /** Replaces the token; the cookie gets the new one. */
  replaceToken(): ServerResult<Identity>;
  /** Creates one game for a key, however often it is sent. */
  create(game: NewGame, key: string): ServerResult<GameSummary>;
  join(id: string): ServerResult<GameSummary>;
  show(id: string): ServerResult<GameSummary>;
  /** Null when the server cannot be reached. */
  record(id: string, form: RecordFormat): Promise<string | null>;
  socketAddress(id: string, after: number): string;
  /** The link to send to an opponent. */
  link(id: string): string;
}

/** After this time in milliseconds without a response the server counts as unreachable. */
const TIMEOUT = 15_000;

const NO_CONTENT = 204;

/** The server adds this tag to the page. Without it the page comes from a static host and sends no requests. */
const SERVER_TAG = 'meta[name="trid-server"]';

export function createServer(base: string = location.origin): GameServer {
  async function request<Value>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): ServerResult<Value> {
    try {
      const json = { body: JSON.stringify(body), headers: { ...headers, "content-type": "application/json" } };
      const response = await fetch(base + path, {
        method,
        signal: AbortSignal.timeout(TIMEOUT),
        ...(body === undefined ? { headers } : json),
      });
      const reply: unknown = response.status === NO_CONTENT ? null : await response.json();
      return response.ok ? { value: reply as Value } : { error: reply as ApiError };
    } catch {
      return { error: pageError("E_UNREACHABLE") };
    }
  }

  return {
    async isThere() {
      if (document.querySelector(SERVER_TAG) === null) {
        return false;
      }
      try {
        const response = await fetch(`${base}/api/games?limit=1`);
        return response.ok && (response.headers.get("content-type") ?? "").includes("json");
      } catch {
        return false;
      }
    },
    identify: () => request("POST", "/api/identities", {}),
    rename: (name) => request("PATCH", "/api/me", { name }),
    list: (query) => request("GET", `/api/games?${query}`),
    deleteIdentity: () => request("DELETE", "/api/me"),
    replaceToken: () => request("POST", "/api/me/token"),
    create: (game, key) => request("POST", "/api/games", game, { "idempotency-key": key }),
    join: (id) => request("POST", `${gamePath(id)}/join`),
    show: (id) => request("GET", gamePath(id)),
    async record(id, form) {
      try {
        const response = await fetch(`${base}${gamePath(id)}/record?form=${form}`);
        return response.ok ? await response.text() : null;
      } catch {
        return null;
      }
    },
    socketAddress: (id, after) => `${base.replace(/^http/, "ws")}${gamePath(id)}/socket?after=${after}`,
    link: (id) => `${base}/g/${id}`,
  };
}

/** What a person has typed as an id may be anything. */
function gamePath(id: string): string {
  return `/api/games/${encodeURIComponent(id)}`;
}
