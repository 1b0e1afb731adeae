// The form for a new online game: rules, color, time control, start position and access.
import { useSignal, type Signal } from "@preact/signals";
import { RULE_BOOKS } from "../core/ruleBooks";
import { text } from "../text";
import { onlineText } from "../text/online";
import type { Access, ColorChoice, TimeControl } from "../wire/online";
import type { RuleBook } from "../wire/world";
import { ClockFields } from "../ui/ClockFields";
import type { OnlinePage } from "./page";
import { reportError } from "./reportError";
import { Button } from "../ui/Button";
import { Chips } from "../ui/Chips";

const words = onlineText.newGame;

const NO_CLOCK: TimeControl = { type: "none" };

const CLOCKS: readonly (readonly [TimeControl | "custom", string])[] = [
  [NO_CLOCK, words.noClock],
  [{ type: "realTime", initial: 300, increment: 3 }, words.realTime(5, 3)],
  [{ type: "realTime", initial: 900, increment: 10 }, words.realTime(15, 10)],
  [{ type: "realTime", initial: 1800, increment: 20 }, words.realTime(30, 20)],
  [{ type: "days", days: 1 }, words.days(1)],
  [{ type: "days", days: 3 }, words.days(3)],
  ["custom", text.games.customClock],
];

const COLORS: readonly (readonly [ColorChoice, string])[] = [
  ["random", words.random],
  ["white", text.game.side.white],
  ["black", text.game.side.black],
];

const BOOKS = RULE_BOOKS.map((book) => [book, text.game.ruleBook[book]] as const);

export function NewOnlineGame({ page, close }: { page: OnlinePage; close: () => void }) {
  // From the editor, a game starts with the edited position.
  const edited = page.screen.peek().kind === "editor";
  const rules = useSignal<RuleBook>(edited ? page.session.store.snapshot.peek().rules : "revised");
  const color = useSignal<ColorChoice>("random");
  const clock = useSignal(NO_CLOCK);
  const fromBoard = useSignal(edited);
  const asking = useSignal(false);
  const create = (access: Access): void => {
    const start = fromBoard.value ? page.session.store.snapshot.value.tfen : null;
    const game = { rules: rules.value, start, color: color.value, access, clock: clock.value };
    asking.value = true;
    void page.online.create(game).then((created) => {
      asking.value = false;
      if (!created) return;
      close();
      reportError(page, Promise.resolve(page.online.error.peek()));
    });
  };
  const toggleFromBoard = (): void => {
    fromBoard.value = !fromBoard.value;
    // A position is valid only under its rule book.
    if (fromBoard.value) rules.value = page.session.store.snapshot.value.rules;
  };
  return (
    <section class="online-new" aria-label={words.title}>
      <h3>{words.title}</h3>
      <Chips
        legend={words.rules}
        name="online-book"
        chosen={rules.value}
        choices={BOOKS}
        choose={(book) => (rules.value = book)}
      />
      <Chips
        legend={words.side}
        name="online-color"
        chosen={color.value}
        choices={COLORS}
        choose={(next) => (color.value = next)}
      />
      <ClockChoice clock={clock} />
      <label class="check">
        <input type="checkbox" checked={fromBoard.value} onChange={toggleFromBoard} /> {words.fromBoard}
      </label>
      <div class="dialog-answers">
        <Button disabled={asking.value} label={words.openToAll} onClick={() => create("lobby")} />
        <Button class="primary" disabled={asking.value} label={words.byLink} onClick={() => create("link")} />
      </div>
    </section>
  );
}

function ClockChoice({ clock }: { clock: Signal<TimeControl> }) {
  const custom = useSignal(false);
  const choose = (chosen: TimeControl | "custom"): void => {
    custom.value = chosen === "custom";
    clock.value = chosen === "custom" ? { type: "realTime", initial: 600, increment: 5 } : chosen;
  };
  return (
    <>
      <Chips
        legend={words.clock}
        name="online-clock"
        chosen={custom.value ? "custom" : clock.value}
        choices={CLOCKS}
        choose={choose}
      />
      {custom.value && <CustomClock clock={clock} />}
    </>
  );
}

/** A custom time control. The server checks the limits. */
function CustomClock({ clock }: { clock: Signal<TimeControl> }) {
  const { value } = clock;
  return (
    <div class="own-clock">
      <label class="field">
        {words.unit}
        <select
          value={value.type}
          onChange={(event) =>
            (clock.value =
              event.currentTarget.value === "days"
                ? { type: "days", days: 7 }
                : { type: "realTime", initial: 600, increment: 5 })
          }
        >
          <option value="realTime">{words.perGame}</option>
          <option value="days">{words.perMove}</option>
        </select>
      </label>
      {value.type === "realTime" && (
        <ClockFields {...value} change={(changed) => (clock.value = { ...value, ...changed })} />
      )}
      {value.type === "days" && (
        <label class="field">
          {words.daysField}
          <input
            type="number"
            min={1}
            max={14}
            value={value.days}
            onChange={(event) => (clock.value = { type: "days", days: Math.round(Number(event.currentTarget.value)) })}
          />
        </label>
      )}
    </div>
  );
}
