// The computer in a local game: it plays its side and gives hints.
import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { remaining } from "../core/clock";
import { FULL_STRENGTH, type Engine } from "../core/engine";
import { text } from "../text";
import type { SearchRequest } from "../wire/engine";
import type { Session } from "./session";
import { errorMessage } from "../core/message";

export interface Computer {
  /** What it searches for: a move of its side, or a hint. */
  readonly busy: ReadonlySignal<"move" | "hint" | null>;
  /** Marks the best move in both views. */
  hint(): Promise<void>;
  dispose(): void;
}

export interface ComputerOptions {
  readonly session: Session;
  /** Plays and gives hints. */
  readonly player: Engine;
  readonly now?: () => number;
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly random?: () => number;
}

const MOVE_TIME = 2500;
const HINT_TIME = 1200;
/** The shortest time before a move is shown, so that the player sees it arrive. */
const MIN_MOVE_TIME = 350;

export function createComputer(options: ComputerOptions): Computer {
  const { session, player } = options;
  const { store } = session;
  const now = options.now ?? (() => performance.now());
  const pause = options.pause ?? ((time) => new Promise((resolve) => setTimeout(resolve, time)));
  const random = options.random ?? Math.random;
  const busy = signal<"move" | "hint" | null>(null);

  function showError(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    session.showMessage(errorMessage(text.page.engineFailed, reason));
  }

  function searchRequest(part: Partial<SearchRequest>): SearchRequest {
    const position = store.mode.peek().board.searchPosition();
    const seed = Math.floor(random() * 2 ** 32);
    return { ...FULL_STRENGTH, position, seed, ...part };
  }

  async function move(): Promise<void> {
    const mode = store.mode.peek();
    const { snapshot } = mode.board;
    const searched = snapshot.peek();
    const strength = session.info.peek().opponent?.strength ?? FULL_STRENGTH.strength;
    const clocks = mode.clocks?.peek();
    const clock = clocks
      ? {
          left: Math.floor(remaining(clocks, searched.turn, now())),
          increment: clocks.increment,
        }
      : null;
    busy.value = "move";
    try {
      const request = searchRequest({ strength, moveTime: clock ? null : MOVE_TIME, clock });
      const [best] = await Promise.all([player.search(request), pause(MIN_MOVE_TIME)]);
      const same = store.mode.peek() === mode && snapshot.peek() === searched;
      if (best !== null && same) await mode.play?.(best);
    } catch (error) {
      showError(error);
    } finally {
      if (busy.peek() === "move" && snapshot.peek() !== searched) busy.value = null;
    }
  }

  const stopPlaying = effect(() => {
    const { snapshot, history } = store.mode.value.board;
    const { status, turn } = snapshot.value;
    const { ply, moves } = history.value;
    const { opponent } = session.info.value;
    untracked(() => {
      player.cancel();
      busy.value = null;
      if (opponent?.plays === turn && status === "ongoing" && ply === moves.length) void move();
    });
  });

  async function hint(): Promise<void> {
    const searched = store.snapshot.peek();
    if (!store.mayMove.peek()) return;
    busy.value = "hint";
    try {
      const best = await player.search(searchRequest({ moveTime: HINT_TIME }));
      const found = searched.moves.find((each) => each.move === best);
      if (!found || store.snapshot.peek() !== searched) return;
      store.showHint(store.mode.peek().board.touched(found.move));
      session.showMessage({ tone: "note", text: text.page.hint(found.text) });
    } catch (error) {
      showError(error);
    } finally {
      if (busy.peek() === "hint") busy.value = null;
    }
  }

  return {
    busy,
    hint,
    dispose() {
      stopPlaying();
      player.cancel();
    },
  };
}
