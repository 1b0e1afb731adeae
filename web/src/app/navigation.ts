// Keeps the page and the browser's address in step. What the page shows decides the address; the Back and Forward
// buttons, links and edited addresses decide what the page shows.
import { batch, effect, signal, untracked } from "@preact/signals";
import { ADDRESSED_DIALOGS, formatAddress, parseAddress, RESUME_PATH, type Address } from "../place/place";
import { readLink } from "../place/links";
import { errorMessage } from "../core/message";
import { text } from "../text";
import { analyse } from "../ui/analyse";
import { openEditor, openOnlineGame, type Page } from "../ui/page";

type ShownAddress = Exclude<Address, { kind: "record" | "unknown" }>;

/** Marks history entries that the page has added, so that it may go back from them. `start.ts` sets it too. */
interface EntryState {
  readonly pushed: boolean;
}

export class Navigation {
  readonly #page: Page;
  /** The online game that is being opened, or that could not be. */
  readonly #opening = signal<string | null>(null);
  /** Whether `history.back` has been called and has not happened yet. */
  #returning = false;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Shows what the address says and follows it from then on. Resolves when a linked game is open. */
  async start(): Promise<void> {
    const page = this.#page;
    // A returning player is back in the game under way, under a dialog too.
    const first = parseAddress(location.hash);
    if (page.session.isUnderWay() && (location.hash === "" || first.kind === "dialog")) page.screen.value = "game";
    const shown = location.hash === "" ? Promise.resolve() : this.#show(first);
    effect(() => {
      const place = this.#place();
      untracked(() => this.#sync(place));
    });
    window.addEventListener("popstate", () => {
      if (!this.#returning) return void this.#follow();
      this.#returning = false;
      this.#sync(this.#place());
    });
    window.addEventListener("hashchange", () => void this.#follow());
    watchGames(page, () => (this.#opening.value = null));
    await shown;
  }

  /** What the page shows. */
  #place(): ShownAddress {
    const { dialog, screen, opponent, online } = this.#page;
    const open = ADDRESSED_DIALOGS.find((each) => each === dialog.value);
    if (open) return { kind: "dialog", dialog: open, opponent: open === "new" ? opponent.value : null };
    if (screen.value === "home") return { kind: "home" };
    if (screen.value === "learn") return { kind: "learn", path: this.#page.learnPath.value };
    if (screen.value === "analysis") return { kind: "analysis", study: this.#page.study.value };
    if (screen.value === "editor") return { kind: "editor", text: this.#page.editorText.value };
    const id = this.#opening.value ?? online.game.value?.id ?? online.waiting.value?.id ?? null;
    return id === null ? { kind: "game" } : { kind: "onlineGame", id };
  }

  /** Writes the address of what the page shows. */
  #sync(place: ShownAddress): void {
    if (this.#returning) return;
    const here = parseAddress(location.hash);
    const next = formatAddress(place);
    if (here.kind !== "record" && here.kind !== "unknown" && formatAddress(here) === next) return;
    const state = history.state as EntryState | null;
    if (here.kind === "dialog" && place.kind !== "dialog") {
      if (state?.pushed === true && history.length > 1) {
        // The entry below may be another dialog or screen: `popstate` continues.
        this.#returning = true;
        history.back();
      } else {
        history.replaceState(state, "", next);
      }
    } else if (place.kind === "dialog" || isOtherScreen(here, place)) {
      history.pushState({ pushed: true } satisfies EntryState, "", next);
    } else {
      history.replaceState(state, "", next);
    }
  }

  /** Shows what the address says, if it does not yet. */
  #follow(): Promise<void> {
    if (this.#returning) return Promise.resolve();
    const here = parseAddress(location.hash);
    if (here.kind !== "record" && here.kind !== "unknown" && formatAddress(here) === formatAddress(this.#place())) {
      return Promise.resolve();
    }
    return this.#show(here);
  }

  async #show(address: Address): Promise<void> {
    if (address.kind !== "dialog") this.#opening.value = null;
    const { screen, dialog, opponent, online, learnPath, study } = this.#page;
    switch (address.kind) {
      case "home":
      case "game":
        batch(() => {
          dialog.value = null;
          screen.value = address.kind;
          if (address.kind === "game") online.leave();
        });
        break;
      case "dialog":
        batch(() => {
          opponent.value = address.opponent;
          dialog.value = address.dialog;
        });
        break;
      case "learn":
        batch(() => {
          dialog.value = null;
          learnPath.value = address.path;
          screen.value = "learn";
        });
        break;
      case "analysis":
        batch(() => {
          dialog.value = null;
          study.value = address.study;
          screen.value = "analysis";
        });
        break;
      case "editor":
        openEditor(this.#page, address.text);
        break;
      case "onlineGame":
        await this.#openOnline(address.id);
        break;
      case "record":
        await this.#openRecord(location.hash);
        break;
      case "unknown":
        this.#sync(this.#place());
    }
  }

  async #openOnline(id: string): Promise<void> {
    batch(() => {
      this.#page.dialog.value = null;
      this.#page.screen.value = "game";
      this.#opening.value = id;
    });
    const { online } = this.#page;
    if (online.game.peek()?.id !== id) await openOnlineGame(this.#page, id);
    // A game that could not be opened keeps its address, so that a reload tries again.
    const known = online.game.peek()?.id === id || online.waiting.peek()?.id === id;
    if (this.#opening.peek() === id && known) this.#opening.value = null;
  }

  async #openRecord(hash: string): Promise<void> {
    const { session, screen, dialog } = this.#page;
    // At once: a reload must not open it again over the moves played since.
    history.replaceState(history.state, "", formatAddress({ kind: "game" }));
    batch(() => {
      dialog.value = null;
      screen.value = "game";
    });
    const link = await readLink(hash);
    if (link.kind === "broken") session.showMessage(errorMessage(link.message));
    else if (link.kind === "study") await analyse(this.#page, link.study);
    else if (link.kind === "record") await session.openText(link.text, text.page.open.linkedGame, true);
  }
}

/** Whether Back leads from one place to the other. Games follow each other at one entry. */
function isOtherScreen(from: Address, to: ShownAddress): boolean {
  if (from.kind === "learn" && from.path === RESUME_PATH) return false;
  if ((from.kind === "analysis") !== (to.kind === "analysis")) return true;
  if ((from.kind === "editor") !== (to.kind === "editor")) return true;
  // An empty board gets its address with the first move; the nodes of a study share one entry.
  if (from.kind === "analysis" && to.kind === "analysis")
    return from.study.id !== null && from.study.id !== to.study.id;
  return from.kind === "learn" || to.kind === "learn" || (from.kind === "home") !== (to.kind === "home");
}

/** Shows the board when another game is put on it. */
function watchGames({ session, online, screen }: Page, opened: () => void): void {
  const read = () => ({ source: session.game.value, id: online.game.value?.id ?? session.localInfo.value.id });
  let before = untracked(read);
  effect(() => {
    const after = read();
    // Deleting the stored game changes only its id, another tab's move only the source.
    if (after.source !== before.source && after.id !== before.id) {
      batch(() => {
        opened();
        screen.value = "game";
      });
    }
    before = after;
  });
}
