// The lists of games on the server, each with its filter, page after page, kept fresh while they are looked at.
import { batch, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ClockKind, GamePage, GameSummary, Points } from "../wire/online";
import type { RuleBook } from "../wire/world";

export const LIST_KINDS = ["mine", "open", "live", "finished"] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** What a list is narrowed down to; null and the empty text leave it wide. */
export interface ListFilter {
  readonly rules: RuleBook | null;
  readonly clock: ClockKind | null;
  readonly result: Points | null;
  /** How a player's name begins. */
  readonly name: string;
  /** Days as a date field gives them, `2026-11-15`, both included. */
  readonly from: string;
  readonly until: string;
}

export const NO_FILTER: ListFilter = { rules: null, clock: null, result: null, name: "", from: "", until: "" };

export interface GameList {
  readonly kind: ListKind;
  /** Null until the first answer. */
  readonly games: ReadonlySignal<readonly GameSummary[] | null>;
  /** Whether the server has more than is shown. */
  readonly hasMore: ReadonlySignal<boolean>;
  readonly filter: ReadonlySignal<ListFilter>;
  narrow(part: Partial<ListFilter>): Promise<void>;
  refresh(): Promise<void>;
  more(): Promise<void>;
}

const PAGE = 20;
const LONGEST_PAGE = 100;

export function isNarrowed(filter: ListFilter): boolean {
  return Object.values(filter).some(Boolean);
}

/** What stands behind the question mark. */
export function listQuery(kind: ListKind, filter: ListFilter, limit: number, cursor: string | null): string {
  const asked = new URLSearchParams(kind === "mine" ? { mine: "true" } : { state: kind });
  const { rules, clock, result } = filter;
  for (const [name, value] of Object.entries({ rules, clock, result, name: filter.name.trim() })) {
    if (value) asked.set(name, value);
  }
  const from = dayStart(filter.from, 0);
  const until = dayStart(filter.until, 1);
  if (from !== null) asked.set("from", String(from));
  if (until !== null) asked.set("until", String(until));
  asked.set("limit", String(limit));
  if (cursor !== null) asked.set("cursor", cursor);
  return asked.toString();
}

/** When a day begins where the person is, so many days later; null for what is no day. */
function dayStart(day: string, later: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) || at < 0 ? null : at;
}

export function createGameList(kind: ListKind, ask: (query: string) => Promise<GamePage | null>): GameList {
  const games = signal<readonly GameSummary[] | null>(null);
  const next = signal<string | null>(null);
  const hasMore = signal(false);
  const filter = signal(NO_FILTER);
  /** An answer to a question that is no longer asked is dropped. */
  let question = 0;
  /** The request for a new filter or another page that has not been answered yet. */
  let pending = 0;

  function show(shown: readonly GameSummary[], cursor: string | null): void {
    batch(() => {
      games.value = shown;
      next.value = cursor;
      hasMore.value = cursor !== null;
    });
  }

  async function fetchPage(limit: number, cursor: string | null): Promise<GamePage | null> {
    question += 1;
    const mine = question;
    const page = await ask(listQuery(kind, filter.peek(), limit, cursor));
    return mine === question ? page : null;
  }

  /** Fetches what the player asked for. Until it is here, nothing else may take its place but another filter. */
  async function fetchRequested(cursor: string | null): Promise<GamePage | null> {
    const page = fetchPage(PAGE, cursor);
    const mine = (pending = question);
    try {
      return await page;
    } finally {
      if (pending === mine) pending = 0;
    }
  }

  async function refresh(): Promise<void> {
    if (pending !== 0) return;
    const shown = games.peek() ?? [];
    const page = await fetchPage(Math.min(LONGEST_PAGE, Math.max(PAGE, shown.length)), null);
    if (page === null) return;
    // What was loaded beyond the longest page stays as it was.
    const fresh = new Set(page.games.map((game) => game.id));
    const rest = page.next === null ? [] : shown.slice(LONGEST_PAGE).filter((game) => !fresh.has(game.id));
    show([...page.games, ...rest], rest.length > 0 ? next.peek() : page.next);
  }

  return {
    kind,
    games,
    hasMore,
    filter,
    refresh,
    async narrow(part) {
      filter.value = { ...filter.peek(), ...part };
      const page = await fetchRequested(null);
      if (page !== null) show(page.games, page.next);
    },
    async more() {
      const cursor = next.peek();
      if (cursor === null || pending !== 0) return;
      const page = await fetchRequested(cursor);
      if (page !== null) show([...(games.peek() ?? []), ...page.games], page.next);
    },
  };
}
