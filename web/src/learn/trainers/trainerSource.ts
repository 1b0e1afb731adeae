// The position of a question on the boards. Picked squares and played moves are answers; nothing else changes it.
import { signal, type Signal } from "@preact/signals";
import type { LearnModule } from "../../core/learnModule";
import { thrownBy } from "../../core/errors";
import type { ActionResult, Answers, GameSource } from "../../core/source";
import type { History, Touched } from "../../wire/game";
import type { TrainerQuestion } from "../../wire/learn";
import type { Color, Snapshot } from "../../wire/snapshot";
import type { SquareName } from "../../wire/world";

export interface TrainerSource extends GameSource {
  readonly goals: Signal<readonly SquareName[]>;
  readonly answers: Signal<Answers>;
  /** Shows a question; the same one again changes nothing. */
  show(question: TrainerQuestion): void;
}

const NO_MOVES: History = { moves: [], ply: 0 };
const NOTHING: ActionResult = Promise.resolve(null);

/** Shows a question. `answer` gets the picked square, or the move in a question about moves. */
export function createTrainerSource(
  module: Pick<LearnModule, "WasmGame">,
  first: TrainerQuestion,
  answer: (text: string) => void,
): TrainerSource {
  const open = ({ rules, tfen }: TrainerQuestion) => new module.WasmGame(rules, tfen);
  let question = first;
  let game = open(first);
  const snapshot = signal(JSON.parse(game.snapshot()) as Snapshot);
  const seats = signal<readonly Color[]>(seatsOf(first));
  const goals = signal(goalsOf(first));
  return {
    snapshot,
    history: signal(NO_MOVES),
    clocks: signal(null),
    seats,
    goals,
    answers: signal({ right: [], wrong: [] }),
    get hidesHover() {
      return question.task.kind !== "discovery";
    },
    answer(square) {
      if (question.task.kind === "discovery") return false;
      answer(square);
      return true;
    },
    show(next) {
      // Two questions can have the same position, so everything is compared.
      if (JSON.stringify(next) === JSON.stringify(question)) return;
      question = next;
      game.free();
      game = open(next);
      seats.value = seatsOf(next);
      goals.value = goalsOf(next);
      snapshot.value = JSON.parse(game.snapshot()) as Snapshot;
    },
    play(move) {
      if (seats.peek().length > 0) answer(move);
      return NOTHING;
    },
    explain: (move) => thrownBy(() => game.explain(move)),
    whyStuck: (place) => thrownBy(() => game.explain_stuck(place)),
    touched: (move) => Promise.resolve(JSON.parse(game.touched(move)) as Touched),
    attacked: () => Promise.resolve([]),
    checkers: () => Promise.resolve([]),
    reach: () => Promise.resolve([]),
    undo: () => NOTHING,
    redo: () => NOTHING,
    jump: () => NOTHING,
    claim: () => NOTHING,
    agreeDraw: () => NOTHING,
    resign: () => NOTHING,
    record: (format) => Promise.resolve(game.record(format)),
    dispose: () => game.free(),
  };
}

/** Only a question about moves lets pieces and boards be picked up. */
function seatsOf({ task }: TrainerQuestion): readonly Color[] {
  return task.kind === "discovery" ? ["white"] : [];
}

function goalsOf({ task }: TrainerQuestion): readonly SquareName[] {
  return task.kind === "name-square" || task.kind === "attackers" ? [task.square] : [];
}
