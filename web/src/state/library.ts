// My games: what this browser keeps. Every game is an entry of its own, so that a broken one harms no other.
import { computed, signal, type ReadonlySignal } from "@preact/signals-core";
import type { ClockRecord } from "../source/clock";
import type { Opponent } from "../source/engine";

export interface SavedGame {
  readonly id: string;
  readonly name: string;
  /** Asked to be kept by the person; otherwise it is only the game under way. */
  readonly kept: boolean;
  /** Milliseconds since 1970. */
  readonly changed: number;
  /** The saved game, as the rules write it. */
  readonly game: string;
  /** The ply that was shown. */
  readonly ply: number;
  readonly summary: string;
  readonly clock: ClockRecord | null;
  readonly opponent: Opponent | null;
}

/** An entry that cannot be read. It stays as it is until the person deletes it. */
export interface BrokenGame {
  readonly id: string;
  readonly broken: string;
  readonly raw: string;
}

export type Entry = SavedGame | BrokenGame;

export interface Library {
  readonly entries: ReadonlySignal<readonly Entry[]>;
  /** Why the browser would not keep what was last put; null when it did. */
  readonly error: ReadonlySignal<string | null>;
  get(id: string): Entry | null;
  /** Null when it was kept; otherwise why the browser would not keep it. */
  put(game: SavedGame): string | null;
  remove(id: string): void;
  /** The game under way, by id. */
  current(): string | null;
  setCurrent(id: string): void;
  /** Reads everything again, after another tab has written. */
  refresh(): void;
}

const GAME = "trid.game.";
const CURRENT = "trid.current";

export function createLibrary(storage: Storage): Library {
  // The list is read when it is looked at, not at every move.
  const shelf = signal({ storage });
  const entries = computed(() => readAll(shelf.value.storage));
  const error = signal<string | null>(null);

  function put(game: SavedGame): string | null {
    return (error.value = write(game));
  }

  function write(game: SavedGame): string | null {
    if (isBroken(get(game.id))) return "an entry that cannot be read has this name already; it is left alone";
    try {
      storage.setItem(GAME + game.id, JSON.stringify(game));
    } catch {
      return "the browser’s storage is full or switched off; export the game to a file instead";
    }
    shelf.value = { storage };
    return null;
  }

  function get(id: string): Entry | null {
    const raw = storage.getItem(GAME + id);
    return raw === null ? null : readEntry(id, raw);
  }

  return {
    entries,
    error,
    get,
    put,
    remove(id) {
      storage.removeItem(GAME + id);
      shelf.value = { storage };
    },
    current: () => storage.getItem(CURRENT),
    setCurrent(id) {
      try {
        storage.setItem(CURRENT, id);
      } catch {
        // Said by `put`, which comes before.
      }
    },
    refresh: () => (shelf.value = { storage }),
  };
}

export function isBroken(entry: Entry | null): entry is BrokenGame {
  return entry !== null && "broken" in entry;
}

/** Newest first; what cannot be read comes last. */
function readAll(storage: Storage): Entry[] {
  const found: Entry[] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index);
    if (key?.startsWith(GAME) !== true) continue;
    const raw = storage.getItem(key);
    if (raw !== null) found.push(readEntry(key.slice(GAME.length), raw));
  }
  return found.sort((one, other) => age(other) - age(one));
}

function age(entry: Entry): number {
  return isBroken(entry) ? 0 : entry.changed;
}

function readEntry(id: string, raw: string): Entry {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return { id, raw, broken: "it is not JSON text" };
  }
  const wrong = whatIsWrong(value);
  return wrong === null ? { ...(value as SavedGame), id } : { id, raw, broken: wrong };
}

function whatIsWrong(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return "it is not an object";
  const fields = value as Record<string, unknown>;
  if (typeof fields.game !== "string") return "it holds no game";
  if (typeof fields.name !== "string") return "it has no name";
  if (typeof fields.changed !== "number") return "it has no date";
  if (typeof fields.ply !== "number") return "it does not say where it was left";
  if (typeof fields.summary !== "string" || typeof fields.kept !== "boolean") return "parts of it are missing";
  if (fields.clock !== null && !isClock(fields.clock)) return "its clock cannot be read";
  if (fields.opponent !== null && !isOpponent(fields.opponent)) return "its opponent cannot be read";
  return null;
}

function isClock(value: unknown): value is ClockRecord {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const pair = (each: unknown): boolean =>
    Array.isArray(each) && each.length === 2 && each.every((time) => typeof time === "number");
  return (
    typeof fields.initial === "number" &&
    typeof fields.increment === "number" &&
    Array.isArray(fields.left) &&
    fields.left.every(pair)
  );
}

function isOpponent(value: unknown): value is Opponent {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  return typeof fields.level === "number" && (fields.plays === "white" || fields.plays === "black");
}
