// The form for a new online game: rules, colour, time control, start position and access.
import { useSignal, type Signal } from "@preact/signals";
import { RULE_BOOK } from "../../state/text";
import type { Access, ColorChoice, TimeControl } from "../../wire/online";
import type { RuleBook } from "../../wire/world";
import { ClockFields } from "../dialogs/ClockFields";
import type { Page } from "../page";
import { reportError } from "./reportError";

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

export function NewOnlineGame({ page, close }: { page: Page; close: () => void }) {
  const rules = useSignal<RuleBook>("revised");
  const color = useSignal<ColorChoice>("random");
  const clock = useSignal<TimeControl>({ type: "none" });
  const fromBoard = useSignal(false);
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
    <section class="online-new" aria-label="A new game">
      <h3>A new game</h3>
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
      <ClockChoice clock={clock} />
      <label class="check">
        <input type="checkbox" checked={fromBoard.value} onChange={toggleFromBoard} /> Begin with the position on the
        board
      </label>
      <div class="dialog-answers">
        <button type="button" disabled={asking.value} onClick={() => create("lobby")}>
          Open to everyone
        </button>
        <button type="button" class="primary" disabled={asking.value} onClick={() => create("link")}>
          Play a friend by link
        </button>
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
        <legend>Clock</legend>
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
          <span>Other…</span>
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
        Counted in
        <select
          value={value.type}
          onChange={(event) =>
            (clock.value =
              event.currentTarget.value === "days"
                ? { type: "days", days: 7 }
                : { type: "realTime", initial: 600, increment: 5 })
          }
        >
          <option value="realTime">minutes for the game</option>
          <option value="days">days for a move</option>
        </select>
      </label>
      {value.type === "realTime" && (
        <ClockFields {...value} change={(changed) => (clock.value = { ...value, ...changed })} />
      )}
      {value.type === "days" && (
        <label class="field">
          Days
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
