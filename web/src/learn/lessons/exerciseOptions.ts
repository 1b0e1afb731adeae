// How an exercise is attempted: what is picked, and what its introduction draws over the boards.
import type { Overlay } from "../../board/overlay";
import type { ExerciseView } from "../../wire/learn";
import type { AttemptOptions } from "../attemptMode";

export function exerciseOptions({ picks, choices, intro }: ExerciseView): AttemptOptions {
  return {
    picks: picks ? "squares" : choices.length > 0 ? "choices" : undefined,
    intro: intro === null ? undefined : drawn(intro),
  };
}

/** An arrow for a move, a ring around a place. */
function drawn({ arrows }: NonNullable<ExerciseView["intro"]>): Overlay {
  const tone = "lesson";
  return {
    fills: [],
    rings: arrows.filter(({ from, to }) => from === to).map(({ from }) => ({ at: from, tone })),
    arrows: arrows.filter(({ from, to }) => from !== to).map((arrow) => ({ ...arrow, tone })),
  };
}
