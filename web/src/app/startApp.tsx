// Starts the app: loads the rules, restores preferences and the stored game, and opens the link in the URL.
import { computed, effect } from "@preact/signals";
import { render } from "preact";
import { mountSound } from "../sound";
import { loadCore, warmUp } from "../core/core";
import { createServer } from "../online/server";
import { createEngine, spawnEngine } from "../core/engine";
import { Computer } from "../game/computer";
import { createLibrary } from "../game/library";
import { Online } from "../online/online";
import { createOnlineTurns } from "../online/onlineTurns";
import { debugAddress, readPreferences, savePreferences } from "../board/preferences";
import { openDatabase, type Database } from "../storage/database";
import { createItemStorage, openStorage, readItems, setItems, tryStore, type ItemStorage } from "../storage/storage";
import { prepareSession, Session } from "../game/session";
import type { Store } from "../board/store";
import { createStudies, takeLeftStudies } from "../storage/studies";
import { App } from "./App";
import { loadOnlineModule } from "./lazyOnline";
import { mountTitle } from "../online/title";
import { mountHeader } from "./header";
import { createPage, followPlace, type AppPage } from "./page";
import { GAME, HOME } from "../place/place";
import { Route } from "../place/route";
import { mountShortcuts } from "./shortcuts";
import { watchVersions } from "./newVersion";

const LINK_TIMEOUT = 3_000;
const PHONE = "(width <= 600px)";

export async function startApp(root: HTMLElement): Promise<void> {
  const storage = openStorage(() => localStorage);
  const preferences = readPreferences(storage, new URLSearchParams(location.search));
  // A phone has room for one view: the set, with the map one tap away.
  const view = matchMedia(PHONE).matches ? { layout: "scene" as const, ...preferences } : preferences;
  document.documentElement.dataset.theme = view.theme ?? "system";
  const [core, { database, items }] = await Promise.all([loadCore(), openItems(storage)]);
  const library = createLibrary(items);
  await prepareSession(core, library);
  const session = new Session({ core, library, view, opened: () => page.go(GAME) });
  // A returning player is back in the game under way, under a dialog too.
  const route = new Route(session.isUnderWay() ? GAME : HOME);
  const server = createServer();
  const go = (id: string | null): void => {
    if (id !== null) page.go({ kind: "online", id });
    else if (route.screen.peek().kind === "online") page.go(GAME);
  };
  const online = new Online({ session, go }, core, server, loadOnlineModule);
  const computer = new Computer({ session, player: createEngine(spawnEngine) });
  const studies = createStudies(database, storage);
  const page: AppPage = createPage({ session, computer, online, studies, route });

  // A server that does not respond must not block the page.
  await Promise.race([followPlace(page), new Promise((resolve) => setTimeout(resolve, LINK_TIMEOUT))]);
  window.addEventListener("pagehide", () => session.saveClock());
  document.addEventListener("visibilitychange", () => document.hidden && session.saveClock());
  items.onOtherTab(() => void session.syncFromStorage());
  items.onFailure(() => session.storageFailed());
  effect(() => rememberUnderWay(storage, library.current(), session.isUnderWay()));
  effect(() => {
    document.documentElement.dataset.theme = session.store.view.value.theme;
    savePreferences(storage, session.store.view.value);
  });
  mountDebug(session.store);
  mountSound(session.store);
  mountTitle(page);
  mountHeader({ core, page, turns: createOnlineTurns(storage, server, online) });
  mountShortcuts(page);
  render(<App page={page} />, root);
  root.dataset.ready = "true";
  setTimeout(() => warmUp(core), 200);
  watchVersions(page.newVersion);
}

interface OpenItems {
  readonly database: Database;
  readonly items: ItemStorage;
}

/** Opens the database, or the small storage where the browser has no other. */
async function openItems(storage: Storage): Promise<OpenItems> {
  const use = async (database: Database): Promise<OpenItems> => {
    if (!database.isLimited) await takeLeftStudies(database, storage);
    const items = createItemStorage(database, await readItems(database));
    setItems(items);
    return { database, items };
  };
  try {
    return await use(await openDatabase());
  } catch {
    const { createLocalDatabase } = await import("../storage/localDatabase");
    return use(createLocalDatabase(storage));
  }
}

/**
 * Tells the next visit before the first paint whether a game goes on, and takes back the offer of the first minute.
 * Nothing is written before there is a game.
 */
function rememberUnderWay(storage: Storage, current: string | null, underWay: boolean): void {
  if (current === null) return;
  delete document.documentElement.dataset.offer;
  tryStore(storage, "trid.underWay", String(underWay));
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
