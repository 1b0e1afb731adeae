// The computer's strength, which players see as its level: a slider with the name of the chosen one.
import type { Signal } from "@preact/signals";
import { dialogText } from "../text/dialogs";

const words = dialogText.newGame;

export function StrengthField({ strength }: { strength: Signal<number> }) {
  return (
    <label class="field">
      <span>{words.level(strength.value, words.levels[strength.value - 1] ?? "")}</span>
      <input
        type="range"
        min={1}
        max={10}
        value={strength}
        onInput={(event) => (strength.value = event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
