// The lists of games on the server: own games, lobby, live and finished, with filters and paging.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { isFiltered, LIST_KINDS, NO_FILTER, type GameList, type ListFilter, type ListKind } from "./gameLists";
import { waitsForMe } from "./onlineTurns";
import { onlineText } from "../text/online";
import type { GameSummary } from "../wire/online";
import type { OnlinePage } from "./page";
import { reportError } from "./reportError";
import { namesText, summaryText } from "./text";
import { Button } from "../ui/Button";

const words = onlineText.lists;

const REFRESH_EVERY = 4000;

export function GameLists({ page, close }: { page: OnlinePage; close: () => void }) {
  const { lists, me } = page.online;
  const chosen = useSignal<ListKind>("open");
  useEffect(() => {
    for (const kind of LIST_KINDS) void lists[kind].refresh();
    void lists.mine.refresh().then(() => {
      if (lists.mine.games.peek()?.some((game) => game.state !== "finished")) chosen.value = "mine";
    });
    const timer = setInterval(() => void lists[chosen.peek()].refresh(), REFRESH_EVERY);
    return () => clearInterval(timer);
  }, [lists, chosen]);
  const waiting = lists.mine.games.value?.filter((game) => waitsForMe(game, me.value)).length ?? 0;
  const open = (game: GameSummary): void => {
    close();
    page.go({ kind: "online", id: game.id });
  };
  const join = (game: GameSummary): void => {
    void page.online.join(game.id).then((joined) => {
      if (!joined) return void lists.open.refresh();
      close();
      reportError(page, Promise.resolve(page.online.error.peek()));
    });
  };
  return (
    <section class="online-lists" aria-label={words.label}>
      <div class="tabs" role="tablist" aria-label={words.label}>
        {LIST_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            role="tab"
            id={`tab-${kind}`}
            aria-selected={chosen.value === kind}
            aria-controls="online-list"
            onClick={() => {
              chosen.value = kind;
              void lists[kind].refresh();
            }}
          >
            {words.titles[kind]}
            {kind === "mine" && waiting > 0 && (
              <span class="count" aria-label={words.yourTurnIn(waiting)}>
                {waiting}
              </span>
            )}
          </button>
        ))}
      </div>
      <div id="online-list" class="online-list" role="tabpanel" aria-labelledby={`tab-${chosen.value}`}>
        <Filter key={chosen.value} list={lists[chosen.value]} />
        <Games page={page} list={lists[chosen.value]} open={open} join={join} />
      </div>
    </section>
  );
}

interface GamesProps {
  page: OnlinePage;
  list: GameList;
  open: (game: GameSummary) => void;
  join: (game: GameSummary) => void;
}

function Games({ page, list, open, join }: GamesProps) {
  const games = list.games.value;
  const me = page.online.me.value;
  if (games === null) return <p class="empty">{page.online.listError.value ? words.retrying : words.loading}</p>;
  if (games.length === 0) {
    if (!isFiltered(list.filter.value)) return <p class="empty">{words.empty[list.kind]}</p>;
    return (
      <p class="empty">
        {words.noMatch} <Button class="small" label={words.showAll} onClick={() => void list.setFilter(NO_FILTER)} />
      </p>
    );
  }
  return (
    <>
      <ul class="games">
        {games.map((game) => {
          const canJoin = game.state === "open" && game.by.id !== me?.id;
          return (
            <li key={game.id} class="game" data-game={game.id}>
              <span class="game-open">
                <b>
                  {namesText(game, me)} {waitsForMe(game, me) && <span class="your-turn">{words.yourTurn}</span>}
                </b>
                <small>{summaryText(game, me)}</small>
              </span>
              <Button
                label={canJoin ? words.join : game.state === "live" && list.kind === "live" ? words.watch : words.open}
                onClick={() => (canJoin ? join(game) : open(game))}
              />
            </li>
          );
        })}
      </ul>
      {list.hasMore.value && <Button class="more" label={words.more} onClick={() => void list.loadMore()} />}
    </>
  );
}

function Filter({ list }: { list: GameList }) {
  const filter = list.filter.value;
  const shown = useSignal(isFiltered(filter));
  const setFilter = (part: Partial<ListFilter>): void => void list.setFilter(part);
  return (
    <details class="filter" open={shown.value} onToggle={(event) => (shown.value = event.currentTarget.open)}>
      <summary>{words.filter(isFiltered(filter))}</summary>
      <div class="filter-fields">
        <label class="field">
          {words.rules}
          <select
            value={filter.rules ?? ""}
            onChange={(event) => setFilter({ rules: (event.currentTarget.value || null) as ListFilter["rules"] })}
          >
            <option value="">{words.any}</option>
            <option value="revised">{words.revised}</option>
            <option value="meder">{words.meder}</option>
          </select>
        </label>
        <label class="field">
          {words.clock}
          <select
            value={filter.clock ?? ""}
            onChange={(event) => setFilter({ clock: (event.currentTarget.value || null) as ListFilter["clock"] })}
          >
            <option value="">{words.any}</option>
            <option value="none">{words.clockNone}</option>
            <option value="realTime">{words.clockMinutes}</option>
            <option value="days">{words.clockDays}</option>
          </select>
        </label>
        {(list.kind === "finished" || list.kind === "mine") && (
          <label class="field">
            {words.result}
            <select
              value={filter.result ?? ""}
              onChange={(event) => setFilter({ result: (event.currentTarget.value || null) as ListFilter["result"] })}
            >
              <option value="">{words.any}</option>
              <option value="1-0">1–0</option>
              <option value="0-1">0–1</option>
              <option value="1/2-1/2">½–½</option>
              <option value="*">{words.resultNone}</option>
            </select>
          </label>
        )}
        <label class="field">
          {list.kind === "mine" ? words.opponent : words.player}
          <input
            type="text"
            maxLength={40}
            placeholder={words.namePrefix}
            value={filter.name}
            onInput={(event) => setFilter({ name: event.currentTarget.value })}
          />
        </label>
        {list.kind !== "open" && (
          <>
            <label class="field">
              {words.from}
              <input
                type="date"
                value={filter.from}
                onChange={(event) => setFilter({ from: event.currentTarget.value })}
              />
            </label>
            <label class="field">
              {words.until}
              <input
                type="date"
                value={filter.until}
                onChange={(event) => setFilter({ until: event.currentTarget.value })}
              />
            </label>
          </>
        )}
      </div>
    </details>
  );
}
