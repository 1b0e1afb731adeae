// The start page for games between people: a new one, my own, the lobby, what is being played and what was.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { RULE_BOOK } from "../../state/words";
import type { Access, ColorChoice, GameSummary, TimeControl } from "../../wire/online";
import type { RuleBook } from "../../wire/world";
import { Dialog } from "../dialogs/Dialog";
import { openGame, type Page } from "../page";
import { nameOf, summaryText } from "./words";

const CLOCKS: readonly { label: string; clock: TimeControl }[] = [
  { label: "None", clock: { type: "none" } },
  { label: "5 min + 3 s", clock: { type: "realTime", initial: 300, increment: 3 } },
  { label: "15 min + 10 s", clock: { type: "realTime", initial: 900, increment: 10 } },
  { label: "30 min + 20 s", clock: { type: "realTime", initial: 1800, increment: 20 } },
  { label: "1 day a move", clock: { type: "days", days: 1 } },
  { label: "3 days a move", clock: { type: "days", days: 3 } },
];

const COLORS: readonly { label: string; color: ColorChoice }[] = [
  { label: "Random", color: "random" },
  { label: "White", color: "white" },
  { label: "Black", color: "black" },
];

const REFRESH_EVERY = 4000;

export function OnlineDialog({ page, close }: { page: Page; close: () => void }) {
  const { online } = page;
  useEffect(() => {
    void online.refresh();
    const timer = setInterval(() => void online.refresh(), REFRESH_EVERY);
    return () => clearInterval(timer);
  }, [online]);
  const lists = online.lists.value;
  const refused = online.refusal.value;
  const open = (game: GameSummary): void => {
    close();
    void openGame(page, game.id);
  };
  const join = (game: GameSummary): void => {
    void online.join(game.id).then((joined) => {
      if (joined) close();
      else void online.refresh();
    });
  };
  return (
    <Dialog title="Play online" close={close}>
      {refused && <p class="said said-error">{refused.message}.</p>}
      <Name page={page} />
      <NewOnline page={page} close={close} />
      {lists && (
        <>
          <List title="My games" games={lists.mine} empty="You have no games yet." label="Open" act={open} />
          <List title="Waiting for an opponent" games={lists.open} empty="Nobody waits." label="Play" act={join} />
          <List title="Being played" games={lists.live} empty="No game can be watched." label="Watch" act={open} />
          <List title="Finished" games={lists.finished} empty="None yet." label="Look" act={open} />
        </>
      )}
    </Dialog>
  );
}

function Name({ page }: { page: Page }) {
  const { me } = page.online;
  const rename = (event: Event): void => {
    const field = event.currentTarget as HTMLInputElement;
    if (field.value.trim() !== me.value?.name) void page.online.rename(field.value.trim());
  };
  return (
    <label class="field">
      Your name, as others see it
      <input type="text" maxLength={40} placeholder="Anonymous" value={me.value?.name ?? ""} onChange={rename} />
    </label>
  );
}

function NewOnline({ page, close }: { page: Page; close: () => void }) {
  const rules = useSignal<RuleBook>("revised");
  const color = useSignal<ColorChoice>("random");
  const clock = useSignal<TimeControl>({ type: "none" });
  const here = useSignal(false);
  const create = (access: Access): void => {
    const start = here.value ? page.table.store.snapshot.value.tfen : null;
    const wish = { rules: rules.value, start, color: color.value, access, clock: clock.value };
    void page.online.create(wish).then((created) => created && close());
  };
  return (
    <div class="online-new">
      <fieldset class="chips">
        <legend>Rules</legend>
        {(["revised", "meder"] as const).map((book) => (
          <label key={book} class="chip">
            <input
              type="radio"
              name="online-book"
              checked={rules.value === book}
              onChange={() => (rules.value = book)}
            />
            <span>{RULE_BOOK[book]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>You play</legend>
        {COLORS.map((each) => (
          <label key={each.color} class="chip">
            <input
              type="radio"
              name="online-color"
              checked={color.value === each.color}
              onChange={() => (color.value = each.color)}
            />
            <span>{each.label}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>Clock</legend>
        {CLOCKS.map((each) => (
          <label key={each.label} class="chip">
            <input
              type="radio"
              name="online-clock"
              checked={JSON.stringify(clock.value) === JSON.stringify(each.clock)}
              onChange={() => (clock.value = each.clock)}
            />
            <span>{each.label}</span>
          </label>
        ))}
      </fieldset>
      <label class="online-here">
        <input type="checkbox" checked={here.value} onChange={() => (here.value = !here.value)} /> Begin with the
        position on the board
      </label>
      <div class="dialog-answers">
        <button type="button" onClick={() => create("lobby")}>
          Open to everyone
        </button>
        <button type="button" class="primary" onClick={() => create("link")}>
          Play a friend by link
        </button>
      </div>
    </div>
  );
}

interface ListProps {
  title: string;
  games: readonly GameSummary[];
  empty: string;
  label: string;
  act: (game: GameSummary) => void;
}

function List({ title, games, empty, label, act }: ListProps) {
  return (
    <section class="online-list" aria-label={title}>
      <h3>{title}</h3>
      {games.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <ul class="games">
          {games.map((game) => (
            <li key={game.id} class="game" data-game={game.id}>
              <span class="game-open">
                <b>{game.state === "open" ? nameOf(game.by) : `${nameOf(game.white)} – ${nameOf(game.black)}`}</b>
                <small>{summaryText(game)}</small>
              </span>
              <button type="button" onClick={() => act(game)}>
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
