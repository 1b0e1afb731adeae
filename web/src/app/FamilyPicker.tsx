// Chooses the family of the set by its picture.
import { useId } from "preact/hooks";
import "../styles/families.css";
import type { Store } from "../board/store";
import { FAMILY_NAMES } from "../board/view";
import { optionText } from "../text/viewOptions";

const PICTURES = import.meta.glob<string>("../assets/family-*.webp", {
  eager: true,
  query: "?url",
  import: "default",
});

export function FamilyPicker({ store }: { store: Store }) {
  const group = useId();
  return (
    <fieldset class="families">
      <legend>{optionText.family}</legend>
      {FAMILY_NAMES.map((family) => (
        <label key={family}>
          <input
            type="radio"
            name={group}
            checked={store.view.value.family === family}
            onChange={() => store.setView({ family })}
          />
          <img src={PICTURES[`../assets/family-${family}.webp`]} alt="" width="160" height="120" />
          <span>{optionText.families[family]}</span>
        </label>
      ))}
    </fieldset>
  );
}
