// A new game: opponent, rule book, clock.
import { useSignal, type Signal } from "@preact/signals";
import type { LocalTimeControl } from "../../source/clock";
import { RULE_BOOK } from "../../state/text";
import type { Color } from "../../wire/snapshot";
import type { RuleBook } from "../../wire/world";
import { confirmLeaveGame, type Page } from "../page";
import { Dialog } from "./Dialog";

const BOOKS: readonly { book: RuleBook; text: string }[] = [
  { book: "revised", text: "Boards may turn, and need a clear shaft of air to land in." },
  { book: "meder", text: "Jens Meder’s tournament rules, which most players know." },
];

/** Strengths 1 to 10 in words, at about equal distances. */
const STRENGTHS: readonly string[] = [
  "a beginner, for a first game",
  "a beginner who overlooks less",
  "a learner",
  "a casual player",
  "an attentive player",
  "a regular player",
  "a club player",
  "a strong club player",
  "hard for anyone",
  "full strength",
];

const CLOCKS: readonly { label: string; clock: LocalTimeControl | null }[] = [
  { label: "None", clock: null },
  { label: "5 + 3", clock: minutes(5, 3) },
  { label: "15 + 10", clock: minutes(15, 10) },
  { label: "30 + 20", clock: minutes(30, 20) },
  { label: "90 + 30", clock: minutes(90, 30) },
];

export function NewGameDialog({ page, close }: { page: Page; close: () => void }) {
  const { session } = page;
  const book = useSignal<RuleBook>(session.store.snapshot.value.rules);
  const clock = useSignal<LocalTimeControl | null>(null);
  const against = useSignal<"person" | "computer">(session.info.value.opponent ? "computer" : "person");
  const strength = useSignal(session.info.value.opponent?.strength ?? 3);
  const side = useSignal<Color | "random">("white");
  const start = (): void => {
    const mine = side.value === "random" ? (Math.random() < 0.5 ? "white" : "black") : side.value;
    const plays: Color = mine === "white" ? "black" : "white";
    const opponent = against.value === "computer" ? { strength: strength.value, plays } : null;
    close();
    confirmLeaveGame(page, "A new game", () => {
      if (!session.startNew({ rules: book.value, tfen: null, clock: clock.value, opponent })) return;
      if (opponent) session.store.setView({ bottom: mine, preset: mine });
    });
  };
  return (
    <Dialog title="New game" close={close}>
      <Chips
        legend="Opponent"
        name="against"
        chosen={against}
        choices={[
          ["person", "Two at one screen"],
          ["computer", "The computer"],
        ]}
      />
      {against.value === "computer" && (
        <>
          <label class="field">
            <span>
              Level <b>{strength}</b> of 10: {STRENGTHS[strength.value - 1]}
            </span>
            <input
              type="range"
              min={1}
              max={10}
              value={strength}
              onInput={(event) => (strength.value = event.currentTarget.valueAsNumber)}
            />
          </label>
          <Chips
            legend="You play"
            name="side"
            chosen={side}
            choices={[
              ["white", "White"],
              ["black", "Black"],
              ["random", "Either"],
            ]}
          />
        </>
      )}
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

interface ChipsProps<Value extends string> {
  legend: string;
  name: string;
  chosen: Signal<Value>;
  choices: readonly (readonly [Value, string])[];
}

function Chips<Value extends string>({ legend, name, chosen, choices }: ChipsProps<Value>) {
  return (
    <fieldset class="chips">
      <legend>{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value} class="chip">
          <input type="radio" name={name} checked={chosen.value === value} onChange={() => (chosen.value = value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function minutes(initial: number, increment: number): LocalTimeControl {
  return { initial: initial * 60_000, increment: increment * 1000 };
}
