/**
 * The engine of a study: it searches the position on the boards while it is on, and remembers what it found per position.
 *
 * It stops while the page is hidden or another tab uses the engine. A search that fails is repeated; after several
 * failures it waits for `restart`. What was found stays in every case.
 */
import { batch, computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { FULL_STRENGTH, type Engine } from "../../core/engine";
import type { SearchPosition, Variation } from "../../wire/engine";
import type { Threat } from "../../wire/study";
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

export type EngineStatus = "off" | "over" | "hidden" | "elsewhere" | "searching" | "done" | "failed";

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

export class StudyEngine {
  readonly on = signal(false);
  readonly lines: Signal<LineCount>;
  /** Whether every search goes on until the position changes. */
  readonly unlimited: Signal<boolean>;
  readonly threatOn = signal(false);
  /** Whether lines and threat are shown as arrows on the boards. */
  readonly arrowsOn: Signal<boolean>;
  readonly #options: StudyEngineOptions;
  readonly #memory = signal<ReadonlyMap<string, Found>>(new Map());
  readonly #threats = signal<ReadonlyMap<string, Variation>>(new Map());
  readonly #settled = signal<{ readonly key: string; readonly best: Variation } | null>(null);
  /** The position that is searched without a limit on request. */
  readonly #deeperKey = signal<string | null>(null);
  readonly #failures = signal(0);
  readonly #searching = signal(false);
  readonly #key = computed(() => this.#options.position.value.key);
  readonly #threatAnswer = computed(() => (this.threatOn.value ? this.#options.position.value.threat() : null));
  readonly #obstacle = computed<EngineStatus | null>(() => {
    const { position, elsewhere, visible } = this.#options;
    if (!this.on.value && !this.threatOn.value) return "off";
    if (position.value.isOver) return "over";
    if (this.#failures.value >= ATTEMPTS) return "failed";
    if (elsewhere.value) return "elsewhere";
    return visible.value ? null : "hidden";
  });
  readonly #stop: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  readonly status = computed(() => this.#obstacle.value ?? (this.#searching.value ? "searching" : "done"));
  /** Whether the position is being searched without a limit, or was. */
  readonly deeper = computed(() => this.unlimited.value || this.#deeperKey.value === this.#key.value);
  /** What is known about the position on the boards. */
  readonly found = computed(() => this.#memory.value.get(this.#key.value) ?? null);
  /** The best move of the other side if it were their turn; null while it is not known or not asked for. */
  readonly threat = computed(() => (this.threatOn.value ? (this.#threats.value.get(this.#key.value) ?? null) : null));
  /** Why there is no threat. */
  readonly threatError = computed(() =>
    this.#threatAnswer.value?.kind === "refused" ? this.#threatAnswer.value.reason : null,
  );
  /** The best line when the search ended or went on for a while. It does not change until the position does. */
  readonly settled = computed(() =>
    this.on.value && this.#settled.value?.key === this.#key.value ? this.#settled.value.best : null,
  );

  constructor(options: StudyEngineOptions) {
    const { lines, unlimited, arrowsOn } = options.settings ?? DEFAULT_SETTINGS;
    this.#options = options;
    this.lines = signal<LineCount>(lines);
    this.unlimited = signal(unlimited);
    this.arrowsOn = signal(arrowsOn);
    const reasons = [this.#obstacle, this.#key, this.on, this.threatOn, this.lines, this.deeper, this.#failures];
    this.#stop = computed(() => reasons.map((reason) => reason.value)).subscribe(() => this.#searchAgain());
  }

  /** Searches the position on the boards without a limit. */
  goDeeper(): void {
    this.#deeperKey.value = this.#key.peek();
  }

  /** Tries again after a failure. */
  restart(): void {
    this.#failures.value = 0;
  }

  dispose(): void {
    this.#stop();
    this.#cancel();
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.#options.engine.cancel();
  }

  #searchAgain(): void {
    this.#cancel();
    const starts = this.#obstacle.peek() === null && (this.#missingThreat() !== null || this.#missingLines());
    this.#searching.value = starts;
    if (starts) this.#timer = setTimeout(() => void this.#search(), START_DELAY);
    this.#settling = setTimeout(() => this.#settle(), starts ? SETTLE_TIME : START_DELAY);
  }

  #settle(): void {
    const key = this.#key.peek();
    const best = this.#memory.peek().get(key)?.info.variations[0];
    if (best && this.#settled.peek()?.key !== key) this.#settled.value = { key, best };
  }

  #missingThreat(): string | null {
    const answer = this.#threatAnswer.peek();
    return answer?.kind === "position" && !this.#threats.peek().has(this.#key.peek()) ? answer.tfen : null;
  }

  #missingLines(): boolean {
    const demand = { lines: this.lines.peek(), unlimited: this.deeper.peek() };
    return this.on.peek() && needsSearch(this.#memory.peek().get(this.#key.peek()), demand);
  }

  async #search(): Promise<void> {
    const tfen = this.#missingThreat();
    const key = this.#key.peek();
    try {
      if (tfen !== null && !(await this.#searchThreat(key, tfen))) return;
      if (this.#missingLines() && !(await this.#searchLines(key))) return;
    } catch {
      this.#failures.value++;
      return;
    }
    this.#settle();
    batch(() => {
      this.#searching.value = false;
      this.#failures.value = 0;
    });
  }

  /** False when the search was cancelled. */
  async #searchThreat(key: string, tfen: string): Promise<boolean> {
    let best: Variation | undefined;
    const request = { ...FULL_STRENGTH, position: { start: tfen, moves: [] }, moveTime: THREAT_TIME };
    const move = await this.#options.engine.search(request, ({ variations }) => (best = variations[0]));
    if (move === null) return false;
    if (best) this.#threats.value = new Map(this.#threats.peek()).set(key, best);
    return true;
  }

  async #searchLines(key: string): Promise<boolean> {
    const { engine, position } = this.#options;
    const count = this.lines.peek();
    const update = throttled(UPDATE_INTERVAL, (found: Found) => {
      this.#memory.value = new Map(this.#memory.peek()).set(key, found);
    });
    let found = this.#memory.peek().get(key);
    const moveTime = this.deeper.peek() ? null : SEARCH_TIME;
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
