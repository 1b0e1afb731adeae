// A new game: rule book, clock, and where it starts.
import { useSignal } from "@preact/signals";
import type { ClockSettings } from "../../source/clock";
import { RULE_BOOK } from "../../state/words";
import type { RuleBook } from "../../wire/world";
import { leaveGame, type Page } from "../page";
import { Dialog } from "./Dialog";

const BOOKS: readonly { book: RuleBook; text: string }[] = [
  { book: "revised", text: "Boards may turn, and need a clear shaft of air to land in." },
  { book: "meder", text: "Jens Meder’s tournament rules, which most players know." },
];

const CLOCKS: readonly { label: string; clock: ClockSettings | null }[] = [
  { label: "None", clock: null },
  { label: "5 + 3", clock: minutes(5, 3) },
  { label: "15 + 10", clock: minutes(15, 10) },
  { label: "30 + 20", clock: minutes(30, 20) },
  { label: "90 + 30", clock: minutes(90, 30) },
];

export function NewGameDialog({ page, close }: { page: Page; close: () => void }) {
  const { table } = page;
  const book = useSignal<RuleBook>(table.store.snapshot.value.rules);
  const clock = useSignal<ClockSettings | null>(null);
  const start = (): void => {
    close();
    leaveGame(page, "A new game", () => {
      table.startNew({ rules: book.value, tfen: null, clock: clock.value, opponent: null });
    });
  };
  return (
    <Dialog title="New game" close={close}>
      <fieldset class="cards">
        <legend>Rules</legend>
        {BOOKS.map(({ book: each, text }) => (
          <label key={each} class="card">
            <input type="radio" name="book" checked={book.value === each} onChange={() => (book.value = each)} />
            <span>
              <b>{RULE_BOOK[each]}</b>
              {text}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>Clock (minutes + seconds a move)</legend>
        {CLOCKS.map(({ label, clock: each }) => (
          <label key={label} class="chip">
            <input type="radio" name="clock" checked={clock.value === each} onChange={() => (clock.value = each)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div class="dialog-answers">
        <button type="button" class="primary" onClick={start}>
          Start the game
        </button>
      </div>
    </Dialog>
  );
}

function minutes(initial: number, increment: number): ClockSettings {
  return { initial: initial * 60_000, increment: increment * 1000 };
}
