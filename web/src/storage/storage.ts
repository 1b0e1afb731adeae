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

/** The start of the keys of studies in `localStorage`. */
export const STUDY_KEY = "trid.study.";

export function keysOf(storage: Storage): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
}

/** Whether an item was stored: a full or denied storage takes none. */
export function tryStore(storage: Storage, key: string, text: string): boolean {
  try {
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** The fields of an object of unknown origin; none of any other value. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" ? { ...value } : {};
}

/** The fields of an object in JSON; none of any other text. */
export function fieldsIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}

/** The texts in the database. */
export async function readItems(database: Database): Promise<Map<string, string>> {
  const entries = await database.entries("items");
  return new Map([...entries].filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

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
  /** Items whose last write failed. */
  const unwritten = new Set<string>();
  let failing = false;
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = ({ data }) => void readAgain(data as readonly string[]);

  async function readAgain(keys: readonly string[]): Promise<void> {
    const values = await Promise.all(keys.map((key) => database.get("items", key)));
    keys.forEach((key, at) => {
      const value = values[at];
      // What this tab could not write yet is newer.
      if (unwritten.has(key)) return;
      if (typeof value === "string") items.set(key, value);
      else items.delete(key);
    });
    for (const listener of otherTab) listener();
  }

  /** Starts at once, so that a page that is being closed still writes. The database keeps the order of writes. */
  async function write(key: string): Promise<void> {
    const keys = [...unwritten.add(key)];
    unwritten.clear();
    try {
      await database.write("items", new Map(keys.map((each) => [each, items.get(each)])));
      failing = false;
      channel?.postMessage(keys);
    } catch {
      // The next call tries again.
      for (const each of keys) unwritten.add(each);
      const first = !failing;
      failing = true;
      if (first) for (const listener of failure) listener();
    }
  }

  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      items.set(key, value);
      void write(key);
      if (failing) throw new DOMException("the database takes no more", "QuotaExceededError");
    },
    removeItem(key) {
      if (items.delete(key)) void write(key);
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
