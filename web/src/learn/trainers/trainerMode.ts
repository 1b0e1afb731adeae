// The position of a question on the boards. Picked squares and played moves are answers; nothing else changes it.
import { signal } from "@preact/signals";
import type { Answers, Mode } from "../../board/mode";
import { Board } from "../../core/board";
import type { ActionResult } from "../../core/errors";
import { parse } from "../../core/json";
import type { LearnModule } from "../../core/learnModule";
import type { History } from "../../wire/game";
import type { TrainerQuestion } from "../../wire/learn";
import type { Color, Snapshot } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";

const NO_MOVES: History = { moves: [], ply: 0 };

export class TrainerMode implements Mode {
  readonly board: Board;
  readonly seats;
  readonly quiz;
  readonly #module: Pick<LearnModule, "WasmGame">;
  readonly #answer: (text: string) => void;
  readonly #snapshot;
  #question: TrainerQuestion;
  #game;

  /** Shows a question. `answer` gets the picked square, or the move in a question about moves. */
  constructor(module: Pick<LearnModule, "WasmGame">, first: TrainerQuestion, answer: (text: string) => void) {
    this.#module = module;
    this.#answer = answer;
    this.#question = first;
    this.#game = new module.WasmGame(first.rules, first.tfen);
    this.#snapshot = signal<Snapshot>(parse(this.#game.snapshot()));
    this.board = new Board(() => this.#game, this.#snapshot, signal(NO_MOVES));
    this.seats = signal<readonly Color[]>(seatsOf(first));
    this.quiz = {
      goals: signal(goalsOf(first)),
      answers: signal<Answers>({ right: [], wrong: [] }),
      hidesHover: () => this.#question.task.kind !== "discovery",
      hidesThreats: true,
      answer: (square: SquareName) => {
        if (this.#question.task.kind === "discovery") return false;
        answer(square);
        return true;
      },
    };
  }

  /** Shows a question; the same one again changes nothing. */
  show(next: TrainerQuestion): void {
    // Two questions can have the same position, so everything is compared.
    if (JSON.stringify(next) === JSON.stringify(this.#question)) return;
    this.#question = next;
    this.#game.free();
    this.#game = new this.#module.WasmGame(next.rules, next.tfen);
    this.seats.value = seatsOf(next);
    this.quiz.goals.value = goalsOf(next);
    this.#snapshot.value = parse(this.#game.snapshot());
  }

  play(move: string): ActionResult {
    if (this.seats.peek().length > 0) this.#answer(move);
    return Promise.resolve(null);
  }

  dispose(): void {
    this.#game.free();
  }
}

/** Only a question about moves lets pieces and boards be picked up. */
function seatsOf({ task }: TrainerQuestion): readonly Color[] {
  return task.kind === "discovery" ? ["white"] : [];
}

function goalsOf({ task }: TrainerQuestion): readonly SquareName[] {
  return task.kind === "name-square" || task.kind === "attackers" ? [task.square] : [];
}
