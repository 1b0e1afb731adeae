// What an attempt has come to: a hint, what went wrong, or the stars and what was learned. Announced to screen readers.
import type { ReadonlySignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { errorText } from "../../core/errorText";
import { learnText } from "../../text/learn";
import type { AttemptFailure } from "../../wire/learn";
import type { Exercise } from "./ExerciseScreen";
import { Stars } from "./Stars";

const words = learnText.exercise;

interface ResultProps {
  source: Exercise;
  hint: ReadonlySignal<string | null>;
  /** The stars of earlier attempts. */
  stored: number;
  /** Shown when it is solved. */
  children?: ComponentChildren;
}

export function Result({ source, hint, stored, children }: ResultProps) {
  const { phase, stars, failure, used } = source.state.value;
  const { learned, par, moves } = source.view;
  const reason = illegalReason(source);
  return (
    <div class={`lesson-result result-${phase}`} role="status">
      {phase === "solved" && (
        <>
          <p class="lesson-solved">
            <b>{stars > 0 ? words.solved : words.shown}</b>
            {stars > 0 && <Stars earned={stars} />}
          </p>
          {reason !== null && <p>{reason}</p>}
          <p>{learned}</p>
          {children}
          {stars > 0 && used > par && <p class="lesson-par">{words.par(par)}</p>}
        </>
      )}
      {phase === "failed" && failure && <p>{failureText(failure)}</p>}
      {phase === "playing" && hint.value !== null && <p>{hint}</p>}
      {phase === "playing" && hint.value === null && used === 0 && (
        <p class="lesson-par">
          {moves > 1 ? words.within(moves) : ""} {stored > 0 && words.before(stored)}
        </p>
      )}
    </div>
  );
}

/** Why the chosen move is illegal, once it is found. */
function illegalReason({ state, view, board }: Exercise): string | null {
  if (state.value.phase !== "solved") return null;
  const found = view.choices.map(({ move, text }) => ({ text, error: board.explain(move) }));
  const illegal = found.findLast(({ error }) => error !== null);
  return illegal?.error ? `${illegal.text}: ${errorText(illegal.error)}` : null;
}

function failureText({ kind, text }: AttemptFailure): string {
  return text ?? words.failed[kind];
}
