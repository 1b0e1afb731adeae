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

const words = onlineText.newGame;

const CLOCKS: readonly { label: string; clock: TimeControl }[] = [
  { label: words.noClock, clock: { type: "none" } },
  { label: words.realTime(5, 3), clock: { type: "realTime", initial: 300, increment: 3 } },
  { label: words.realTime(15, 10), clock: { type: "realTime", initial: 900, increment: 10 } },
  { label: words.realTime(30, 20), clock: { type: "realTime", initial: 1800, increment: 20 } },
  { label: words.days(1), clock: { type: "days", days: 1 } },
  { label: words.days(3), clock: { type: "days", days: 3 } },
];

const COLORS: readonly { label: string; color: ColorChoice }[] = [
  { label: words.random, color: "random" },
  { label: text.game.side.white, color: "white" },
  { label: text.game.side.black, color: "black" },
];

export function NewOnlineGame({ page, close }: { page: OnlinePage; close: () => void }) {
  // From the editor, a game starts with the edited position.
  const edited = page.screen.peek().kind === "editor";
  const rules = useSignal<RuleBook>(edited ? page.session.store.snapshot.peek().rules : "revised");
  const color = useSignal<ColorChoice>("random");
  const clock = useSignal<TimeControl>({ type: "none" });
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
      <fieldset class="chips">
        <legend>{words.rules}</legend>
        {RULE_BOOKS.map((book) => (
          <label key={book} class="chip">
            <input
              type="radio"
              name="online-book"
              checked={rules.value === book}
              onChange={() => (rules.value = book)}
            />
            <span>{text.game.ruleBook[book]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>{words.side}</legend>
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
  const choose = (chosen: TimeControl): void => {
    custom.value = false;
    clock.value = chosen;
  };
  const chooseCustom = (): void => {
    custom.value = true;
    clock.value = { type: "realTime", initial: 600, increment: 5 };
  };
  const isChosen = (each: TimeControl): boolean =>
    !custom.value && JSON.stringify(clock.value) === JSON.stringify(each);
  return (
    <>
      <fieldset class="chips">
        <legend>{words.clock}</legend>
        {CLOCKS.map((each) => (
          <label key={each.label} class="chip">
            <input
              type="radio"
              name="online-clock"
              checked={isChosen(each.clock)}
              onChange={() => choose(each.clock)}
            />
            <span>{each.label}</span>
          </label>
        ))}
        <label class="chip">
          <input type="radio" name="online-clock" checked={custom.value} onChange={chooseCustom} />
          <span>{text.games.customClock}</span>
        </label>
      </fieldset>
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
