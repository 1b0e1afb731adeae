// An attempt at an exercise or a puzzle on the boards: WebAssembly decides, this passes moves in and states out.
import { batch, computed, signal, type ReadonlySignal } from "@preact/signals";
import type { Mode, Quiz, Steps } from "../board/mode";
import type { Overlay } from "../board/overlay";
import { Board } from "../core/board";
import { attempt, type ActionResult } from "../core/errors";
import { parse } from "../core/json";
import type { WasmAttempt } from "../wasm/learn/trid_learn";
import type { AttemptState, Hint, Outcome } from "../wire/learn";
import type { Claim, Color } from "../wire/snapshot";

/** The pause before a reply, so that both moves are seen. */
const REPLY_PAUSE = 500;
const SOLUTION_PAUSE = 900;
const NOBODY: readonly Color[] = [];
const NOTHING_DRAWN: Overlay = { fills: [], rings: [], arrows: [] };

type Pause = (milliseconds: number) => Promise<void>;
const wait: Pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export interface AttemptOptions {
  /** What the person picks, where they do not move. */
  readonly picks?: "squares" | "choices" | undefined;
  /** What is drawn over the boards until the first move. */
  readonly intro?: Overlay | undefined;
  /** Finds the reply to a wrong move where the task knows none. */
  readonly findReply?: ((board: Board) => Promise<string | null>) | undefined;
  /** Whether nothing follows a mistake. */
  readonly endsAtMistake?: boolean;
  readonly pause?: Pause;
}

/** `View` is what the task says about itself. */
export class AttemptMode<View = unknown> implements Mode {
  readonly view: View;
  readonly state: ReadonlySignal<AttemptState>;
  /** What it counts as, as soon as that is decided. */
  readonly outcome: ReadonlySignal<Outcome | null>;
  readonly board: Board;
  readonly seats: ReadonlySignal<readonly Color[]>;
  readonly quiz: Quiz;
  /** Through the moves of a solved attempt. */
  readonly steps: Steps;
  readonly overlay?: ReadonlySignal<Overlay>;
  readonly #attempt: WasmAttempt;
  readonly #options: AttemptOptions;
  readonly #state;
  #game;
  /** Counts what the person does. A pending reply of an earlier attempt is dropped, and so is one after the end. */
  #inputs = 0;
  #ended = false;

  constructor(view: View, handle: WasmAttempt, options: AttemptOptions = {}) {
    this.view = view;
    this.#attempt = handle;
    this.#options = options;
    this.#game = handle.board();
    const state = (this.state = this.#state = signal<AttemptState>(parse(handle.state())));
    this.outcome = computed(() => state.value.outcome);
    this.board = new Board(
      () => this.#game,
      computed(() => state.value.snapshot),
      computed(() => state.value.history),
    );
    const { picks, intro } = options;
    this.seats = computed(() => (picks === undefined && isOpen(state.value) ? [state.value.player] : NOBODY));
    this.quiz = {
      goals: computed(() => state.value.goals),
      answer: (square) => {
        if (picks === "squares") void this.#act(() => handle.pick(square));
        return picks === "squares";
      },
      hidesHover: () => false,
      hidesThreats: false,
    };
    if (intro) this.overlay = computed(() => (isUntouched(state.value) ? intro : NOTHING_DRAWN));
    const jump = (ply: number): void => this.#change(() => handle.jump(Math.max(0, ply)));
    const ply = (): number => state.peek().history.ply;
    this.steps = { jump, undo: () => jump(ply() - 1), redo: () => jump(ply() + 1) };
    void this.#replyLater();
  }

  play(move: string): ActionResult {
    return this.#act(() => this.#attempt.play(move));
  }

  claim(kind: Claim): ActionResult {
    return this.#act(() => this.#attempt.claim(kind));
  }

  /** Picks one of the moves in question. */
  choose(index: number): ActionResult {
    return this.#act(() => this.#attempt.choose(index));
  }

  undo(): ActionResult {
    return this.#act(() => this.#attempt.undo());
  }

  retry(): ActionResult {
    return this.#act(() => this.#attempt.retry());
  }

  nextHint(): Hint {
    return this.#change(() => parse(this.#attempt.hint()));
  }

  /** Makes the steps of the solution one by one. */
  async showSolution(): Promise<void> {
    const input = ++this.#inputs;
    this.#change(() => this.#attempt.give_up());
    for (let left = true; left;) {
      await this.#pause(this.#state.peek().phase === "replying" ? REPLY_PAUSE : SOLUTION_PAUSE);
      if (!this.#isCurrent(input)) return;
      left = this.#change(() => this.#attempt.show_next());
    }
  }

  dispose(): void {
    this.#ended = true;
    this.#game.free();
    this.#attempt.free();
  }

  #isCurrent(input: number): boolean {
    return !this.#ended && this.#inputs === input;
  }

  #pause(time: number): Promise<void> {
    return (this.#options.pause ?? wait)(time);
  }

  #change<Result>(action: () => Result): Result {
    const result = action();
    batch(() => {
      this.#game.free();
      this.#game = this.#attempt.board();
      this.#state.value = parse(this.#attempt.state());
    });
    return result;
  }

  async #act(action: () => void): ActionResult {
    const error = attempt(() => this.#change(action));
    if (error) return error;
    this.#inputs++;
    await this.#replyLater();
    return null;
  }

  async #replyLater(): Promise<void> {
    const input = this.#inputs;
    const { endsAtMistake, findReply } = this.#options;
    while (this.#state.peek().phase === "replying") {
      if (endsAtMistake && this.#state.peek().failure) return;
      await this.#pause(REPLY_PAUSE);
      if (!this.#isCurrent(input)) return;
      const reply = this.#attempt.needs_refutation() ? await findReply?.(this.board) : undefined;
      if (!this.#isCurrent(input)) return;
      this.#change(() => {
        if (reply) this.#attempt.refute_with(reply);
        this.#attempt.reply();
      });
    }
  }
}

/** Whether the person may still move. */
function isOpen({ phase, failure }: AttemptState): boolean {
  return (phase === "playing" || phase === "replying") && failure === null;
}

function isUntouched({ phase, used, history }: AttemptState): boolean {
  return phase === "playing" && used === 0 && history.moves.length === 0;
}
