// Fields for a time control: minutes for the game and seconds for each move.
import { text } from "../text";

interface ClockFieldsProps {
  /** Both in seconds. */
  initial: number;
  increment: number;
  change: (clock: { initial: number; increment: number }) => void;
}

export function ClockFields({ initial, increment, change }: ClockFieldsProps) {
  const whole = (event: Event): number => Math.round(Number((event.currentTarget as HTMLInputElement).value));
  return (
    <>
      <label class="field">
        {text.games.minutes}
        <input
          type="number"
          required
          min={1}
          max={180}
          value={initial / 60}
          onChange={(event) => change({ initial: whole(event) * 60, increment })}
        />
      </label>
      <label class="field">
        {text.games.increment}
        <input
          type="number"
          required
          min={0}
          max={180}
          value={increment}
          onChange={(event) => change({ initial, increment: whole(event) })}
        />
      </label>
    </>
  );
}
