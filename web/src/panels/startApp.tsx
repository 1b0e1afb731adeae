// Starts the app: loads the rules, restores preferences and the stored game, and opens the link in the URL.
import { computed, effect } from "@preact/signals";
import { render } from "preact";
import { mountSound } from "../sound";
import { loadRules, warmUp } from "../source/rules";
import { createServer } from "../source/server";
import { createEngine, spawnEngine } from "../source/engine";
import { createComputer } from "../state/computer";
import type { LearnResult } from "../state/learnResults";
import { createLibrary } from "../state/library";
import { createOnline } from "../state/online";
import { createOnlineTurns } from "../state/onlineTurns";
import { debugAddress, readPreferences, savePreferences } from "../state/preferences";
import { openDatabase, type Database } from "../state/database";
import { createItemStorage, misplacedKeys, openStorage, readItems, setItems, type ItemStorage } from "../state/storage";
import { prepareSession, Session } from "../state/session";
import type { Store } from "../state/store";
import { createStudies } from "../state/studies";
import { App } from "./App";
import { loadOnlineModule } from "./lazyOnline";
import { mountTitle } from "./online/title";
import { mountHeader } from "./header";
import { Navigation } from "./navigation";
import { createPage } from "./page";
import { mountShortcuts } from "./shortcuts";
import { watchVersions } from "./newVersion";

const LINK_TIMEOUT = 3_000;
const PHONE = "(width <= 600px)";

export async function startApp(root: HTMLElement): Promise<void> {
  const storage = openStorage(() => localStorage);
  const preferences = readPreferences(storage, new URLSearchParams(location.search));
  // A phone has room for one view.
  const view = matchMedia(PHONE).matches ? { layout: "map" as const, ...preferences } : preferences;
  document.documentElement.dataset.theme = view.theme ?? "system";
  const [rules, { database, items }] = await Promise.all([loadRules(), openItems(storage)]);
  const library = createLibrary(items);
  await prepareSession(rules, library);
  const session = new Session({ rules, library, view });
  const server = createServer();
  const online = createOnline(session, rules, server, loadOnlineModule);
  const computer = createComputer({ session, player: createEngine(spawnEngine) });
  const studies = createStudies(database, storage);
  const page = createPage({ session, computer, online, studies });

  const navigation = new Navigation(page);
  // A server that does not respond must not block the page.
  await Promise.race([navigation.start(), new Promise((resolve) => setTimeout(resolve, LINK_TIMEOUT))]);
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
  mountHeader(page, createOnlineTurns(storage, server, online));
  mountShortcuts(page);
  render(<App page={page} />, root);
  root.dataset.ready = "true";
  setTimeout(() => warmUp(rules), 200);
  watchVersions(page.newVersion);
}

interface OpenItems {
  readonly database: Database;
  readonly items: ItemStorage;
}

/** Opens the database with what earlier versions stored elsewhere, or the small storage where the browser has no other. */
async function openItems(storage: Storage): Promise<OpenItems> {
  const use = (database: Database, entries: ReadonlyMap<string, string>): OpenItems => {
    const items = createItemStorage(database, entries);
    setItems(items);
    return { database, items };
  };
  try {
    const database = await openDatabase();
    if (misplacedKeys(storage).length === 0) return use(database, await readItems(database));
    const { migrate } = await import("../state/migration");
    const { items, conflicts } = await migrate(database, storage);
    const opened = use(database, items);
    if (conflicts.length > 0) void mergeResults(storage, conflicts);
    return opened;
  } catch {
    const { createLocalDatabase } = await import("../state/localDatabase");
    const database = createLocalDatabase(storage);
    return use(database, (await database.entries("items")) as ReadonlyMap<string, string>);
  }
}

/** Adds results that an older version of the page has written in another tab since they moved to the database. */
async function mergeResults(storage: Storage, results: readonly LearnResult[]): Promise<void> {
  const { importResults } = await import("../learn/importResults");
  if (await importResults(results)) for (const { key } of results) storage.removeItem(key);
}

/**
 * Tells the next visit before the first paint whether a game goes on, and takes back the offer of the first minute.
 * Nothing is written before there is a game.
 */
function rememberUnderWay(storage: Storage, current: string | null, underWay: boolean): void {
  if (current === null) return;
  delete document.documentElement.dataset.offer;
  try {
    storage.setItem("trid.underWay", String(underWay));
  } catch {
    // The next visit shows the home screen first.
  }
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
