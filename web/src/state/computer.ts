// The computer at the table: it plays its side, gives a hint, and says what it thinks of the position.
import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { remaining } from "../source/clock";
import type { Engine, Variation, SearchRequest } from "../source/engine";
import { touchedBy } from "./lastMove";
import type { Session } from "./session";

export interface Analysis {
  /** The lines it looks at, best first; empty until the first is there. */
  readonly lines: readonly Variation[];
}

export interface Computer {
  /** Whether it is choosing a move for its side or looking for a hint. */
  readonly busy: ReadonlySignal<"move" | "hint" | null>;
  /** What it thinks of the position shown; null while that is switched off. */
  readonly analysis: ReadonlySignal<Analysis | null>;
  /** Points at the best move; the squares are marked in both views. */
  hint(): Promise<void>;
  setAnalysis(on: boolean): void;
  dispose(): void;
}

export interface ComputerOptions {
  readonly session: Session;
  /** One engine to play and hint, another to comment, so that neither waits for the other. */
  readonly player: Engine;
  readonly analyst: Engine;
  readonly now?: () => number;
  /** Waits before a move is shown, so that an answer can be seen to come. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly random?: () => number;
}

const FULL = 10;
const MOVE_TIME = 2500;
const HINT_TIME = 1200;
const ANALYSIS_TIME = 120_000;
const ANALYSIS_LINES = 3;
const SHORTEST_MOVE = 350;

export function createComputer(parts: ComputerOptions): Computer {
  const { session, player, analyst } = parts;
  const { store } = session;
  const now = parts.now ?? (() => performance.now());
  const pause = parts.pause ?? ((time) => new Promise((resolve) => setTimeout(resolve, time)));
  const random = parts.random ?? Math.random;
  const busy = signal<"move" | "hint" | null>(null);
  const analysis = signal<Analysis | null>(null);
  const commenting = signal(false);

  function complain(failure: unknown): void {
    const reason = failure instanceof Error ? failure.message : String(failure);
    session.message.value = { tone: "error", text: `The computer cannot think: ${reason}.` };
  }

  async function ask(part: Partial<SearchRequest>): Promise<SearchRequest> {
    const source = store.source.peek();
    const game = await source.record("json");
    const { ply } = source.history.peek();
    const seed = Math.floor(random() * 2 ** 32);
    return { game, ply, level: FULL, seed, lines: 1, moveTime: null, clock: null, ...part };
  }

  async function move(): Promise<void> {
    const source = store.source.peek();
    const asked = source.snapshot.peek();
    const level = session.info.peek().opponent?.level ?? FULL;
    const clocks = source.clocks.peek();
    const clock = clocks && {
      left: Math.floor(remaining(clocks, asked.turn, now())),
      increment: clocks.increment,
    };
    busy.value = "move";
    try {
      const question = await ask({ level, moveTime: clock ? null : MOVE_TIME, clock });
      const [chosen] = await Promise.all([player.think(question), pause(SHORTEST_MOVE)]);
      const same = store.source.peek() === source && source.snapshot.peek() === asked;
      if (chosen !== null && same) await source.play(chosen);
    } catch (failure) {
      complain(failure);
    } finally {
      if (busy.peek() === "move" && source.snapshot.peek() !== asked) busy.value = null;
    }
  }

  const stopPlaying = effect(() => {
    const source = store.source.value;
    const { status, turn } = source.snapshot.value;
    const { ply, moves } = source.history.value;
    const opponent = session.info.value.opponent;
    untracked(() => {
      player.cancel();
      busy.value = null;
      if (opponent?.plays === turn && status === "ongoing" && ply === moves.length) void move();
    });
  });

  const stopCommenting = effect(() => {
    const on = commenting.value;
    const { status } = store.source.value.snapshot.value;
    untracked(() => {
      analyst.cancel();
      analysis.value = on ? { lines: [] } : null;
      if (on && status === "ongoing") void comment();
    });
  });

  async function comment(): Promise<void> {
    const asked = store.snapshot.peek();
    try {
      const question = await ask({ lines: ANALYSIS_LINES, moveTime: ANALYSIS_TIME });
      if (store.snapshot.peek() !== asked || !commenting.peek()) return;
      await analyst.think(question, (line) => {
        if (store.snapshot.peek() !== asked) return;
        const others = analysis.peek()?.lines.filter((each) => each.rank !== line.rank) ?? [];
        analysis.value = { lines: [...others, line].sort((one, other) => one.rank - other.rank) };
      });
    } catch (failure) {
      complain(failure);
    }
  }

  return {
    busy,
    analysis,
    async hint() {
      const asked = store.snapshot.peek();
      if (!store.mayMove.peek()) return;
      busy.value = "hint";
      try {
        const best = await player.think(await ask({ moveTime: HINT_TIME }));
        if (best === null || store.snapshot.peek() !== asked) return;
        const told = asked.moves.find((each) => each.move === best);
        if (!told) return;
        store.hint.value = touchedBy(told);
        session.message.value = { tone: "note", text: `Hint: ${told.text}` };
      } catch (failure) {
        complain(failure);
      } finally {
        if (busy.peek() === "hint") busy.value = null;
      }
    },
    setAnalysis: (on) => (commenting.value = on),
    dispose() {
      stopPlaying();
      stopCommenting();
      player.cancel();
      analyst.cancel();
    },
  };
}
