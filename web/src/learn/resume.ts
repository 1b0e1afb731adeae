// Remembers the last place on the learn screen, so that "Learn" in the header leads back to it.
import { formatPlace, LESSONS, parsePlace, screenOf, type Screen } from "../place/place";
import { openStorage, tryStore } from "../storage/storage";

const KEY = "trid.learn.last";

const storage = openStorage(() => localStorage);
let shown: Screen | null = null;

/** Remembers the place; null when the screen is left. */
export function stoppedAt(place: Screen | null): void {
  shown = place;
  if (place !== null) tryStore(storage, KEY, formatPlace(place));
}

/** Where to go on: the last place, or the menu if the screen is open already. */
export function placeToResume(): Screen {
  const last = shown === null ? parsePlace(storage.getItem(KEY) ?? "", LESSONS) : null;
  return last === null || last.kind === "home" ? LESSONS : screenOf(last);
}
