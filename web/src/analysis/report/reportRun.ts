/**
 * The analysis of a whole game in the background: Rust names the next position, the engine evaluates it, Rust stores
 * the result in the study. So it can stop at any time, and goes on where it stopped, also after a reload.
 */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
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

export const REPORT_STATUSES = ["idle", "running", "elsewhere", "failed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export interface ReportRun {
  readonly status: ReadonlySignal<ReportStatus>;
  readonly view: ReadonlySignal<StudyReport>;
  /** Whether a run is under way, also while it waits for another tab. */
  readonly wanted: ReadonlySignal<boolean>;
  /** Evaluates the positions that have no evaluation yet. */
  start(effort: Effort): void;
  /** Evaluates all positions again. */
  restart(effort: Effort): void;
  cancel(): void;
  dispose(): void;
}

export interface ReportRunOptions {
  readonly engine: Engine;
  readonly study: ReportStudy;
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean>;
}

const ATTEMPTS = 3;
const REFRESH_DELAY = 100;

export function createReportRun({ engine, study, elsewhere }: ReportRunOptions): ReportRun {
  const effort = signal<Effort | null>(null);
  const failed = signal(false);
  const view = signal(study.report());
  let refreshing: ReturnType<typeof setTimeout> | undefined;

  function refresh(): void {
    clearTimeout(refreshing);
    view.value = study.report();
  }

  // After an edit the boards draw first.
  const stopRefreshing = study.edits.subscribe(() => {
    clearTimeout(refreshing);
    refreshing = setTimeout(refresh, REFRESH_DELAY);
  });

  const status = computed<ReportStatus>(() => {
    if (failed.value) return "failed";
    if (effort.value === null) return "idle";
    return elsewhere.value ? "elsewhere" : "running";
  });

  const stop = effect(() => {
    const nodes = status.value === "running" && effort.value ? EFFORTS[effort.value] : null;
    if (nodes === null) return;
    let current = true;
    void run(nodes, () => current);
    return () => {
      current = false;
      engine.cancel();
    };
  });

  async function run(nodes: number, isCurrent: () => boolean): Promise<void> {
    let failures = 0;
    // The run starts after the effect that starts it, so that it does not depend on what it reads.
    await Promise.resolve();
    while (isCurrent()) {
      const next = study.next();
      if (next === null) {
        effort.value = null;
        return;
      }
      try {
        const best = await evaluate(next.position, nodes);
        if (best && isCurrent()) {
          study.store(next.node, best);
          refresh();
        }
        failures = 0;
      } catch {
        failures++;
        if (isCurrent() && failures >= ATTEMPTS) failed.value = true;
      }
    }
  }

  /** The best variation; null when the search was cancelled. */
  async function evaluate(position: SearchPosition, nodes: number): Promise<Variation | null> {
    let best: Variation | null = null;
    const move = await engine.search(
      { ...FULL_STRENGTH, position, nodes },
      ({ variations }) => (best = variations[0] ?? null),
    );
    return move === null ? null : best;
  }

  function start(next: Effort): void {
    failed.value = false;
    effort.value = next;
  }

  return {
    status,
    view,
    wanted: computed(() => effort.value !== null && !failed.value),
    start,
    restart(next) {
      study.clear();
      refresh();
      start(next);
    },
    cancel() {
      effort.value = null;
      failed.value = false;
    },
    dispose() {
      stop();
      stopRefreshing();
      clearTimeout(refreshing);
    },
  };
}
