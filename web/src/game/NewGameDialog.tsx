// A new game: opponent, names, rule book, clock.
import { useSignal, type Signal } from "@preact/signals";
import type { NewGameOpponent } from "../place/place";
import type { LocalTimeControl } from "../core/clock";
import { opponent as otherSide } from "../board/choice";
import { RULE_BOOKS } from "../core/ruleBooks";
import type { GameSettings } from "../core/gameSettings";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import type { Color } from "../wire/snapshot";
import type { RuleBook } from "../wire/world";
import type { PlayPage } from "./page";
import { StrengthField } from "../ui/StrengthField";
import { ClockFields } from "../ui/ClockFields";
import { Dialog } from "../ui/Dialog";
import { Button } from "../ui/Button";
import { Chips } from "../ui/Chips";

const words = dialogText.newGame;

const CLOCKS: readonly (readonly [LocalTimeControl | "custom" | null, string])[] = [
  [null, words.noClock],
  [minutes(5, 3), "5 + 3"],
  [minutes(15, 10), "15 + 10"],
  [minutes(30, 20), "30 + 20"],
  [minutes(90, 30), "90 + 30"],
  ["custom", text.games.customClock],
];

const MAX_NAME_LENGTH = 40;

interface NewGameProps {
  page: PlayPage;
  /** The opponent that is offered first; null for that of the last game. */
  opponent: NewGameOpponent | null;
  close: () => void;
}

export function NewGameDialog({ page, opponent, close }: NewGameProps) {
  const { session } = page;
  const { opponent: before, players } = session.info.value;
  const book = useSignal<RuleBook>(session.store.snapshot.value.rules);
  const clock = useSignal<LocalTimeControl | null>(null);
  const against = useSignal<NewGameOpponent>(opponent ?? (before ? "computer" : "person"));
  const strength = useSignal(before?.strength ?? 3);
  const side = useSignal<Color | "random">("white");
  const white = useSignal(before ? "" : players.white);
  const black = useSignal(before ? "" : players.black);
  const mine = useSignal(before ? players[otherSide(before.plays)] : (page.online.me.value?.name ?? ""));
  const settings = (): GameSettings => {
    const common = { rules: book.value, tfen: null, clock: clock.value };
    if (against.value === "person") {
      return { ...common, opponent: null, players: { white: white.value.trim(), black: black.value.trim() } };
    }
    const color = side.value === "random" ? (Math.random() < 0.5 ? "white" : "black") : side.value;
    const name = mine.value.trim();
    return {
      ...common,
      opponent: { strength: strength.value, plays: otherSide(color) },
      players: { white: name, black: name },
    };
  };
  const start = (event: Event): void => {
    event.preventDefault();
    const game = settings();
    close();
    page.startGame(game);
  };
  return (
    <Dialog title={words.title} close={close}>
      <form onSubmit={start}>
        <Chips
          legend={words.opponent}
          name="against"
          chosen={against.value}
          choose={(next) => (against.value = next)}
          choices={[
            ["person", words.person],
            ["computer", words.computer],
          ]}
        />
        {against.value === "person" && (
          <div class="field-pair">
            <NameField label={text.game.side.white} name={white} />
            <NameField label={text.game.side.black} name={black} />
          </div>
        )}
        {against.value === "computer" && (
          <>
            <StrengthField strength={strength} />
            <Chips
              legend={words.side}
              name="side"
              chosen={side.value}
              choose={(next) => (side.value = next)}
              choices={[
                ["white", text.game.side.white],
                ["black", text.game.side.black],
                ["random", words.random],
              ]}
            />
            <NameField label={text.games.yourName} name={mine} />
          </>
        )}
        <RuleBookChoice book={book} />
        <ClockChoice clock={clock} />
        <div class="dialog-answers">
          <Button label={words.setUp} onClick={() => page.go({ kind: "editor", text: null })} />
          <button type="submit" class="primary">
            {words.start}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function RuleBookChoice({ book }: { book: Signal<RuleBook> }) {
  return (
    <fieldset class="cards">
      <legend>{words.rules}</legend>
      {RULE_BOOKS.map((each) => (
        <label key={each} class="card">
          <input type="radio" name="book" checked={book.value === each} onChange={() => (book.value = each)} />
          <span>
            <b>{text.game.ruleBook[each]}</b>
            {words[each]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function NameField({ label, name }: { label: string; name: Signal<string> }) {
  return (
    <label class="field">
      {label}
      <input
        type="text"
        maxLength={MAX_NAME_LENGTH}
        placeholder={text.games.namePlaceholder}
        autocomplete="off"
        dir="auto"
        value={name}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
    </label>
  );
}

function ClockChoice({ clock }: { clock: Signal<LocalTimeControl | null> }) {
  const custom = useSignal(false);
  const { value } = clock;
  const choose = (chosen: LocalTimeControl | "custom" | null): void => {
    custom.value = chosen === "custom";
    clock.value = chosen === "custom" ? minutes(10, 5) : chosen;
  };
  return (
    <>
      <Chips
        legend={words.clock}
        name="clock"
        chosen={custom.value ? "custom" : value}
        choices={CLOCKS}
        choose={choose}
      />
      {custom.value && value && (
        <div class="field-pair">
          <ClockFields
            initial={value.initial / 1000}
            increment={value.increment / 1000}
            change={({ initial, increment }) =>
              (clock.value = { initial: initial * 1000, increment: increment * 1000 })
            }
          />
        </div>
      )}
    </>
  );
}

function minutes(initial: number, increment: number): LocalTimeControl {
  return { initial: initial * 60_000, increment: increment * 1000 };
}
