// The scores of the trainers in the browser's storage. Rust reads and writes the text.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { LearnModule } from "../../source/learnModule";
import type { StoredScores, TrainerKind, TrainerScore } from "../../wire/learn";

export const SCORES_KEY = "trid.trainers";

/** A run whose score can be added. */
export interface ScoredRun {
  /** The stored text with the run added; undefined if there is nothing to add, or if that text cannot be read. */
  add_score(stored: string | undefined, now: number): string | undefined;
}

export interface Scores {
  readonly stored: ReadonlySignal<StoredScores>;
  of(kind: TrainerKind): readonly TrainerScore[];
  /** Adds a run. Text that cannot be read stays as it is. False if the browser does not keep it. */
  add(run: ScoredRun, now: number): boolean;
  /** Discards text that cannot be read. */
  startOver(): void;
}

export function createScores(storage: Storage, module: Pick<LearnModule, "trainer_scores">): Scores {
  const read = (): StoredScores =>
    JSON.parse(module.trainer_scores(storage.getItem(SCORES_KEY) ?? undefined)) as StoredScores;
  const stored = signal(read());
  return {
    stored,
    of: (kind) => (stored.value.state === "read" ? (stored.value.scores[kind] ?? []) : []),
    add(run, now) {
      const text = run.add_score(storage.getItem(SCORES_KEY) ?? undefined, now);
      if (text === undefined) return true;
      try {
        storage.setItem(SCORES_KEY, text);
      } catch {
        return false;
      }
      stored.value = read();
      return true;
    },
    startOver() {
      storage.removeItem(SCORES_KEY);
      stored.value = read();
    },
  };
}
