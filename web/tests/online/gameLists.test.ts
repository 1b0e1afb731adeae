// The lists of games: queries, paging and refreshing.
import { expect, test } from "vitest";
import { GameList, isFiltered, listQuery, NO_FILTER } from "../../src/online/gameLists";
import type { GamePage, GameSummary } from "../../src/wire/online";

function aGame(id: string): GameSummary {
  return { id } as GameSummary;
}

/** A server with a number of games that records the queries. */
function aServer(count: number) {
  const games = Array.from({ length: count }, (_, index) => aGame(`game${index}`));
  const asked: string[] = [];
  const ask = (query: string): Promise<GamePage> => {
    asked.push(query);
    const { limit, cursor } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string | undefined>;
    const from = cursor === undefined ? 0 : games.findIndex((game) => game.id === cursor) + 1;
    const page = games.slice(from, from + Number(limit));
    const last = page.at(-1);
    return Promise.resolve({ games: page, next: last && last !== games.at(-1) ? last.id : null });
  };
  return { games, asked, ask };
}

test("the query has only the filters that are set", () => {
  expect(listQuery("mine", NO_FILTER, 20, null)).toBe("mine=true&limit=20");
  expect(listQuery("open", { ...NO_FILTER, rules: "meder", clock: "days" }, 20, "x")).toBe(
    "state=open&rules=meder&clock=days&limit=20&cursor=x",
  );
  const query = listQuery("finished", { ...NO_FILTER, result: "1/2-1/2", name: " Ada " }, 20, null);
  expect(query).toBe("state=finished&result=1%2F2-1%2F2&name=Ada&limit=20");
});

test("days are queried whole, in local time", () => {
  const query = listQuery("finished", { ...NO_FILTER, from: "2026-11-15", until: "2026-11-15" }, 20, null);
  const asked = new URLSearchParams(query);
  expect(Number(asked.get("from"))).toBe(new Date(2026, 10, 15).getTime());
  expect(Number(asked.get("until"))).toBe(new Date(2026, 10, 16).getTime());
  expect(listQuery("finished", { ...NO_FILTER, from: "soon" }, 20, null)).toBe("state=finished&limit=20");
});

test("pages are appended, and a refresh keeps them", async () => {
  const { games, ask } = aServer(45);
  const list = new GameList("finished", ask);
  await list.refresh();
  expect(list.games.value).toEqual(games.slice(0, 20));
  await list.loadMore();
  expect(list.games.value).toEqual(games.slice(0, 40));
  expect(list.hasMore.value).toBe(true);
  games.unshift(aGame("new"));
  await list.refresh();
  expect(list.games.value).toEqual(games.slice(0, 40));
  await list.loadMore();
  expect(list.games.value).toEqual(games);
  expect(list.hasMore.value).toBe(false);
  await list.loadMore();
  expect(list.games.value).toHaveLength(46);
});

test("a refresh keeps the games beyond the longest page, without duplicates", async () => {
  const { games, ask } = aServer(150);
  const list = new GameList("finished", ask);
  await list.refresh();
  for (let page = 0; page < 6; page += 1) await list.loadMore();
  expect(list.games.value).toHaveLength(140);
  await list.refresh();
  expect(list.games.value).toEqual(games.slice(0, 140));
  await list.loadMore();
  expect(list.games.value).toEqual(games);
});

test("a response to an earlier request is dropped", async () => {
  const answers: ((page: GamePage) => void)[] = [];
  const list = new GameList("open", () => new Promise((resolve) => answers.push(resolve)));
  const slow = list.refresh();
  const narrowed = list.setFilter({ rules: "meder" });
  answers[1]?.({ games: [aGame("meder")], next: null });
  answers[0]?.({ games: [aGame("all")], next: null });
  await Promise.all([slow, narrowed]);
  expect(list.games.value?.map((game) => game.id)).toEqual(["meder"]);
  expect(isFiltered(list.filter.value)).toBe(true);
  expect(isFiltered(NO_FILTER)).toBe(false);
});

test("a refresh does not cancel the page that the player asked for", async () => {
  const { games, ask } = aServer(45);
  const list = new GameList("finished", ask);
  await list.refresh();
  await Promise.all([list.loadMore(), list.refresh()]);
  expect(list.games.value).toEqual(games.slice(0, 40));
});

test("another page of the old filter does not cancel a new filter", async () => {
  const answers: ((page: GamePage) => void)[] = [];
  const list = new GameList("open", () => new Promise((resolve) => answers.push(resolve)));
  const first = list.refresh();
  answers[0]?.({ games: [aGame("all")], next: "all" });
  await first;
  const narrowed = list.setFilter({ rules: "meder" });
  const more = list.loadMore();
  answers[1]?.({ games: [aGame("meder")], next: null });
  answers[2]?.({ games: [aGame("more")], next: null });
  await Promise.all([narrowed, more]);
  expect(list.games.value?.map((game) => game.id)).toEqual(["meder"]);
});
