// The browser's storages. Settings that are needed before the first paint are in `localStorage`. Games and results are
// in the database: they are read once when the page starts, then from memory, and every change is written at once.
import type { Database } from "./database";

/** A browser may deny storage by throwing on access. The page then works and reports what it cannot save. */
export function openStorage(find: () => Storage): Storage {
  try {
    const storage = find();
    storage.getItem("");
    return storage;
  } catch {
    return NO_STORAGE;
  }
}

const NO_STORAGE: Storage = {
  length: 0,
  clear: () => undefined,
  getItem: () => null,
  key: () => null,
  removeItem: () => undefined,
  setItem() {
    throw new DOMException("nothing can be kept here", "SecurityError");
  },
};

/** The items of the database as a `Storage`. */
export interface ItemStorage extends Storage {
  /** Calls back when another tab has changed items. */
  onOtherTab(listener: () => void): void;
  /** Calls back when a write fails after `setItem` has returned. */
  onFailure(listener: () => void): void;
}

const CHANNEL = "trid.items";

/**
 * `setItem` returns before the item is written. While writing fails it throws, as `localStorage` does when it is full, and
 * tries again with every call.
 */
export function createItemStorage(database: Database, entries: ReadonlyMap<string, string>): ItemStorage {
  const items = new Map(entries);
  const failure: (() => void)[] = [];
  const otherTab: (() => void)[] = [];
  let waiting = new Map<string, string | undefined>();
  let writing = false;
  let failing = false;
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = ({ data }) => void readAgain(data as readonly string[]);

  async function readAgain(keys: readonly string[]): Promise<void> {
    const values = await Promise.all(keys.map((key) => database.get("items", key)));
    keys.forEach((key, at) => {
      const value = values[at];
      // What this tab is about to write is newer.
      if (waiting.has(key)) return;
      if (typeof value === "string") items.set(key, value);
      else items.delete(key);
    });
    for (const listener of otherTab) listener();
  }

  async function write(): Promise<void> {
    if (writing) return;
    writing = true;
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      try {
        await database.write("items", batch);
        failing = false;
        channel?.postMessage([...batch.keys()]);
      } catch {
        // The next call tries again, with what has changed since.
        waiting = new Map([...batch, ...waiting]);
        const first = !failing;
        failing = true;
        if (first) for (const listener of failure) listener();
        break;
      }
    }
    writing = false;
  }

  function change(key: string, value: string | undefined): void {
    waiting.set(key, value);
    void write();
  }

  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      items.set(key, value);
      change(key, value);
      if (failing) throw new DOMException("the database takes no more", "QuotaExceededError");
    },
    removeItem(key) {
      if (items.delete(key)) change(key, undefined);
    },
    clear() {
      for (const key of [...items.keys()]) this.removeItem(key);
    },
    onOtherTab: (listener) => otherTab.push(listener),
    onFailure: (listener) => failure.push(listener),
  };
}

let opened: Storage | null = null;

/** The storage of games and results, which `setItems` has opened when the page started. */
export function savedItems(): Storage {
  return (opened ??= openStorage(() => localStorage));
}

export function setItems(storage: Storage): void {
  opened = storage;
}
