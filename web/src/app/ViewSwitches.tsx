// Controls for view options, shared by the panels.
import type { Store } from "../board/store";
import type { ViewOptions } from "../board/view";
import { optionText } from "../text/viewOptions";

/** The options that are on or off. */
type SwitchName = "exploded" | "labels" | "debug" | "shortcuts";

export function Switch({ store, option }: { store: Store; option: SwitchName }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={store.view.value[option]}
        onChange={(event) => store.setView({ [option]: event.currentTarget.checked })}
      />
      {optionText[option]}
    </label>
  );
}

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
  /** The accessible name, where the label is too short. */
  readonly name?: string;
}

interface ChoicesProps<Key extends keyof ViewOptions> {
  readonly store: Store;
  readonly legend: string;
  readonly option: Key;
  readonly values: readonly Option<ViewOptions[Key]>[];
}

/** A row of buttons for the values of an option. */
export function Choices<Key extends keyof ViewOptions>({ store, legend, option, values }: ChoicesProps<Key>) {
  return (
    <div class="scene-tools-row">
      <span>{legend}</span>
      <div class="segmented" role="group" aria-label={legend}>
        {values.map(({ value, label, name }) => (
          <button
            key={label}
            type="button"
            aria-label={name ?? label}
            aria-pressed={store.view.value[option] === value}
            onClick={() => store.setView({ [option]: value })}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
