// A run of a trainer in the page: it passes answers and the time to the rules and keeps what to show.
import { parse } from "../../core/json";
import { computed, signal, type ReadonlySignal } from "@preact/signals";
import type { LearnModule } from "../../core/learnModule";
import type { Answers } from "../../board/mode";
import { trainersText } from "../../text/trainers";
import type { TrainerKind, TrainerTask, TrainerVerdict, TrainingState } from "../../wire/learn";
import type { RuleBook } from "../../wire/world";
import type { Scores } from "./scores";

/** What the page knows of a run. */
export interface RunView {
  readonly state: TrainingState;
  /** The last answer and what it was worth; null at the start of a question. */
  readonly answered: { readonly text: string; readonly verdict: TrainerVerdict } | null;
  /** The wrong answers to this question. */
  readonly missed: readonly string[];
  readonly over: boolean;
  /** Whether the browser kept the score. */
  readonly stored: boolean;
}

export interface RunOptions {
  readonly module: Pick<LearnModule, "WasmTraining">;
  readonly scores: Pick<Scores, "add">;
  readonly kind: TrainerKind;
  readonly rules: RuleBook;
  readonly timed: boolean;
  readonly seed: number;
  /** Milliseconds since 1970; never goes back. */
  readonly now: () => number;
}

/** How often the time left is shown again. */
const TICK = 200;

export class Run {
  readonly view: ReadonlySignal<RunView>;
  /** Seconds left, rounded up; null without a limit. */
  readonly secondsLeft: ReadonlySignal<number | null>;
  readonly #view;
  readonly #left;
  readonly #training;
  readonly #options: RunOptions;
  readonly #ticking: ReturnType<typeof setInterval> | null;

  constructor(options: RunOptions) {
    const { module, kind, rules, seed, timed, now } = options;
    this.#options = options;
    this.#training = new module.WasmTraining(kind, rules, seed, timed, now());
    this.view = this.#view = signal<RunView>({
      state: this.#state(),
      answered: null,
      missed: [],
      over: false,
      stored: true,
    });
    const left = (this.#left = signal(this.#training.time_left(now())));
    this.secondsLeft = computed(() => (left.value === undefined ? null : Math.ceil(left.value / 1000)));
    this.#ticking = timed ? setInterval(() => this.#tick(), TICK) : null;
  }

  /** Judges an answer. After the right one the next question follows. */
  answer(text: string): TrainerVerdict {
    const before = this.#view.peek();
    if (before.over || before.state.solution !== null) return "late";
    const verdict = parse(this.#training.answer(text, this.#options.now()));
    if (verdict === "right") this.#training.next_question();
    const missed = verdict === "right" ? [] : verdict === "wrong" ? [...before.missed, text] : before.missed;
    this.#view.value = { ...before, state: this.#state(), answered: { text, verdict }, missed };
    return verdict;
  }

  reveal(): void {
    this.#training.reveal();
    this.#view.value = { ...this.#view.peek(), state: this.#state(), answered: null };
  }

  next(): void {
    this.#training.next_question();
    this.#view.value = { ...this.#view.peek(), state: this.#state(), answered: null, missed: [] };
  }

  /** Ends the run and keeps its score. */
  stop(): void {
    if (this.#view.peek().over) return;
    if (this.#ticking !== null) clearInterval(this.#ticking);
    const stored = this.#options.scores.add(this.#training, this.#options.now());
    this.#view.value = { ...this.#view.peek(), over: true, stored };
  }

  dispose(): void {
    this.stop();
    this.#training.free();
  }

  #tick(): void {
    this.#left.value = this.#training.time_left(this.#options.now());
    if (this.#left.value === 0) this.stop();
  }

  #state(): TrainingState {
    return parse(this.#training.state());
  }
}

/** Tasks that are answered by picking squares. */
const PICKS: readonly TrainerTask["kind"][] = ["find-square", "column", "knight"];

/**
 * The picked squares to mark: the wrong ones of this question, and the right ones. Where one square is asked for, it is
 * that of the question before, until the next answer.
 */
export function markedAnswers({ state, answered, missed }: RunView): Answers {
  const { kind } = state.question.task;
  const found = kind === "find-square" && answered?.verdict === "right" ? [answered.text] : [];
  return { right: [...state.found, ...found], wrong: PICKS.includes(kind) ? missed : [] };
}

/** What to say about the last answer, or the solution of a question that was given up. */
export function feedback({ state, answered, over, stored }: RunView): string {
  const { solution } = state;
  if (over) {
    const words = trainersText.over(state.right, state.asked);
    return stored ? words : `${words} ${trainersText.notStored}`;
  }
  if (solution?.kind === "squares") return trainersText.solution.squares(solution.squares);
  if (solution?.kind === "count") return trainersText.solution.count(solution.count, solution.squares);
  if (solution?.kind === "moves") return trainersText.solution.moves(solution.moves);
  if (answered === null) return "";
  const { text, verdict } = answered;
  if (verdict === "wrong" && PICKS.includes(state.question.task.kind)) return trainersText.verdict.wrongSquare(text);
  if (verdict === "found") return trainersText.verdict.found(state.left ?? 0);
  return trainersText.verdict[verdict];
}
