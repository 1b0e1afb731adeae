// Results of lessons, puzzles and trainers in an exported file: lines that readers of T-PGN skip, `% trid.learn.x {json}`.
import { keysOf } from "./storage";

const KEYS = /^trid\.(learn\.|trainers$)/;
/** What belongs to this browser only: the last place, the offer, and what could not be read. */
const LOCAL = /\.(last|offered|broken)$/;
const LINE = /^% (trid\.(?:learn\.[\w.]+|trainers)) (.+)$/gm;

export interface LearnResult {
  /** The key in the storage. */
  readonly key: string;
  /** JSON text. */
  readonly value: string;
}

/** The lines for everything that the storage holds. */
export function writeLearnResults(storage: Storage): string {
  return keysOf(storage)
    .filter((key) => KEYS.test(key) && !LOCAL.test(key))
    .sort()
    .map((key) => `% ${key} ${(storage.getItem(key) ?? "").replaceAll(/\s*\n\s*/g, " ")}\n`)
    .join("");
}

export function readLearnResults(record: string): LearnResult[] {
  return [...record.matchAll(LINE)].map(([, key = "", value = ""]) => ({ key, value }));
}

/** The text without those lines. */
export function withoutLearnResults(record: string): string {
  return record.replaceAll(LINE, "");
}
