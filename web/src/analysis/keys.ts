/**
 * The keys of the analysis screen. A part registers its keys while it is mounted:
 *
 *     useEffect(() => registerKeys([{ keys: ["l"], label: words.engine, run: toggle }]), []);
 *
 * They work unless the person is typing, a dialog is open, or single keys are switched off in View. Arrow keys do not
 * work while a square has the focus, because they move between squares there.
 */
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Page } from "../ui/page";

export interface KeyBinding {
  /** `KeyboardEvent.key` values; a prefix `Shift+` for keys other than letters and signs. */
  readonly keys: readonly string[];
  /** What it does, for the list of keys. */
  readonly label: string;
  /** Runs it; false if it does nothing now, so that the key keeps its usual meaning. */
  readonly run: () => boolean;
}

const registered = signal<readonly KeyBinding[]>([]);

/** All keys that work now, for the list. */
export const keyBindings: ReadonlySignal<readonly KeyBinding[]> = registered;

/** Adds keys; the result removes them. Later ones come first. */
export function registerKeys(bindings: readonly KeyBinding[]): () => void {
  registered.value = [...registered.peek(), ...bindings];
  return () => {
    registered.value = registered.peek().filter((each) => !bindings.includes(each));
  };
}

/** Handles the keys while a study is open. */
export function mountKeys(page: Page): () => void {
  const handle = (event: KeyboardEvent): void => {
    if (!mayUse(page, event)) return;
    const name = event.shiftKey && event.key.length > 1 ? `Shift+${event.key}` : event.key;
    if (event.key.startsWith("Arrow") && isOn(event, "[data-square]")) return;
    const found = registered.peek().filter(({ keys }) => keys.includes(name));
    if (!found.reverse().some(({ run }) => run())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  // Before the keys of the whole page.
  window.addEventListener("keydown", handle, { capture: true });
  return () => window.removeEventListener("keydown", handle, { capture: true });
}

function mayUse({ session }: Page, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || !session.store.view.peek().shortcuts) return false;
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open], [role=menu]") !== null)
    return false;
  return !isOn(event, "input, textarea, select, [contenteditable]");
}

function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
