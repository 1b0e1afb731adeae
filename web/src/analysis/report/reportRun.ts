/**
 * The analysis of a whole game in the background: Rust names the next position, the engine evaluates it, Rust stores
 * the result in the study. So it can stop at any time, and goes on where it stopped, also after a reload.
 */
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { FULL_STRENGTH, type Engine } from "../../core/engine";
import type { SearchPosition, Variation } from "../../wire/engine";
import type { StudyReport } from "../../wire/study";

/** The part of a study that a report needs. */
export interface ReportStudy {
  /** Changes whenever the study does. */
  readonly edits: ReadonlySignal<number>;
  readonly report: () => StudyReport;
  /** The position to evaluate next; null when there is none. */
  readonly next: () => { readonly node: number; readonly position: SearchPosition } | null;
  readonly store: (node: number, best: Variation) => void;
  /** Removes the evaluations, to start again. */
  readonly clear: () => void;
}

/** Nodes per position. The same number gives the same report on every machine. */
export const EFFORTS = { fast: 20_000, standard: 100_000, deep: 500_000 } as const;
export type Effort = keyof typeof EFFORTS;

export type ReportStatus = "idle" | "running" | "elsewhere" | "failed";

export interface ReportRunOptions {
  readonly engine: Engine;
  readonly study: ReportStudy;
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean>;
}

const ATTEMPTS = 3;
const REFRESH_DELAY = 100;

export class ReportRun {
  readonly view: ReadonlySignal<StudyReport>;
  readonly #options: ReportRunOptions;
  readonly #view: Signal<StudyReport>;
  readonly #effort = signal<Effort | null>(null);
  readonly #failed = signal(false);
  readonly #stops: readonly (() => void)[];
  #refreshing: ReturnType<typeof setTimeout> | undefined;

  readonly status = computed<ReportStatus>(() => {
    if (this.#failed.value) return "failed";
    if (this.#effort.value === null) return "idle";
    return this.#options.elsewhere.value ? "elsewhere" : "running";
  });
  /** Whether a run is under way, also while it waits for another tab. */
  readonly wanted = computed(() => this.#effort.value !== null && !this.#failed.value);

  constructor(options: ReportRunOptions) {
    this.#options = options;
    this.view = this.#view = signal(options.study.report());
    this.#stops = [options.study.edits.subscribe(() => this.#refreshLater()), effect(() => this.#follow())];
  }

  /** Evaluates the positions that have no evaluation yet. */
  start(effort: Effort): void {
    this.#failed.value = false;
    this.#effort.value = effort;
  }

  /** Evaluates all positions again. */
  restart(effort: Effort): void {
    this.#options.study.clear();
    this.#refresh();
    this.start(effort);
  }

  cancel(): void {
    this.#effort.value = null;
    this.#failed.value = false;
  }

  dispose(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#refreshing);
  }

  #refresh(): void {
    clearTimeout(this.#refreshing);
    this.#view.value = this.#options.study.report();
  }

  /** After an edit the boards draw first. */
  #refreshLater(): void {
    clearTimeout(this.#refreshing);
    this.#refreshing = setTimeout(() => this.#refresh(), REFRESH_DELAY);
  }

  /** Runs while nothing stands in the way. */
  #follow(): (() => void) | undefined {
    const nodes = this.status.value === "running" && this.#effort.value ? EFFORTS[this.#effort.value] : null;
    if (nodes === null) return;
    let current = true;
    void this.#run(nodes, () => current);
    return () => {
      current = false;
      this.#options.engine.cancel();
    };
  }

  async #run(nodes: number, isCurrent: () => boolean): Promise<void> {
    const { engine, study } = this.#options;
    let failures = 0;
    // The run starts after the effect that starts it, so that it does not depend on what it reads.
    await Promise.resolve();
    while (isCurrent()) {
      const next = study.next();
      if (next === null) {
        this.#effort.value = null;
        return;
      }
      try {
        const best = await bestVariation(engine, next.position, nodes);
        if (best && isCurrent()) {
          study.store(next.node, best);
          this.#refresh();
        }
        failures = 0;
      } catch {
        failures++;
        if (isCurrent() && failures >= ATTEMPTS) this.#failed.value = true;
      }
    }
  }
}

/** The best variation of a position; null when the search was cancelled. */
export async function bestVariation(
  engine: Engine,
  position: SearchPosition,
  nodes: number,
): Promise<Variation | null> {
  let best: Variation | null = null;
  const request = { ...FULL_STRENGTH, position, nodes };
  const move = await engine.search(request, ({ variations }) => (best = variations[0] ?? null));
  return move === null ? null : best;
}
