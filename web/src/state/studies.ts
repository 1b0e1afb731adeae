// The studies that this browser stores. A study that cannot be written stays in memory, so that work goes on; `error`
// says so.
import { signal, type ReadonlySignal } from "@preact/signals-core";
import type { Database } from "./database";

/** The stored form. Its keys never change: browsers hold studies written by every earlier version. */
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
}

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
  remove(id: string): Promise<void>;
}

const CHANNEL = "trid.studies";

export function createStudies(database: Database): Studies {
  const version = signal(0);
  const failed = signal(false);
  const unwritten = new Map<string, StoredStudy>();
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(CHANNEL);
  if (channel) channel.onmessage = () => version.value++;

  function changed(): void {
    version.value++;
    channel?.postMessage(null);
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
      unwritten.set(study.id, study);
      try {
        await database.write("studies", new Map([[study.id, study]]));
        if (unwritten.get(study.id) === study) unwritten.delete(study.id);
        failed.value = unwritten.size > 0;
      } catch {
        failed.value = true;
      }
      changed();
      return !failed.peek();
    },
    async remove(id) {
      unwritten.delete(id);
      await database.write("studies", new Map([[id, undefined]])).catch(() => undefined);
      changed();
    },
  };
}

export function isStudy(value: unknown): value is StoredStudy {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, changed, record, path } = value as Record<string, unknown>;
  const texts = [id, name, record, path].every((each) => typeof each === "string");
  return texts && typeof changed === "number";
}
