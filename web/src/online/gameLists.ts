// The lists of games on the server: filters, pages and refreshing.
import { batch, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ClockKind, GamePage, GameSummary } from "../wire/online";
import type { GameResult } from "../wire/snapshot";
import type { RuleBook } from "../wire/world";

export const LIST_KINDS = ["mine", "open", "live", "finished"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** Null and the empty string do not filter. */
export interface ListFilter {
  readonly rules: RuleBook | null;
  readonly clock: ClockKind | null;
  readonly result: GameResult | null;
  /** The beginning of a player's name. */
  readonly name: string;
  /** Days as a date field gives them, `2026-11-15`, inclusive. */
  readonly from: string;
  readonly until: string;
}

export const NO_FILTER: ListFilter = { rules: null, clock: null, result: null, name: "", from: "", until: "" };

export interface GameList {
  readonly kind: ListKind;
  /** Null until the first response. */
  readonly games: ReadonlySignal<readonly GameSummary[] | null>;
  /** Whether the server has another page. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly filter: ReadonlySignal<ListFilter>;
  setFilter(part: Partial<ListFilter>): Promise<void>;
  refresh(): Promise<void>;
  loadMore(): Promise<void>;
  /** Forgets the games, for another player. */
  clear(): void;
}

const PAGE = 20;
const MAX_PAGE = 100;

export function isFiltered(filter: ListFilter): boolean {
  return Object.values(filter).some(Boolean);
}

/** The query string of a list. */
export function listQuery(kind: ListKind, filter: ListFilter, limit: number, cursor: string | null): string {
  const query = new URLSearchParams(kind === "mine" ? { mine: "true" } : { state: kind });
  const { rules, clock, result } = filter;
  for (const [name, value] of Object.entries({ rules, clock, result, name: filter.name.trim() })) {
    if (value) query.set(name, value);
  }
  const from = dayStart(filter.from, 0);
  const until = dayStart(filter.until, 1);
  if (from !== null) query.set("from", String(from));
  if (until !== null) query.set("until", String(until));
  query.set("limit", String(limit));
  if (cursor !== null) query.set("cursor", cursor);
  return query.toString();
}

/** The local start of a day plus an offset in days; null if it is not a date. */
function dayStart(day: string, offset: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + offset).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}

export function createGameList(kind: ListKind, fetchList: (query: string) => Promise<GamePage | null>): GameList {
  const games = signal<readonly GameSummary[] | null>(null);
  const next = signal<string | null>(null);
  const hasMore = signal(false);
  const filter = signal(NO_FILTER);
  /** The last request. Responses to earlier ones are dropped. */
  let lastRequest = 0;
  /** The open request for a new filter or another page; 0 when there is none. */
  let pending = 0;

  function show(shown: readonly GameSummary[], cursor: string | null): void {
    batch(() => {
      games.value = shown;
      next.value = cursor;
      hasMore.value = cursor !== null;
    });
  }

  async function fetchPage(limit: number, cursor: string | null): Promise<GamePage | null> {
    lastRequest += 1;
    const own = lastRequest;
    const page = await fetchList(listQuery(kind, filter.peek(), limit, cursor));
    return own === lastRequest ? page : null;
  }

  /** Fetches what the player asked for. Until it arrives, only another filter may replace it. */
  async function fetchRequested(cursor: string | null): Promise<GamePage | null> {
    const page = fetchPage(PAGE, cursor);
    const own = (pending = lastRequest);
    try {
      return await page;
    } finally {
      if (pending === own) pending = 0;
    }
  }

  async function refresh(): Promise<void> {
    if (pending !== 0) return;
    const shown = games.peek() ?? [];
    const page = await fetchPage(Math.min(MAX_PAGE, Math.max(PAGE, shown.length)), null);
    if (page === null) return;
    // Games beyond the longest page are not refreshed.
    const fresh = new Set(page.games.map((game) => game.id));
    const rest = page.next === null ? [] : shown.slice(MAX_PAGE).filter((game) => !fresh.has(game.id));
    show([...page.games, ...rest], rest.length > 0 ? next.peek() : page.next);
  }

  return {
    kind,
    games,
    hasMore,
    filter,
    refresh,
    async setFilter(part) {
      filter.value = { ...filter.peek(), ...part };
      const page = await fetchRequested(null);
      if (page !== null) show(page.games, page.next);
    },
    clear() {
      // Drops the response to an open request.
      lastRequest += 1;
      pending = 0;
      batch(() => {
        games.value = null;
        next.value = null;
        hasMore.value = false;
      });
    },
    async loadMore() {
      const cursor = next.peek();
      if (cursor === null || pending !== 0) return;
      const page = await fetchRequested(cursor);
      if (page !== null) show([...(games.peek() ?? []), ...page.games], page.next);
    },
  };
}
