// A named row of buttons of which one is chosen.

interface SegmentedProps<Value> {
  legend: string;
  values: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  choose: (value: Value) => void;
}

export function Segmented<Value extends string>({ legend, values, value, choose }: SegmentedProps<Value>) {
  return (
    <div class="tools-row">
      <span>{legend}</span>
      <div class="segmented" role="group" aria-label={legend}>
        {values.map((each) => (
          <button key={each.value} type="button" aria-pressed={each.value === value} onClick={() => choose(each.value)}>
            {each.label}
          </button>
        ))}
      </div>
    </div>
  );
}
