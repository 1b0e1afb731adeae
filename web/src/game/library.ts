// "My games": the games that this browser stores. Each game is one storage item, so that an unreadable one harms no other.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ClockRecord } from "../core/clock";
import type { Opponent } from "../core/engine";
import { text } from "../text";
import { fieldsOf, keysOf, tryStore } from "../storage/storage";

/** The stored form: JSON with these keys. */
export interface StoredGame {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
  /** The record as JSON text. */
  readonly game: string;
  /** The ply that was shown. */
  readonly ply: number;
  readonly summary: string;
  readonly clock: ClockRecord | null;
  readonly opponent: Opponent | null;
  /** Whether its moves were imported. Such a record never changes. */
  readonly imported: boolean;
}

/** A storage item that cannot be read. It is left alone until the player deletes it. */
export interface BrokenGame {
  readonly id: string;
  readonly broken: string;
  readonly raw: string;
}

export type LibraryEntry = StoredGame | BrokenGame;

export interface Library {
  readonly entries: ReadonlySignal<readonly LibraryEntry[]>;
  /** Why the last write failed; null when it succeeded. */
  readonly error: ReadonlySignal<string | null>;
  get(id: string): LibraryEntry | null;
  /** Writes a game; returns why it failed, or null. */
  put(game: StoredGame): string | null;
  remove(id: string): void;
  /** Notes that a write failed after `put` had returned. */
  reportFailure(): void;
  /** The id of the game on the board. */
  current(): string | null;
  setCurrent(id: string): void;
  /** Reads the storage again, after another tab has written to it. */
  refresh(): void;
}

const GAME_KEY = "trid.game.";
const CURRENT_KEY = "trid.current";

export function createLibrary(storage: Storage): Library {
  // A new object for each change, so that the list is read only when it is shown.
  const contents = signal({ storage });
  const entries = computed(() => readAll(contents.value.storage));
  const error = signal<string | null>(null);

  function write(game: StoredGame): string | null {
    if (isBroken(get(game.id))) return text.page.storage.taken;
    if (!tryStore(storage, GAME_KEY + game.id, JSON.stringify(game))) return text.page.storage.full;
    contents.value = { storage };
    return null;
  }

  function get(id: string): LibraryEntry | null {
    const raw = storage.getItem(GAME_KEY + id);
    return raw === null ? null : readEntry(id, raw);
  }

  return {
    entries,
    error,
    get,
    put: (game) => (error.value = write(game)),
    remove(id) {
      storage.removeItem(GAME_KEY + id);
      contents.value = { storage };
    },
    reportFailure: () => (error.value = text.page.storage.full),
    current: () => storage.getItem(CURRENT_KEY),
    // `put` runs first and reports a full storage.
    setCurrent: (id) => void tryStore(storage, CURRENT_KEY, id),
    refresh: () => (contents.value = { storage }),
  };
}

export function isBroken(entry: LibraryEntry | null): entry is BrokenGame {
  return entry !== null && "broken" in entry;
}

/** Newest first, unreadable entries last. */
function readAll(storage: Storage): LibraryEntry[] {
  const ids = keysOf(storage).flatMap((key) => (key.startsWith(GAME_KEY) ? [key.slice(GAME_KEY.length)] : []));
  return ids
    .map((id) => readEntry(id, storage.getItem(GAME_KEY + id) ?? ""))
    .sort((one, other) => changedAt(other) - changedAt(one));
}

function changedAt(entry: LibraryEntry): number {
  return isBroken(entry) ? 0 : entry.changed;
}

function readEntry(id: string, raw: string): LibraryEntry {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { id, raw, broken: text.page.storage.notJson };
  }
  const defect = findDefect(value);
  return defect === null ? { ...(value as StoredGame), id } : { id, raw, broken: defect };
}

function findDefect(value: unknown): string | null {
  const { storage } = text.page;
  if (typeof value !== "object" || value === null) return storage.notAnObject;
  const fields = fieldsOf(value);
  if (typeof fields.game !== "string") return storage.noGame;
  if (typeof fields.name !== "string") return storage.noName;
  if (typeof fields.changed !== "number") return storage.noDate;
  if (typeof fields.ply !== "number") return storage.noPly;
  if (typeof fields.summary !== "string" || typeof fields.imported !== "boolean") return storage.incomplete;
  if (fields.clock !== null && !isClock(fields.clock)) return storage.badClock;
  if (fields.opponent !== null && !isOpponent(fields.opponent)) return storage.badOpponent;
  return null;
}

function isClock(value: unknown): value is ClockRecord {
  const fields = fieldsOf(value);
  const isPair = (each: unknown): boolean =>
    Array.isArray(each) && each.length === 2 && each.every((time) => typeof time === "number");
  return (
    typeof fields.initial === "number" &&
    typeof fields.increment === "number" &&
    Array.isArray(fields.left) &&
    fields.left.every(isPair)
  );
}

function isOpponent(value: unknown): boolean {
  const fields = fieldsOf(value);
  return typeof fields.strength === "number" && (fields.plays === "white" || fields.plays === "black");
}
