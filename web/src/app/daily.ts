// The puzzle of the day for the home screen. Its small index is fetched after the boards are drawn.
import { effect, signal, type ReadonlySignal } from "@preact/signals";
import indexAddress from "../../../content/puzzles/puzzles-index.txt?url";
import type { Core } from "../core/core";
import type { Screen } from "../place/place";
import type { DailyPuzzle } from "../wire/learn";

/** Asks for it once, when the home screen is shown. It stays null where it cannot be loaded. */
export function findDaily(core: Core, screen: ReadonlySignal<Screen>): ReadonlySignal<DailyPuzzle | null> {
  const daily = signal<DailyPuzzle | null>(null);
  let asked = false;
  effect(() => {
    if (asked || screen.value.kind !== "home") return;
    asked = true;
    afterDrawing(async () => {
      const response = await fetch(indexAddress).catch(() => null);
      if (response?.ok) daily.value = core.dailyPuzzle(await response.text());
    });
  });
  return daily;
}

/** Runs when the browser has nothing else to do. */
function afterDrawing(run: () => Promise<void>): void {
  // Not all browsers have it.
  if ("requestIdleCallback" in window) requestIdleCallback(() => void run());
  else setTimeout(() => void run(), 1000);
}
