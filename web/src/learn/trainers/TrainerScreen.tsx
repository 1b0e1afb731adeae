// The trainers: their menu, the options of one, and its run on the boards.
import "../../styles/trainers.css";
import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Page } from "../../ui/page";
import { Segmented, type SegmentedProps } from "../../ui/Segmented";
import { RULE_BOOKS } from "../../core/ruleBooks";
import { trainersText } from "../../text/trainers";
import type { TrainerKind } from "../../wire/learn";
import type { RuleBook } from "../../wire/world";
import { LearnPage } from "../LearnPage";
import { openTrainers, type Scores, type Trainers } from "./scores";
import { ScoreChart } from "./ScoreChart";
import { TrainerRun } from "./TrainerRun";
import { StoredNotice, TRAINER_KINDS, TrainersPage } from "./TrainersPage";
import { Button } from "../../ui/Button";
import { whenLoaded } from "../../ui/loading";

const loaded = signal<Trainers | null>(null);

/** They stay from one trainer to the next. */
const timed = signal(true);
const book = signal<RuleBook>("revised");

/** The menu for null, or the trainer of that name. */
export function TrainerScreen({ page, value }: { page: Page; value: string | null }) {
  useEffect(() => {
    if (loaded.peek()) return;
    whenLoaded(page, openTrainers(), (trainers) => (loaded.value = trainers));
  }, []);
  if (loaded.value === null) {
    return (
      <LearnPage page={page} title={trainersText.title}>
        {null}
      </LearnPage>
    );
  }
  const { module, scores } = loaded.value;
  const kind = TRAINER_KINDS.find((each) => each === value);
  if (kind === undefined) return <TrainersPage page={page} scores={scores} unknown={value !== null} />;
  return <Trainer key={kind} page={page} module={module} scores={scores} kind={kind} />;
}

function Trainer({ page, module, scores, kind }: Trainers & { page: Page; kind: TrainerKind }) {
  /** Counts the runs; null before the first. */
  const run = useSignal<number | null>(null);
  if (run.value === null) return <Options page={page} scores={scores} kind={kind} start={() => (run.value = 0)} />;
  return (
    <TrainerRun
      key={run.value}
      page={page}
      module={module}
      scores={scores}
      kind={kind}
      rules={book.value}
      timed={timed.value}
      again={() => (run.value = (run.peek() ?? 0) + 1)}
    />
  );
}

function Options({ page, scores, kind, start }: { page: Page; scores: Scores; kind: TrainerKind; start: () => void }) {
  const { title, text: about } = trainersText.kind[kind];
  return (
    <LearnPage page={page} title={title}>
      <p>{about}</p>
      <StoredNotice scores={scores} />
      <div class="trainer-options">
        <Choice
          label={trainersText.time}
          segments={[
            { value: true, label: trainersText.timed },
            { value: false, label: trainersText.untimed },
          ]}
          value={timed.value}
          choose={(next) => (timed.value = next)}
        />
        <Choice
          label={trainersText.books}
          segments={RULE_BOOKS.map((value) => ({ value, label: trainersText.book[value] }))}
          value={book.value}
          choose={(next) => (book.value = next)}
        />
      </div>
      <div class="trainer-actions">
        <Button class="primary" label={trainersText.start} onClick={start} />
        <a class="button" href="#trainers">
          {trainersText.back}
        </a>
      </div>
      <h3>{trainersText.chart}</h3>
      <ScoreChart scores={scores.of(kind)} />
    </LearnPage>
  );
}

function Choice<Value>(props: SegmentedProps<Value>) {
  return (
    <div>
      <span class="trainer-label" aria-hidden="true">
        {props.label}
      </span>
      <Segmented {...props} />
    </div>
  );
}
