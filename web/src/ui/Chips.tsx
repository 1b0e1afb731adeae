// A choice of one of several values.

interface ChipsProps<Value> {
  legend: string;
  name: string;
  chosen: Value;
  choices: readonly (readonly [Value, string])[];
  choose: (value: Value) => void;
}

export function Chips<Value extends string | object | null>({
  legend,
  name,
  chosen,
  choices,
  choose,
}: ChipsProps<Value>) {
  return (
    <fieldset class="chips">
      <legend>{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={label} class="chip">
          <input type="radio" name={name} checked={value === chosen} onChange={() => choose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
