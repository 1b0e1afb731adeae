// A run of a trainer: the question on the boards, and beside them what to do, the answers and the score.
import { effect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Page } from "../../ui/page";
import type { LearnModule } from "../../core/learnModule";
import { trainersText } from "../../text/trainers";
import type { TrainerKind } from "../../wire/learn";
import type { RuleBook } from "../../wire/world";
import { useActivity } from "../../ui/activity";
import type { Scores } from "./scores";
import { ScoreChart } from "./ScoreChart";
import { TrainerMode } from "./trainerMode";
import { feedback, markedAnswers, Run, type RunView } from "./training";
import { Button } from "../../ui/Button";

interface RunProps {
  readonly page: Page;
  readonly module: LearnModule;
  readonly scores: Scores;
  readonly kind: TrainerKind;
  readonly rules: RuleBook;
  readonly timed: boolean;
  readonly again: () => void;
}

export function TrainerRun({ page, module, scores, kind, rules, timed, again }: RunProps) {
  const { store } = page.session;
  const [run] = useState(() => new Run({ module, scores, kind, rules, timed, seed: randomSeed(), now }));
  const [source] = useState(() => new TrainerMode(module, run.view.peek().state.question, (answer) => give(answer)));
  useActivity(page, source);
  useEffect(() => () => run.dispose(), [run]);
  useShowQuestions(run, source, page);
  const give = (answer: string): void => {
    const verdict = run.answer(answer);
    if (verdict !== "right") store.deselect();
  };
  const view = run.view.value;
  const { title } = trainersText.kind[kind];
  return (
    <aside class="panel learn learn-panel trainer" aria-label={title} data-trainer={kind} data-asked={view.state.asked}>
      <div class="trainer-head">
        <h2>{title}</h2>
        <TimeLeft run={run} />
      </div>
      {!view.over && (
        <p class="trainer-prompt" role="status">
          {promptOf(view)}
        </p>
      )}
      {!view.over && view.state.left !== null && <p class="trainer-left">{trainersText.left(view.state.left)}</p>}
      <p class={`trainer-feedback ${verdictClass(view)}`} role="status">
        {feedback(view)}
      </p>
      {view.over ? <Over scores={scores} kind={kind} again={again} /> : <Answers page={page} view={view} give={give} />}
      {!view.over && <Controls run={run} view={view} />}
    </aside>
  );
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** Puts each question on the boards, and the squares of its solution when it is shown. */
function useShowQuestions(run: Run, source: TrainerMode, page: Page): void {
  // At once, not after the next frame as `useSignalEffect` would: boards and prompt show the same question.
  useEffect(
    () =>
      effect(() => {
        const view = run.view.value;
        const { question, solution } = view.state;
        source.show(question);
        source.quiz.answers.value = markedAnswers(view);
        const squares = solution && solution.kind !== "moves" ? solution.squares : [];
        page.session.store.showHint({ squares, pins: [] });
      }),
    [run, source, page],
  );
  useEffect(() => {
    // Questions that are answered on the map start there.
    const { kind } = run.view.peek().state.question.task;
    const first = kind === "name-square" || kind === "attackers" ? ".trainer-choices button" : ".map [tabindex='0']";
    // The boards appear after this component.
    setTimeout(() =>
      requestAnimationFrame(() => document.querySelector<HTMLElement>(first)?.focus({ preventScroll: true })),
    );
  }, [run]);
}

function promptOf({ state: { question } }: RunView): string {
  const asks = trainersText.prompt[question.task.kind] as (task: typeof question.task) => string;
  return asks(question.task);
}

function verdictClass({ answered, over }: RunView): string {
  return over || answered === null ? "" : `is-${answered.verdict}`;
}

function TimeLeft({ run }: { run: Run }) {
  const seconds = run.secondsLeft.value;
  if (seconds === null || run.view.value.over) return null;
  return (
    <span class={seconds <= 5 ? "clock low running" : "clock"} role="timer" aria-label={trainersText.timeLeft}>
      {trainersText.secondsLeft(seconds)}
    </span>
  );
}

function Answers({ page, view, give }: { page: Page; view: RunView; give: (answer: string) => void }) {
  const { task } = view.state.question;
  const choices =
    task.kind === "name-square" ? task.choices : task.kind === "attackers" ? task.choices.map(String) : [];
  useChoiceKeys(page, task.kind === "attackers" ? choices : choices.map((_, index) => String(index + 1)), (index) => {
    const choice = choices[index];
    if (choice !== undefined) give(choice);
  });
  if (choices.length === 0) return null;
  return (
    <>
      <div class="trainer-choices" role="group" aria-label={trainersText.choices}>
        {choices.map((choice, index) => (
          <Button
            // By place, so that the focus stays when the next question comes.
            key={index}
            class={view.missed.includes(choice) ? "missed" : ""}
            aria-disabled={view.missed.includes(choice)}
            label={choice}
            onClick={() => give(choice)}
          />
        ))}
      </div>
      {task.kind === "name-square" && <TypedAnswer give={give} />}
    </>
  );
}

/** A digit answers, unless single-key shortcuts are switched off or something is being typed. */
function useChoiceKeys(page: Page, keys: readonly string[], choose: (index: number) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const index = keys.indexOf(event.key);
      const typing = event.target instanceof Element && event.target.closest("input") !== null;
      if (index < 0 || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!page.session.store.view.peek().shortcuts) return;
      event.preventDefault();
      choose(index);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
}

function TypedAnswer({ give }: { give: (answer: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      class="trainer-typed"
      onSubmit={(event) => {
        event.preventDefault();
        if (!input.current || input.current.value.trim() === "") return;
        give(input.current.value.trim());
        input.current.value = "";
      }}
    >
      <input
        ref={input}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-label={trainersText.typed}
        placeholder={trainersText.typedHint}
      />
      <button type="submit">{trainersText.check}</button>
    </form>
  );
}

function Controls({ run, view }: { run: Run; view: RunView }) {
  const next = useRef<HTMLButtonElement>(null);
  const revealed = view.state.solution !== null;
  useEffect(() => {
    if (revealed) next.current?.focus();
  }, [revealed]);
  return (
    <div class="trainer-actions">
      {revealed ? (
        <button ref={next} type="button" class="primary" onClick={() => run.next()}>
          {trainersText.next}
        </button>
      ) : (
        <Button label={trainersText.reveal} onClick={() => run.reveal()} />
      )}
      <Button label={trainersText.stop} onClick={() => run.stop()} />
      {view.state.asked > 0 && (
        <span class="trainer-score">{trainersText.score(view.state.right, view.state.asked)}</span>
      )}
    </div>
  );
}

/** The end of a run: the scores, and what to do next. */
function Over({ scores, kind, again }: { scores: Scores; kind: TrainerKind; again: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <ScoreChart scores={scores.of(kind)} />
      <div class="trainer-actions">
        <button ref={button} type="button" class="primary" onClick={again}>
          {trainersText.again}
        </button>
        <a class="button" href="#trainers">
          {trainersText.back}
        </a>
      </div>
    </>
  );
}
