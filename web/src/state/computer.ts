// The computer in a local game: it plays its side, gives hints and analyses the position shown.
import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { remaining } from "../source/clock";
import type { Engine } from "../source/engine";
import { text } from "../text";
import type { SearchInfo, SearchRequest } from "../wire/engine";
import type { Session } from "./session";
import { errorMessage } from "./sessionState";

export interface Analysis {
  /** What the search has found; null until it has found something. */
  readonly info: SearchInfo | null;
}

export interface Computer {
  /** What it searches for: a move of its side, or a hint. */
  readonly busy: ReadonlySignal<"move" | "hint" | null>;
  /** The analysis of the position shown; null while it is off. */
  readonly analysis: ReadonlySignal<Analysis | null>;
  /** Marks the best move in both views. */
  hint(): Promise<void>;
  setAnalysis(on: boolean): void;
  dispose(): void;
}

export interface ComputerOptions {
  readonly session: Session;
  /** Plays and gives hints. */
  readonly player: Engine;
  /** A second engine, so that analysis and play do not cancel each other. */
  readonly analyst: Engine;
  readonly now?: () => number;
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly random?: () => number;
}

const FULL_STRENGTH = 10;
const MOVE_TIME = 2500;
const HINT_TIME = 1200;
const ANALYSIS_TIME = 120_000;
const ANALYSIS_VARIATIONS = 3;
/** The shortest time before a move is shown, so that the player sees it arrive. */
const SHORTEST_MOVE = 350;

export function createComputer(options: ComputerOptions): Computer {
  const { session, player, analyst } = options;
  const { store } = session;
  const now = options.now ?? (() => performance.now());
  const pause = options.pause ?? ((time) => new Promise((resolve) => setTimeout(resolve, time)));
  const random = options.random ?? Math.random;
  const busy = signal<"move" | "hint" | null>(null);
  const analysis = signal<Analysis | null>(null);
  const analysing = signal(false);

  function showError(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    session.showMessage(errorMessage(text.page.engineFailed, reason));
  }

  async function searchRequest(part: Partial<SearchRequest>): Promise<SearchRequest> {
    const source = store.source.peek();
    const game = await source.record("json");
    const { ply } = source.history.peek();
    const seed = Math.floor(random() * 2 ** 32);
    return {
      game,
      ply,
      strength: FULL_STRENGTH,
      seed,
      variations: 1,
      moveTime: null,
      nodes: null,
      clock: null,
      ...part,
    };
  }

  async function move(): Promise<void> {
    const source = store.source.peek();
    const searched = source.snapshot.peek();
    const strength = session.info.peek().opponent?.strength ?? FULL_STRENGTH;
    const clocks = source.clocks.peek();
    const clock = clocks && {
      left: Math.floor(remaining(clocks, searched.turn, now())),
      increment: clocks.increment,
    };
    busy.value = "move";
    try {
      const request = await searchRequest({ strength, moveTime: clock ? null : MOVE_TIME, clock });
      const [best] = await Promise.all([player.search(request), pause(SHORTEST_MOVE)]);
      const same = store.source.peek() === source && source.snapshot.peek() === searched;
      if (best !== null && same) await source.play(best);
    } catch (error) {
      showError(error);
    } finally {
      if (busy.peek() === "move" && source.snapshot.peek() !== searched) busy.value = null;
    }
  }

  const stopPlaying = effect(() => {
    const source = store.source.value;
    const { status, turn } = source.snapshot.value;
    const { ply, moves } = source.history.value;
    const { opponent } = session.info.value;
    untracked(() => {
      player.cancel();
      busy.value = null;
      if (opponent?.plays === turn && status === "ongoing" && ply === moves.length) void move();
    });
  });

  const stopAnalysing = effect(() => {
    const on = analysing.value;
    const { status } = store.source.value.snapshot.value;
    untracked(() => {
      analyst.cancel();
      analysis.value = on ? { info: null } : null;
      if (on && status === "ongoing") void analyse();
    });
  });

  async function analyse(): Promise<void> {
    const searched = store.snapshot.peek();
    try {
      const request = await searchRequest({ variations: ANALYSIS_VARIATIONS, moveTime: ANALYSIS_TIME });
      if (store.snapshot.peek() !== searched || !analysing.peek()) return;
      await analyst.search(request, (info) => {
        if (store.snapshot.peek() === searched) analysis.value = { info };
      });
    } catch (error) {
      showError(error);
    }
  }

  async function hint(): Promise<void> {
    const searched = store.snapshot.peek();
    if (!store.mayMove.peek()) return;
    busy.value = "hint";
    try {
      const best = await player.search(await searchRequest({ moveTime: HINT_TIME }));
      const found = searched.moves.find((each) => each.move === best);
      if (!found || store.snapshot.peek() !== searched) return;
      const touched = await store.source.peek().touched(found.move);
      if (store.snapshot.peek() !== searched) return;
      store.showHint(touched);
      session.showMessage({ tone: "note", text: text.page.hint(found.text) });
    } catch (error) {
      showError(error);
    } finally {
      if (busy.peek() === "hint") busy.value = null;
    }
  }

  return {
    busy,
    analysis,
    hint,
    setAnalysis: (on) => (analysing.value = on),
    dispose() {
      stopPlaying();
      stopAnalysing();
      player.cancel();
      analyst.cancel();
    },
  };
}
