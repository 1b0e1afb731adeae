// A side's clock, counting down while it runs.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { remaining, type Clocks } from "../core/clock";
import { clockText } from "../board/statusText";
import { text } from "../text";
import type { Color } from "../wire/snapshot";

export function Clock({ clocks, color }: { clocks: Clocks; color: Color }) {
  const left = useSignal(remaining(clocks, color, performance.now()));
  useEffect(() => {
    const show = (): void => {
      left.value = remaining(clocks, color, performance.now());
    };
    show();
    if (clocks.running !== color) return;
    const timer = setInterval(show, 100);
    return () => clearInterval(timer);
  }, [clocks, color, left]);
  const classes = ["clock", clocks.running === color && "running", left.value < 20_000 && "low"];
  return (
    <span class={classes.filter(Boolean).join(" ")} role="timer" aria-label={text.game.clockOf(color)}>
      {clockText(left.value)}
    </span>
  );
}
