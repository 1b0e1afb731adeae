// A named row of buttons of which one is chosen.

export interface Segment<Value> {
  readonly value: Value;
  readonly label: string;
}

export interface SegmentedProps<Value> {
  readonly label: string;
  readonly segments: readonly Segment<Value>[];
  readonly value: Value;
  readonly choose: (value: Value) => void;
}

export function Segmented<Value>({ label, segments, value, choose }: SegmentedProps<Value>) {
  return (
    <div class="segmented" role="group" aria-label={label}>
      {segments.map((each) => (
        <button key={each.label} type="button" aria-pressed={each.value === value} onClick={() => choose(each.value)}>
          {each.label}
        </button>
      ))}
    </div>
  );
}

/** The row with its name in front. */
export function SegmentedRow<Value>(props: SegmentedProps<Value>) {
  return (
    <div class="tools-row">
      <span>{props.label}</span>
      <Segmented {...props} />
    </div>
  );
}
