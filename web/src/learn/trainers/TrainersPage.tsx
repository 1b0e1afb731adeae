// The menu of the trainers, with their last scores.
import type { ComponentChildren } from "preact";
import type { Page } from "../../ui/page";
import { trainersText } from "../../text/trainers";
import type { TrainerKind } from "../../wire/learn";
import { LearnPage } from "../LearnPage";
import { ScoreChart } from "./ScoreChart";
import type { Scores } from "./scores";
import { Button } from "../../ui/Button";

export const TRAINER_KINDS: readonly TrainerKind[] = [
  "name-square",
  "find-square",
  "column",
  "knight",
  "attackers",
  "discovery",
];

export function TrainersPage({ page, scores, unknown }: { page: Page; scores: Scores; unknown: boolean }) {
  return (
    <LearnPage page={page} title={trainersText.title}>
      <p>{unknown ? trainersText.unknown : trainersText.intro}</p>
      <StoredNotice scores={scores} />
      <ul class="trainers">
        {TRAINER_KINDS.map((kind) => {
          const { title, text } = trainersText.kind[kind];
          return (
            <li key={kind}>
              <h3>
                <a href={`#trainer=${kind}`}>{title}</a>
              </h3>
              <p>{text}</p>
              <ScoreChart scores={scores.of(kind)} />
            </li>
          );
        })}
      </ul>
    </LearnPage>
  );
}

/** Says that stored scores cannot be read, and offers to start over if nothing can be saved of them. */
export function StoredNotice({ scores }: { scores: Scores }): ComponentChildren {
  const { state } = scores.stored.value;
  if (state === "read") return null;
  return (
    <div class="said said-error" role="alert">
      <span class="said-text">{trainersText[state]}</span>
      {state === "damaged" && <Button label={trainersText.startOver} onClick={() => scores.startOver()} />}
    </div>
  );
}
