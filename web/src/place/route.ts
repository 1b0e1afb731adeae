// The place on screen, and the browser's address, which is its text. The Back and Forward buttons, links and edited
// addresses go to another place; `go` writes the address.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import { formatPlace, HOME, parsePlace, screenOf, type Place, type Screen } from "./place";

/** Marks history entries that the page has added, so that it may go back from them. `start.ts` sets it too. */
interface EntryState {
  readonly pushed: boolean;
}

export class Route {
  readonly place: ReadonlySignal<Place>;
  /** The place without its dialog. */
  readonly screen: ReadonlySignal<Screen>;
  readonly #place;
  /** The place to write once the browser has gone back from a dialog. */
  #next: Place | null = null;

  /** Starts where the address says; `usual` is the screen of an address that names none. */
  constructor(usual: Screen) {
    const named = location.hash === "" ? usual : parsePlace(location.hash, usual);
    const place = (this.#place = signal<Place>(named ?? HOME));
    this.place = place;
    this.screen = computed(() => screenOf(place.value));
    this.#write(place.peek());
    // Browsers send it for links and edited addresses too.
    window.addEventListener("popstate", () => this.#follow());
  }

  /** Shows a place. Back leads to the one before, unless this one replaces it. */
  go(place: Place, replace = false): void {
    this.#place.value = place;
    if (this.#next) this.#next = place;
    else this.#write(place, replace);
  }

  /** Shows another screen in place of the one on screen, below an open dialog too. */
  update(screen: Screen): void {
    const place = this.#place.peek();
    this.go(place.kind === "dialog" ? { ...place, over: screen } : screen, true);
  }

  #write(place: Place, replace = false): void {
    const here = parsePlace(location.hash, HOME);
    const address = formatPlace(place);
    if (here && formatPlace(here) === address) return;
    const state = history.state as EntryState | null;
    if (here?.kind === "dialog" && place.kind !== "dialog" && state?.pushed === true && history.length > 1) {
      // The entry below may be another dialog or screen: `popstate` continues.
      this.#next = place;
      history.back();
    } else if (here && !replace && isNewEntry(here, place)) {
      history.pushState({ pushed: true } satisfies EntryState, "", address);
    } else {
      history.replaceState(state, "", address);
    }
  }

  #follow(): void {
    const next = this.#next;
    this.#next = null;
    if (next) return this.#write(next);
    const place = parsePlace(location.hash, this.screen.peek());
    if (place === null) this.#write(this.#place.peek());
    else if (formatPlace(place) !== formatPlace(this.#place.peek())) this.#place.value = place;
  }
}

/** Whether Back leads from one place to the other. */
function isNewEntry(from: Place, to: Place): boolean {
  if (to.kind === "dialog") return true;
  if (from.kind === "dialog" || from.kind === "link") return false;
  if (from.kind === "lessons" && from.exercise === "resume") return false;
  // An empty board gets its address with the first move; the nodes of a study share one entry.
  if (from.kind === "study" && to.kind === "study") return from.id !== null && from.id !== to.id;
  // Games follow each other at one entry, and so do edited positions.
  const isGame = ({ kind }: Place): boolean => kind === "game" || kind === "online";
  return !(isGame(from) && isGame(to)) && !(from.kind === "editor" && to.kind === "editor");
}
