/**
 * The engine of a study: it searches the position on the boards while it is on, and remembers what it found per position.
 *
 * It stops while the page is hidden or another tab uses the engine. A search that fails is repeated; after several
 * failures it waits for `restart`. What was found stays in every case.
 */
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals";
import { FULL_STRENGTH, type Engine } from "../../core/engine";
import type { SearchPosition, Variation } from "../../wire/engine";
import type { Threat, ThreatError } from "../../wire/study";
import { DEFAULT_SETTINGS, type EngineSettings } from "./engineSettings";
import { addInfo, needsSearch, type Found, type LineCount } from "./found";

/** The position on the boards, as the engine needs it. */
export interface EnginePosition {
  /** The same for positions that are reached by different moves. */
  readonly key: string;
  readonly isOver: boolean;
  /** The game to search and the ply in it. */
  readonly position: () => SearchPosition;
  readonly threat: () => Threat;
}

export const ENGINE_STATUSES = ["off", "over", "hidden", "elsewhere", "searching", "done", "failed"] as const;
export type EngineStatus = (typeof ENGINE_STATUSES)[number];

export interface StudyEngine {
  readonly on: Signal<boolean>;
  readonly lines: Signal<LineCount>;
  /** Whether every search goes on until the position changes. */
  readonly unlimited: Signal<boolean>;
  readonly threatOn: Signal<boolean>;
  /** Whether lines and threat are shown as arrows on the boards. */
  readonly arrowsOn: Signal<boolean>;
  readonly status: ReadonlySignal<EngineStatus>;
  /** What is known about the position on the boards. */
  readonly found: ReadonlySignal<Found | null>;
  /** The best move of the other side if it were their turn; null while it is not known or not asked for. */
  readonly threat: ReadonlySignal<Variation | null>;
  /** Why there is no threat. */
  readonly threatError: ReadonlySignal<ThreatError | null>;
  /** The best line when the search ended or went on for a while. It does not change until the position does. */
  readonly settled: ReadonlySignal<Variation | null>;
  /** Searches the position on the boards without a limit. */
  goDeeper(): void;
  /** Whether the position is being searched without a limit, or was. */
  readonly deeper: ReadonlySignal<boolean>;
  /** Tries again after a failure. */
  restart(): void;
  dispose(): void;
}

export interface StudyEngineOptions {
  readonly engine: Engine;
  readonly position: ReadonlySignal<EnginePosition>;
  /** Whether the page is visible and shows the study. */
  readonly visible: ReadonlySignal<boolean>;
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean>;
  readonly settings?: EngineSettings;
}

/** How long a position is searched unless the person asks for more. */
const SEARCH_TIME = 15_000;
const THREAT_TIME = 2_000;
/** The pause before a search, so that stepping through moves does not start one at every step. */
const START_DELAY = 150;
/** The shortest time between two updates of the lines. */
const UPDATE_INTERVAL = 125;
const ATTEMPTS = 3;
/** How long a search goes on before its result counts as settled, if it does not end earlier. */
const SETTLE_TIME = 3_000;

export function createStudyEngine(options: StudyEngineOptions): StudyEngine {
  const { engine, position, visible, elsewhere, settings = DEFAULT_SETTINGS } = options;
  const on = signal(false);
  const lines = signal<LineCount>(settings.lines);
  const unlimited = signal(settings.unlimited);
  const threatOn = signal(false);
  const arrowsOn = signal(settings.arrowsOn);
  /** The position that is searched without a limit on request. */
  const deeperKey = signal<string | null>(null);
  const failures = signal(0);
  const memory = signal<ReadonlyMap<string, Found>>(new Map());
  const threats = signal<ReadonlyMap<string, Variation>>(new Map());
  const searching = signal(false);
  const key = computed(() => position.value.key);
  const deeper = computed(() => unlimited.value || deeperKey.value === key.value);
  const threatAnswer = computed(() => (threatOn.value ? position.value.threat() : null));
  const settled = signal<{ readonly key: string; readonly best: Variation } | null>(null);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;

  const mayRun = computed(
    () => visible.value && !elsewhere.value && failures.value < ATTEMPTS && !position.value.isOver,
  );
  const status = computed<EngineStatus>(() => {
    if (!on.value && !threatOn.value) return "off";
    if (position.value.isOver) return "over";
    if (failures.value >= ATTEMPTS) return "failed";
    if (elsewhere.value) return "elsewhere";
    if (!visible.value) return "hidden";
    return searching.value ? "searching" : "done";
  });

  /** A change of any of these starts the search again. */
  const demand = computed(() => ({
    isWanted: on.value || threatOn.value,
    ...{ key: key.value, on: on.value, threat: threatOn.value },
    ...{ lines: lines.value, deeper: deeper.value, failures: failures.value },
  }));

  const stop = effect(() => {
    const { isWanted } = demand.value;
    const run = mayRun.value && isWanted;
    untracked(() => {
      clearTimeout(timer);
      clearTimeout(settling);
      engine.cancel();
      searching.value = run && (missingThreat() !== null || missingLines());
      if (searching.peek()) timer = setTimeout(() => void search(), START_DELAY);
      settling = setTimeout(settle, searching.peek() ? SETTLE_TIME : START_DELAY);
    });
  });

  function settle(): void {
    const best = memory.peek().get(key.peek())?.info.variations[0];
    if (best && settled.peek()?.key !== key.peek()) settled.value = { key: key.peek(), best };
  }

  function missingThreat(): string | null {
    const answer = threatAnswer.peek();
    return answer?.kind === "position" && !threats.peek().has(key.peek()) ? answer.tfen : null;
  }

  function missingLines(): boolean {
    const demand = { lines: lines.peek(), unlimited: deeper.peek() };
    return on.peek() && needsSearch(memory.peek().get(key.peek()), demand);
  }

  async function search(): Promise<void> {
    const tfen = missingThreat();
    const searched = key.peek();
    try {
      if (tfen !== null && !(await searchThreat(searched, tfen))) return;
      if (missingLines() && !(await searchLines(searched))) return;
    } catch {
      failures.value++;
      return;
    }
    settle();
    batch(() => {
      searching.value = false;
      failures.value = 0;
    });
  }

  /** False when the search was cancelled. */
  async function searchThreat(searched: string, tfen: string): Promise<boolean> {
    let best: Variation | undefined;
    const request = { ...FULL_STRENGTH, position: { start: tfen, moves: [] }, moveTime: THREAT_TIME };
    const move = await engine.search(request, ({ variations }) => (best = variations[0]));
    if (move === null) return false;
    if (best) threats.value = new Map(threats.peek()).set(searched, best);
    return true;
  }

  async function searchLines(searched: string): Promise<boolean> {
    const count = lines.peek();
    const update = throttled(UPDATE_INTERVAL, (found: Found) => {
      memory.value = new Map(memory.peek()).set(searched, found);
    });
    let found = memory.peek().get(searched);
    const moveTime = deeper.peek() ? null : SEARCH_TIME;
    try {
      const request = { ...FULL_STRENGTH, position: position.peek().position(), variations: count, moveTime };
      const move = await engine.search(request, (info) => {
        if (info.variations.length === 0) return;
        found = addInfo(found, info, count);
        update.call(found);
      });
      if (found && move !== null) update.call({ ...found, complete: true });
      return move !== null;
    } finally {
      update.flush();
    }
  }

  return {
    on,
    lines,
    unlimited,
    threatOn,
    arrowsOn,
    status,
    deeper,
    found: computed(() => memory.value.get(key.value) ?? null),
    threat: computed(() => (threatOn.value ? (threats.value.get(key.value) ?? null) : null)),
    threatError: computed(() => (threatAnswer.value?.kind === "refused" ? threatAnswer.value.reason : null)),
    settled: computed(() => (on.value && settled.value?.key === key.value ? settled.value.best : null)),
    goDeeper: () => (deeperKey.value = key.peek()),
    restart: () => (failures.value = 0),
    dispose() {
      stop();
      clearTimeout(timer);
      clearTimeout(settling);
      engine.cancel();
    },
  };
}

/** Runs an action at once, and then at most once per interval with the latest value. */
function throttled<Value>(interval: number, act: (value: Value) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: { readonly value: Value } | null = null;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting) act(waiting.value);
    waiting = null;
  }
  return {
    call(value: Value): void {
      waiting = { value };
      if (timer !== undefined) return;
      flush();
      timer = setTimeout(flush, interval);
    },
    flush,
  };
}
