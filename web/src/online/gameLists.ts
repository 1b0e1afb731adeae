// The lists of games on the server: filters, pages and refreshing.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals-core";
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

export class GameList {
  readonly kind: ListKind;
  readonly #games = signal<readonly GameSummary[] | null>(null);
  readonly #next = signal<string | null>(null);
  readonly #filter = signal(NO_FILTER);
  /** Null until the first response. */
  readonly games: ReadonlySignal<readonly GameSummary[] | null> = this.#games;
  /** Whether the server has another page. */
  readonly hasMore = computed(() => this.#next.value !== null);
  readonly filter: ReadonlySignal<ListFilter> = this.#filter;
  readonly #fetchList: (query: string) => Promise<GamePage | null>;
  /** The last request. Responses to earlier ones are dropped. */
  #lastRequest = 0;
  /** The open request for a new filter or another page; 0 when there is none. */
  #pending = 0;

  constructor(kind: ListKind, fetchList: (query: string) => Promise<GamePage | null>) {
    this.kind = kind;
    this.#fetchList = fetchList;
  }

  async setFilter(part: Partial<ListFilter>): Promise<void> {
    this.#filter.value = { ...this.#filter.peek(), ...part };
    const page = await this.#fetchRequested(null);
    if (page !== null) this.#show(page.games, page.next);
  }

  async refresh(): Promise<void> {
    if (this.#pending !== 0) return;
    const shown = this.#games.peek() ?? [];
    const page = await this.#fetchPage(Math.min(MAX_PAGE, Math.max(PAGE, shown.length)), null);
    if (page === null) return;
    // Games beyond the longest page are not refreshed.
    const fresh = new Set(page.games.map((game) => game.id));
    const rest = page.next === null ? [] : shown.slice(MAX_PAGE).filter((game) => !fresh.has(game.id));
    this.#show([...page.games, ...rest], rest.length > 0 ? this.#next.peek() : page.next);
  }

  async loadMore(): Promise<void> {
    const cursor = this.#next.peek();
    if (cursor === null || this.#pending !== 0) return;
    const page = await this.#fetchRequested(cursor);
    if (page !== null) this.#show([...(this.#games.peek() ?? []), ...page.games], page.next);
  }

  /** Forgets the games, for another player. */
  clear(): void {
    // Drops the response to an open request.
    this.#lastRequest += 1;
    this.#pending = 0;
    this.#show(null, null);
  }

  #show(games: readonly GameSummary[] | null, next: string | null): void {
    batch(() => {
      this.#games.value = games;
      this.#next.value = next;
    });
  }

  async #fetchPage(limit: number, cursor: string | null): Promise<GamePage | null> {
    const own = ++this.#lastRequest;
    const page = await this.#fetchList(listQuery(this.kind, this.#filter.peek(), limit, cursor));
    return own === this.#lastRequest ? page : null;
  }

  /** Fetches what the player asked for. Until it arrives, only another filter may replace it. */
  async #fetchRequested(cursor: string | null): Promise<GamePage | null> {
    const page = this.#fetchPage(PAGE, cursor);
    const own = (this.#pending = this.#lastRequest);
    try {
      return await page;
    } finally {
      if (this.#pending === own) this.#pending = 0;
    }
  }
}
