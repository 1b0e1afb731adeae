// An exercise on the boards: the rules of lessons in WebAssembly decide, this passes moves in and states out.
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { NOTHING } from "../../board/lastMove";
import type { Mode, Quiz } from "../../board/mode";
import { Board } from "../../core/board";
import { attempt, type ActionResult } from "../../core/errors";
import { parse } from "../../core/json";
import type { WasmExercise } from "../../wasm/learn/trid_learn";
import type { Touched } from "../../wire/game";
import type { AttemptState, ExerciseView, Hint } from "../../wire/learn";
import type { Claim, Color } from "../../wire/snapshot";

/** The pause before a reply, so that both moves are seen. */
const REPLY_PAUSE = 500;
const SOLUTION_PAUSE = 900;
const NOBODY: readonly Color[] = [];

type Pause = (milliseconds: number) => Promise<void>;
const wait: Pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class ExerciseMode implements Mode {
  readonly view: ExerciseView;
  readonly state: ReadonlySignal<AttemptState>;
  readonly board: Board;
  readonly seats: ReadonlySignal<readonly Color[]>;
  readonly quiz: Quiz;
  readonly #exercise: WasmExercise;
  readonly #state;
  readonly #pause: Pause;
  #game;
  /** Counts what the person does. A pending reply of an earlier attempt is dropped, and so is one after the end. */
  #inputs = 0;
  #ended = false;

  constructor(exercise: WasmExercise, pause: Pause = wait) {
    this.#exercise = exercise;
    this.#pause = pause;
    this.#game = exercise.board();
    const view = (this.view = parse(exercise.view()));
    const state = (this.state = this.#state = signal<AttemptState>(parse(exercise.state())));
    this.board = new Board(
      () => this.#game,
      computed(() => state.value.snapshot),
      computed(() => state.value.history),
    );
    const asks = view.picks || view.choices.length > 0;
    this.seats = computed(() => (state.value.phase === "playing" && !asks ? [state.value.snapshot.turn] : NOBODY));
    this.quiz = {
      goals: computed(() => state.value.goals),
      answer: (square) => {
        if (view.picks) void this.#act(() => exercise.pick(square));
        return view.picks;
      },
      hidesHover: () => false,
      hidesThreats: false,
    };
  }

  play(move: string): ActionResult {
    return this.#act(() => this.#exercise.play(move));
  }

  claim(kind: Claim): ActionResult {
    return this.#act(() => this.#exercise.claim(kind));
  }

  /** Picks one of the moves in question. */
  choose(index: number): ActionResult {
    return this.#act(() => this.#exercise.choose(index));
  }

  undo(): ActionResult {
    return this.#act(() => this.#exercise.undo());
  }

  retry(): ActionResult {
    return this.#act(() => this.#exercise.retry());
  }

  /** The next hint, with what to mark. */
  nextHint(): { readonly hint: Hint; readonly touched: Touched } {
    const hint = parse(this.#exercise.hint());
    return { hint, touched: hint.move === null ? NOTHING : this.#touchedBy(hint.move) };
  }

  /** Starts again and makes the steps of the solution one by one. */
  async showSolution(): Promise<void> {
    const steps = parse(this.#exercise.show_solution());
    const input = ++this.#inputs;
    this.#publish();
    for (const each of steps) {
      await this.#pause(SOLUTION_PAUSE);
      if (!this.#isCurrent(input)) return;
      this.#makeStep(each);
      this.#publish();
      await this.#replyLater();
    }
  }

  dispose(): void {
    this.#ended = true;
    this.#game.free();
    this.#exercise.free();
  }

  #isCurrent(input: number): boolean {
    return !this.#ended && this.#inputs === input;
  }

  #publish(): void {
    this.#game.free();
    this.#game = this.#exercise.board();
    this.#state.value = parse(this.#exercise.state());
  }

  async #replyLater(): Promise<void> {
    const input = this.#inputs;
    while (this.#state.peek().phase === "replying") {
      await this.#pause(REPLY_PAUSE);
      if (!this.#isCurrent(input)) return;
      this.#exercise.reply();
      this.#publish();
    }
  }

  async #act(action: () => void): ActionResult {
    const error = attempt(action);
    if (error) return error;
    this.#inputs++;
    this.#publish();
    await this.#replyLater();
    return null;
  }

  /** Makes one step of a solution: a move, a claim, a square or the illegal move. */
  #makeStep(step: string): void {
    const index = this.view.choices.findIndex(({ move }) => move === step);
    if (index >= 0) this.#exercise.choose(index);
    else if (this.view.picks) this.#exercise.pick(step);
    else if (this.#state.peek().snapshot.claims.some((claim) => claim === step)) this.#exercise.claim(step);
    else this.#exercise.play(step);
  }

  #touchedBy(step: string): Touched {
    const choice = this.view.choices.find(({ move }) => move === step);
    if (choice) return choice.touched;
    if (this.view.picks) return { squares: [step], pins: [] };
    try {
      return this.board.touched(step);
    } catch {
      // A claim touches nothing.
      return NOTHING;
    }
  }
}
