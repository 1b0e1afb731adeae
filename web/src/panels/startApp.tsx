// Starts the app: loads the rules, restores preferences and the stored game, and opens the link in the URL.
import { computed, effect } from "@preact/signals";
import { render } from "preact";
import { mountSound } from "../sound";
import { loadRules, warmUp } from "../source/rules";
import { createServer } from "../source/server";
import { createEngine, spawnEngine } from "../source/engine";
import { createComputer } from "../state/computer";
import { createLibrary } from "../state/library";
import { readLink } from "../state/links";
import { createOnline } from "../state/online";
import { debugAddress, readPreferences, savePreferences } from "../state/preferences";
import { openStorage } from "../state/storage";
import { prepareSession, Session } from "../state/session";
import { errorMessage } from "../state/sessionState";
import type { Store } from "../state/store";
import { text } from "../text";
import { App } from "./App";
import { loadOnlineModule } from "./lazyOnline";
import { mountTitle } from "./online/title";
import { createPage, openOnlineGame } from "./page";

const LINK_TIMEOUT = 3_000;

export async function startApp(root: HTMLElement): Promise<void> {
  const storage = openStorage(() => localStorage);
  const view = readPreferences(storage, new URLSearchParams(location.search));
  document.documentElement.dataset.theme = view.theme ?? "system";
  const rules = await loadRules();
  const library = createLibrary(storage);
  await prepareSession(rules, library);
  const session = new Session({ rules, library, view });
  const online = createOnline(session, rules, createServer(), loadOnlineModule);
  const computer = createComputer({ session, player: createEngine(spawnEngine), analyst: createEngine(spawnEngine) });
  const page = createPage(session, computer, online);

  const openLink = async (): Promise<void> => {
    const [, game] = /^#online=(.+)$/.exec(location.hash) ?? [];
    if (game !== undefined) {
      if (online.game.peek()?.id !== game) await openOnlineGame(page, game);
      return;
    }
    const link = await readLink(location.hash);
    if (link.kind === "none") return;
    history.replaceState(null, "", location.pathname + location.search);
    if (link.kind === "broken") session.showMessage(errorMessage(link.message));
    else await session.openText(link.text, text.page.open.linkedGame, true);
  };
  // A server that does not respond must not block the page.
  await Promise.race([openLink(), new Promise((resolve) => setTimeout(resolve, LINK_TIMEOUT))]);
  window.addEventListener("hashchange", () => void openLink());
  window.addEventListener("pagehide", () => session.saveClock());
  document.addEventListener("visibilitychange", () => document.hidden && session.saveClock());
  window.addEventListener("storage", () => void session.syncFromStorage());
  // Escape deselects wherever the focus is, unless it closes a dialog.
  window.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.querySelector("dialog[open]") === null) session.store.deselect();
  });

  effect(() => {
    document.documentElement.dataset.theme = session.store.view.value.theme;
    savePreferences(storage, session.store.view.value);
  });
  mountDebug(session.store);
  mountSound(session.store);
  mountTitle(page);
  render(<App page={page} />, root);
  root.dataset.ready = "true";
  setTimeout(() => warmUp(rules), 200);
  registerServiceWorker();
}

/** Keeps debug mode in the address, and prints the World when it is switched on. */
function mountDebug({ view, world }: Store): void {
  const debug = computed(() => view.value.debug);
  effect(() => {
    // eslint-disable-next-line no-console -- what debug mode is for
    if (debug.value) console.info("World", world);
    if (new URLSearchParams(location.search).has("debug") === debug.value) return;
    history.replaceState(null, "", debugAddress(location, debug.value));
  });
}

/** Registers the service worker after loading. Not during development. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = (): void => {
    // Not allowed without https; the page then works only online.
    navigator.serviceWorker.register("./offline.js").catch(() => undefined);
  };
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
