// The course: its stages, and the person's progress, which the browser stores and Rust reads and merges.
import { parse } from "../../core/json";
import { signal, type ReadonlySignal } from "@preact/signals";
import { loadLearnModule, type LearnModule } from "../../core/learnModule";
import { once } from "../../core/once";
import { savedItems, tryStore } from "../../storage/storage";
import type { Progress, StageSummary } from "../../wire/learn";

export const PROGRESS_KEY = "trid.learn.lessons";
/** Where progress that cannot be read is kept, so that nothing is lost. */
const BROKEN_KEY = "trid.learn.lessons.broken";

type CourseModule = Pick<LearnModule, "WasmProgress" | "stages">;

export interface Course {
  readonly stages: readonly StageSummary[];
  readonly progress: ReadonlySignal<Progress>;
  /** Why progress is not kept, or was started again; null if all is well. */
  readonly error: ReadonlySignal<"broken" | "full" | null>;
  /** Adds the stars of a solved exercise. */
  record(exercise: string, stars: number): void;
  /** Remembers the place where the person stopped. */
  setLast(path: string): void;
  reset(stage: string): void;
  /** Adds progress of another browser; false if it cannot be read. */
  merge(text: string): boolean;
}

/** The stage that shows in a minute what is new. */
export const TOUR = "first";

/** The course of this page, opened once. */
export const openCourse = once(async () => createCourse(await loadLearnModule(), savedItems()));

export function createCourse(module: CourseModule, storage: Storage): Course {
  const error = signal<"broken" | "full" | null>(null);
  const first = readStored();
  const progress = signal(parse(first.text()));
  first.free();

  function readStored(): InstanceType<CourseModule["WasmProgress"]> {
    const stored = storage.getItem(PROGRESS_KEY);
    try {
      return new module.WasmProgress(stored);
    } catch {
      error.value = "broken";
      write(BROKEN_KEY, stored ?? "");
      storage.removeItem(PROGRESS_KEY);
      return new module.WasmProgress();
    }
  }

  function write(key: string, text: string): void {
    if (!tryStore(storage, key, text)) error.value = "full";
  }

  /** Changes the stored progress, which another tab may have written meanwhile. */
  function change(edit: (progress: InstanceType<CourseModule["WasmProgress"]>) => void): void {
    const stored = readStored();
    const shown = new module.WasmProgress(JSON.stringify(progress.peek()));
    // Without storage the page still remembers what was solved.
    if (error.peek() === "full") stored.merge(shown);
    edit(stored);
    const text = stored.text();
    stored.free();
    shown.free();
    write(PROGRESS_KEY, text);
    progress.value = parse(text);
  }

  return {
    stages: parse(module.stages()),
    progress,
    error,
    record: (exercise, stars) => change((stored) => stored.record(exercise, stars)),
    setLast: (path) => change((stored) => stored.set_last(path)),
    reset: (stage) => change((stored) => stored.reset(stage)),
    merge(text) {
      try {
        const other = new module.WasmProgress(text);
        change((stored) => stored.merge(other));
        other.free();
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** The stage and exercise of an address such as `rook/2`; null if there is none. */
export function findExercise(
  stages: readonly StageSummary[],
  value: string,
): { stage: StageSummary; index: number } | null {
  const [id, number = "1"] = value.split("/");
  const stage = stages.find((each) => each.id === id);
  const index = Number(number) - 1;
  return stage?.exercises[index] ? { stage, index } : null;
}

/** The exercise in an address. */
export function exercisePath(stage: StageSummary, index: number): string {
  return `${stage.id}/${index + 1}`;
}

/** The exercise after this one: in its stage, or the first of the next; null at the end of the course. */
export function nextPath(stages: readonly StageSummary[], stage: StageSummary, index: number): string | null {
  if (index + 1 < stage.exercises.length) return exercisePath(stage, index + 1);
  const next = stages[stages.indexOf(stage) + 1];
  return next ? exercisePath(next, 0) : null;
}
