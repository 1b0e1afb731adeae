// The scores of the trainers in the browser's storage. Rust reads and writes the text.
import { parse } from "../../core/json";
import { signal, type ReadonlySignal } from "@preact/signals";
import { loadLearnModule, type LearnModule } from "../../core/learnModule";
import { once } from "../../core/once";
import { savedItems, tryStore } from "../../storage/storage";
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
  /** Adds the scores of another browser; false if theirs or those of this browser cannot be read or stored. */
  merge(text: string): boolean;
  /** Discards text that cannot be read. */
  startOver(): void;
}

/** The learn module and the scores of this page. */
export interface Trainers {
  readonly module: LearnModule;
  readonly scores: Scores;
}

/** The trainers of this page, opened once. */
export const openTrainers = once(async (): Promise<Trainers> => {
  const module = await loadLearnModule();
  return { module, scores: createScores(savedItems(), module) };
});

export function createScores(
  storage: Storage,
  module: Pick<LearnModule, "trainer_scores" | "merge_trainer_scores">,
): Scores {
  const read = (): StoredScores => parse(module.trainer_scores(storage.getItem(SCORES_KEY) ?? undefined));
  const stored = signal(read());
  const write = (text: string): boolean => {
    if (!tryStore(storage, SCORES_KEY, text)) return false;
    stored.value = read();
    return true;
  };
  return {
    stored,
    of: (kind) => (stored.value.state === "read" ? (stored.value.scores[kind] ?? []) : []),
    add(run, now) {
      const text = run.add_score(storage.getItem(SCORES_KEY) ?? undefined, now);
      return text === undefined || write(text);
    },
    merge(other) {
      const text = module.merge_trainer_scores(storage.getItem(SCORES_KEY) ?? undefined, other);
      return text !== undefined && write(text);
    },
    startOver() {
      storage.removeItem(SCORES_KEY);
      stored.value = read();
    },
  };
}
