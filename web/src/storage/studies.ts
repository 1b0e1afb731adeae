// The studies that this browser stores. A study that cannot be written stays in memory, so that work goes on; `error`
// says so.
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { Database } from "./database";
import { fieldsIn, fieldsOf, keysOf, STUDY_KEY, tryStore } from "./storage";

/** The stored form: an object with these keys. */
export interface StoredStudy {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
  /** The whole tree as a record: T-PGN, or what the study was started from. */
  readonly record: string;
  /** The path of the node that was shown. */
  readonly path: string;
  /** What it was started from, to find the study again; null for an empty board. */
  readonly origin: string | null;
  /** The paths of the first moves of collapsed variations. */
  readonly collapsed: readonly string[];
}

export const UPDATE_RESULTS = ["saved", "inMemory", "changedElsewhere"] as const;
export type UpdateResult = (typeof UPDATE_RESULTS)[number];

export interface Studies {
  /** Whether there is room only for a few of them. */
  readonly isLimited: boolean;
  /** Counts the writes, also those of other tabs; lists read again when it changes. */
  readonly version: ReadonlySignal<number>;
  /** Whether the last write failed. */
  readonly failed: ReadonlySignal<boolean>;
  get(id: string): Promise<StoredStudy | null>;
  /** Newest first. */
  list(): Promise<readonly StoredStudy[]>;
  /** Writes a study; false if only memory holds it. */
  put(study: StoredStudy): Promise<boolean>;
  /** Writes a study if its stored version is one of those that this tab has read or written, or is gone. */
  update(study: StoredStudy, known: () => readonly StoredStudy[]): Promise<UpdateResult>;
  /** Stores a study of a page that is being closed. */
  leave(study: StoredStudy): void;
  remove(id: string): Promise<void>;
}

const CHANNEL = "trid.studies";

export function createStudies(database: Database, storage: Storage): Studies {
  const version = signal(0);
  const failed = signal(false);
  /** Versions that are not in the database yet. */
  const unwritten = new Map<string, StoredStudy>();
  /** The studies whose last write failed. */
  const failures = new Set<string>();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = () => version.value++;

  /** Removes what `leave` has stored, when the database has it or the study is deleted. */
  function removeLeft(id: string): void {
    if (!database.isLimited) storage.removeItem(STUDY_KEY + id);
  }

  function changed(): void {
    version.value++;
    channel?.postMessage(null);
  }

  async function write(study: StoredStudy, accepts: (stored: unknown) => boolean): Promise<UpdateResult> {
    unwritten.set(study.id, study);
    const isLast = (): boolean => unwritten.get(study.id) === study;
    try {
      const accepted = await database.replace("studies", study.id, study, accepts);
      if (isLast()) {
        unwritten.delete(study.id);
        removeLeft(study.id);
      }
      if (!accepted) return "changedElsewhere";
      failures.delete(study.id);
    } catch {
      failures.add(study.id);
    }
    const isSaved = !failures.has(study.id);
    failed.value = failures.size > 0;
    changed();
    return isSaved ? "saved" : "inMemory";
  }

  return {
    isLimited: database.isLimited,
    version,
    failed,
    async get(id) {
      const kept = unwritten.get(id);
      if (kept) return kept;
      const value = await database.get("studies", id).catch(() => undefined);
      return isStudy(value) ? value : null;
    },
    async list() {
      const stored = await database.entries("studies").catch(() => null);
      const all = new Map<string, unknown>([...(stored ?? []), ...unwritten]);
      return [...all.values()].filter(isStudy).sort((one, other) => other.changed - one.changed);
    },
    async put(study) {
      return (await write(study, () => true)) === "saved";
    },
    // A deleted study comes back with the work on it.
    update: (study, known) =>
      write(study, (stored) => !isStudy(stored) || known().some((each) => hasSameContents(stored, each))),
    leave(study) {
      // A closed page completes no transaction. `takeLeftStudies` moves it at the next start.
      if (tryStore(storage, STUDY_KEY + study.id, JSON.stringify(study))) unwritten.set(study.id, study);
      else void this.put(study);
    },
    async remove(id) {
      unwritten.delete(id);
      removeLeft(id);
      failures.delete(id);
      failed.value = failures.size > 0;
      await database.write("studies", new Map([[id, undefined]])).catch(() => undefined);
      changed();
    },
  };
}

/** Moves what `leave` has stored into the database. Of two versions the older one becomes a study of its own. */
export async function takeLeftStudies(database: Database, storage: Storage): Promise<void> {
  for (const key of keysOf(storage).filter((each) => each.startsWith(STUDY_KEY))) {
    const text = storage.getItem(key);
    const left = fieldsIn(text);
    if (!isStudy(left)) continue;
    const accepts = (stored: unknown): boolean => !isStudy(stored) || stored.changed <= left.changed;
    const accepted = await database.replace("studies", left.id, left, accepts);
    // Another tab may have moved it in the meantime.
    if (storage.getItem(key) !== text) continue;
    const id = `${left.id}_${left.changed}`;
    if (!accepted) await database.write("studies", new Map([[id, { ...left, id }]]));
    storage.removeItem(key);
  }
}

/** Whether two versions of a study differ at most by the node that was shown. */
export function hasSameContents(one: StoredStudy, other: StoredStudy): boolean {
  return one.record === other.record && one.name === other.name;
}

export function isStudy(value: unknown): value is StoredStudy {
  const { id, name, changed, record, path, collapsed } = fieldsOf(value);
  if (!Array.isArray(collapsed)) return false;
  const texts = [id, name, record, path, ...(collapsed as unknown[])].every((each) => typeof each === "string");
  return texts && typeof changed === "number";
}
