// Asking the server what is asked once: who am I, which games are there, a new one, a seat.
import type { ApiError } from "../wire/game";
import type { GamePage, GameSummary, NewGame, Player } from "../wire/online";
import type { RecordFormat } from "./source";

export type Asked<Value> = Promise<{ readonly value: Value } | { readonly refusal: ApiError }>;

export interface GameServer {
  /** Whether the page comes from a server that keeps games. */
  isThere(): Promise<boolean>;
  /** Who I am; made at the first call. */
  identify(): Asked<Player>;
  rename(name: string): Asked<Player>;
  list(query: string): Asked<GamePage>;
  create(game: NewGame): Asked<GameSummary>;
  join(id: string): Asked<GameSummary>;
  show(id: string): Asked<GameSummary>;
  /** Null when the server cannot be reached. */
  record(id: string, form: RecordFormat): Promise<string | null>;
  socketAddress(id: string, after: number): string;
  /** What to send to an opponent. */
  link(id: string): string;
}

const UNREACHABLE: ApiError = {
  code: "E_UNREACHABLE",
  message: "the server cannot be reached; check the connection and try again",
  reasons: [],
};

/** A server that has not answered by then is not there. */
const PATIENCE = 15_000;

/** What a server writes into the page it sends; a static host does not, and is asked for nothing. */
const SERVED = 'meta[name="trid-server"]';

export function createServer(base: string = location.origin): GameServer {
  async function ask<Value>(method: string, path: string, body?: unknown): Asked<Value> {
    try {
      const response = await fetch(base + path, {
        method,
        signal: AbortSignal.timeout(PATIENCE),
        ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      });
      const answer: unknown = await response.json();
      return response.ok ? { value: answer as Value } : { refusal: answer as ApiError };
    } catch {
      return { refusal: UNREACHABLE };
    }
  }

  return {
    async isThere() {
      if (document.querySelector(SERVED) === null) {
        return false;
      }
      try {
        const response = await fetch(`${base}/api/games?limit=1`);
        return response.ok && (response.headers.get("content-type") ?? "").includes("json");
      } catch {
        return false;
      }
    },
    async identify() {
      const asked = await ask<{ player: Player }>("POST", "/api/identities", {});
      return "value" in asked ? { value: asked.value.player } : asked;
    },
    rename: (name) => ask("PATCH", "/api/me", { name }),
    list: (query) => ask("GET", `/api/games?${query}`),
    create: (game) => ask("POST", "/api/games", game),
    join: (id) => ask("POST", `${gamePath(id)}/join`),
    show: (id) => ask("GET", gamePath(id)),
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
