// The computer in a local game: it plays its side and gives hints.
import { effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { remaining } from "../core/clock";
import { FULL_STRENGTH, type Engine } from "../core/engine";
import { text } from "../text";
import type { SearchRequest } from "../wire/engine";
import type { Session } from "./session";
import { errorMessage } from "../core/message";

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

export class Computer {
  /** What it searches for: a move of its side, or a hint. */
  readonly busy: ReadonlySignal<"move" | "hint" | null>;
  readonly #busy = signal<"move" | "hint" | null>(null);
  readonly #options: Required<ComputerOptions>;

  constructor({ session, player, now, pause, random }: ComputerOptions) {
    this.busy = this.#busy;
    this.#options = {
      session,
      player,
      now: now ?? (() => performance.now()),
      pause: pause ?? ((time) => new Promise((resolve) => setTimeout(resolve, time))),
      random: random ?? Math.random,
    };
    effect(() => {
      const { snapshot, history } = session.store.mode.value.board;
      const { status, turn } = snapshot.value;
      const { ply, moves } = history.value;
      const { opponent } = session.info.value;
      untracked(() => {
        player.cancel();
        this.#busy.value = null;
        if (opponent?.plays === turn && status === "ongoing" && ply === moves.length) void this.#move();
      });
    });
  }

  /** Marks the best move in both views. */
  async hint(): Promise<void> {
    const { session, player } = this.#options;
    const { store } = session;
    const searched = store.snapshot.peek();
    if (!store.mayMove.peek()) return;
    this.#busy.value = "hint";
    try {
      const best = await player.search(this.#request({ moveTime: HINT_TIME }));
      const found = searched.moves.find((each) => each.move === best);
      if (!found || store.snapshot.peek() !== searched) return;
      store.showHint(store.mode.peek().board.touched(found.move));
      session.showMessage({ tone: "note", text: text.page.hint(found.text) });
    } catch (error) {
      this.#showError(error);
    } finally {
      if (this.#busy.peek() === "hint") this.#busy.value = null;
    }
  }

  async #move(): Promise<void> {
    const { session, player, now, pause } = this.#options;
    const mode = session.store.mode.peek();
    const { snapshot } = mode.board;
    const searched = snapshot.peek();
    const strength = session.info.peek().opponent?.strength ?? FULL_STRENGTH.strength;
    const clocks = mode.clocks?.peek();
    const clock = clocks
      ? { left: Math.floor(remaining(clocks, searched.turn, now())), increment: clocks.increment }
      : null;
    this.#busy.value = "move";
    try {
      const request = this.#request({ strength, moveTime: clock ? null : MOVE_TIME, clock });
      const [best] = await Promise.all([player.search(request), pause(MIN_MOVE_TIME)]);
      const same = session.store.mode.peek() === mode && snapshot.peek() === searched;
      if (best !== null && same) await mode.play?.(best);
    } catch (error) {
      this.#showError(error);
    } finally {
      if (this.#busy.peek() === "move" && snapshot.peek() !== searched) this.#busy.value = null;
    }
  }

  #request(part: Partial<SearchRequest>): SearchRequest {
    const { session, random } = this.#options;
    const position = session.store.mode.peek().board.searchPosition();
    const seed = Math.floor(random() * 2 ** 32);
    return { ...FULL_STRENGTH, position, seed, ...part };
  }

  #showError(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.session.showMessage(errorMessage(text.page.engineFailed, reason));
  }
}
