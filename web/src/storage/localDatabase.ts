// The database of a browser that denies IndexedDB: the same two stores in `localStorage`, which has room for a few games.
import type { Database, StoreName } from "./database";
import { keysOf, STUDY_KEY } from "./storage";

export function createLocalDatabase(storage: Storage): Database {
  const keyOf = (store: StoreName, key: string): string => (store === "studies" ? STUDY_KEY + key : key);

  function read(store: StoreName, text: string): unknown {
    if (store === "items") return text;
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }

  return {
    isLimited: true,
    get(store, key) {
      const text = storage.getItem(keyOf(store, key));
      return Promise.resolve(text === null ? undefined : read(store, text));
    },
    entries(store) {
      const own = keysOf(storage).filter((key) =>
        store === "studies" ? key.startsWith(STUDY_KEY) : !key.startsWith(STUDY_KEY),
      );
      return Promise.resolve(
        new Map(
          own.map((key) => [
            store === "studies" ? key.slice(STUDY_KEY.length) : key,
            read(store, storage.getItem(key) ?? ""),
          ]),
        ),
      );
    },
    async replace(store, key, value, accepts) {
      const text = storage.getItem(keyOf(store, key));
      if (!accepts(text === null ? undefined : read(store, text))) return false;
      await this.write(store, new Map([[key, value]]));
      return true;
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- what is thrown must reject
    async write(store, values) {
      for (const [key, value] of values) {
        if (value === undefined) storage.removeItem(keyOf(store, key));
        else storage.setItem(keyOf(store, key), typeof value === "string" ? value : JSON.stringify(value));
      }
    },
  };
}
