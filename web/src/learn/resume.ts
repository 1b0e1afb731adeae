// Remembers the last place on the learn screen, so that "Learn" in the header leads back to it.
import { openStorage } from "../storage/storage";

const KEY = "trid.learn.last";
const MENU = "learn";

const storage = openStorage(() => localStorage);
let shown: string | null = null;

/** Remembers the place; null when the screen is left. */
export function stoppedAt(path: string | null): void {
  shown = path;
  if (path === null) return;
  try {
    storage.setItem(KEY, path);
  } catch {
    // Without storage the menu opens.
  }
}

/** Where to go on: the last place, or the menu if the screen is open already. */
export function resumePath(): string {
  return shown === null ? (storage.getItem(KEY) ?? MENU) : MENU;
}
