// The browser's database (IndexedDB): two stores of values by key. Each call is one transaction, which is complete when
// its promise resolves.

export const STORES = ["items", "studies"] as const;
/** `items` holds texts: games and results in lessons and puzzles. `studies` holds `StoredStudy` objects. */
export type StoreName = (typeof STORES)[number];

export interface Database {
  /** Whether it has room only for a few games, because the browser denies IndexedDB. */
  readonly isLimited: boolean;
  get(store: StoreName, key: string): Promise<unknown>;
  /** All entries, in order of their keys. */
  entries(store: StoreName): Promise<ReadonlyMap<string, unknown>>;
  /** Writes values, and removes those that are undefined, all or none. */
  write(store: StoreName, values: ReadonlyMap<string, unknown>): Promise<void>;
  /** Writes a value if the one before it is accepted, which no other tab changes meanwhile; returns whether it did. */
  replace(store: StoreName, key: string, value: unknown, accepts: (before: unknown) => boolean): Promise<boolean>;
}

const NAME = "trid";
const VERSION = 1;
/** Some browsers never answer instead of failing. */
const TIMEOUT = 3_000;

/** Opens the database. Rejects where the browser denies it, as some do in private windows. */
export async function openDatabase(find: () => IDBFactory = () => indexedDB): Promise<Database> {
  const database = await withTimeout(open(find()));
  // A later version of the page wants to change the database: this tab must not block it.
  database.onversionchange = () => database.close();
  return {
    isLimited: false,
    async get(store, key) {
      const request = database.transaction(store).objectStore(store).get(key);
      return done<unknown>(request);
    },
    async entries(store) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done<unknown[]>(objects.getAll())]);
      return new Map(keys.map((key, at) => [key as string, values[at]]));
    },
    async replace(store, key, value, accepts) {
      const transaction = database.transaction(store, "readwrite");
      const objects = transaction.objectStore(store);
      const written = completed(transaction);
      let accepted = false;
      const before = objects.get(key);
      before.onsuccess = () => {
        accepted = accepts(before.result);
        try {
          if (accepted) objects.put(value, key);
        } catch {
          transaction.abort();
        }
      };
      await written;
      return accepted;
    },
    async write(store, values) {
      const transaction = database.transaction(store, "readwrite");
      const objects = transaction.objectStore(store);
      const written = completed(transaction);
      for (const [key, value] of values) {
        if (value === undefined) objects.delete(key);
        else objects.put(value, key);
      }
      // At once, so that it is also written when the page is being closed.
      transaction.commit();
      return written;
    },
  };
}

function open(factory: IDBFactory): Promise<IDBDatabase> {
  const request = factory.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    for (const store of STORES) {
      if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store);
    }
  };
  return done(request);
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(transaction.error ?? new DOMException("the transaction was aborted", "AbortError"));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new DOMException("the request failed", "UnknownError"));
  });
}

function withTimeout<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException("the database does not open", "TimeoutError")), TIMEOUT);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
