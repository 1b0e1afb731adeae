// An exercise: its position on the boards, and beside them the task, the result and what to do next.
import { effect, useComputed, useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { parse } from "../../core/json";
import { loadLearnModule } from "../../core/learnModule";
import { NOTHING } from "../../board/lastMove";
import type { GameSettings } from "../../core/gameSettings";
import { errorMessage } from "../../core/message";
import { UNNAMED } from "../../core/savedRecord";
import { text } from "../../text";
import { learnText } from "../../text/learn";
import { MoveEntry } from "../../ui/MoveEntry";
import type { Page } from "../../ui/page";
import type { ExerciseView, StageSummary } from "../../wire/learn";
import { useActivity } from "../../ui/activity";
import { AttemptMode } from "../attemptMode";
import { IllegalMove } from "../IllegalMove";
import { LearnPanel } from "../LearnPanel";
import { LESSONS } from "../../place/place";
import { playSound } from "../../sound";
import { Celebration } from "./Celebration";
import { exercisePath, findExercise, nextPath, openCourse, TOUR, type Course } from "./course";
import { exerciseOptions } from "./exerciseOptions";
import { LessonMenu } from "./LessonMenu";
import { Result } from "./Result";
import { FocusedHeading } from "../../ui/FocusedHeading";
import { useLoaded, whenLoaded } from "../../ui/loading";
import { Button } from "../../ui/Button";

const words = learnText.exercise;

export type Exercise = AttemptMode<ExerciseView>;

/** `value` is the part of the address that names the exercise: `rook/2`. */
export function ExerciseScreen({ page, value }: { page: Page; value: string }) {
  const course = useLoaded(page, openCourse);
  const found = course && findExercise(course.stages, value);
  const opened = useSignal<{ readonly id: string; readonly source: Exercise } | null>(null);
  const id = found?.stage.exercises[found.index]?.id;
  useEffect(() => {
    if (id === undefined) return;
    const cancel = whenLoaded(page, loadLearnModule(), (module) => {
      const view = parse(module.exercise_view(id));
      const source = new AttemptMode(view, module.WasmAttempt.at_exercise(id), exerciseOptions(view));
      opened.value = { id, source };
    });
    return () => {
      cancel();
      opened.value = null;
    };
  }, [id]);
  useEffect(() => {
    if (course && !found) page.session.showMessage(errorMessage(words.unknown(value)));
    else if (course && found) course.setLast(exercisePath(found.stage, found.index));
  }, [course, value]);
  // The address changes before the boards do: the exercise before is not the one that the address names.
  const source = opened.value?.id === id ? opened.value?.source : undefined;
  useActivity(page, source ?? null);
  if (course && !found) return <LessonMenu page={page} />;
  return (
    <LearnPanel page={page} label={words.label}>
      {course && found && source && (
        <ExercisePanel key={id} page={page} course={course} stage={found.stage} index={found.index} source={source} />
      )}
    </LearnPanel>
  );
}

interface PanelProps {
  page: Page;
  course: Course;
  stage: StageSummary;
  index: number;
  source: Exercise;
}

function ExercisePanel({ page, course, stage, index, source }: PanelProps) {
  const { view } = source;
  const { store } = page.session;
  const hint = useSignal<string | null>(null);
  const phase = useComputed(() => source.state.value.phase);
  const id = stage.exercises[index]?.id ?? "";
  useEffect(() => {
    // Lessons are seen from the side of the player.
    const side = source.state.peek().player;
    if (store.view.peek().bottom !== side) store.setView({ bottom: side, preset: side });
  }, [source]);
  useEffect(
    () =>
      // At once, not after the next frame: the page may be closed before.
      effect(() => {
        if (phase.value === "solved" || phase.value === "failed")
          playSound(store, phase.value === "solved" ? "promotion" : "capture");
        if (phase.value === "solved") course.record(id, source.state.peek().stars);
        if (phase.value !== "playing") hint.value = null;
      }),
    [source],
  );
  const next = nextPath(course.stages, stage, index);
  const endsTour = stage.id === TOUR && index + 1 === stage.exercises.length;
  return (
    <>
      <p class="lesson-place">
        <Button icon="back" class="quiet small" label={words.back} onClick={() => page.go(LESSONS)} />
        <span>{words.place(stage.title, index + 1, stage.exercises.length)}</span>
      </p>
      <FocusedHeading subject={source}>{view.title}</FocusedHeading>
      <div class="lesson-text">
        {view.intro && <p class="lesson-intro">{view.intro.text}</p>}
        <p class="lesson-task">{view.task}</p>
        {view.rules === "meder" && <p class="lesson-rules">{words.meder}</p>}
        <Choices page={page} source={source} />
        <Claims source={source} />
        <Result source={source} hint={hint} stored={course.progress.value.stars[id] ?? 0}>
          {endsTour && <Celebration />}
        </Result>
        <IllegalMove page={page} />
        <p class="lesson-guide">
          <a href={`#guide=${stage.guide}`}>{words.guide}</a>
        </p>
      </div>
      {view.choices.length === 0 && !view.picks && <MoveEntry store={store} />}
      <Buttons page={page} source={source} hint={hint} next={next} endsTour={endsTour} />
    </>
  );
}

/** A game against the weakest opponent, for a person who has just learned the basics. */
const FIRST_GAME: GameSettings = {
  rules: "revised",
  tfen: null,
  clock: null,
  opponent: { strength: 1, plays: "black" },
  players: UNNAMED,
};

/** The moves to choose from. Looking at one marks it on the boards. */
function Choices({ page, source }: { page: Page; source: Exercise }) {
  const { store } = page.session;
  const playing = source.state.value.phase === "playing";
  if (source.view.choices.length === 0) return null;
  return (
    <div class="lesson-choices" role="group" aria-label={words.choices}>
      {source.view.choices.map(({ move, text: shown, touched }, index) => (
        <Button
          key={move}
          disabled={!playing}
          label={shown}
          onPointerEnter={() => playing && store.showHint(touched)}
          onPointerLeave={() => store.showHint(NOTHING)}
          onFocus={() => playing && store.showHint(touched)}
          onBlur={() => store.showHint(NOTHING)}
          onClick={() => void source.choose(index)}
        />
      ))}
    </div>
  );
}

function Claims({ source }: { source: Exercise }) {
  const { phase, snapshot } = source.state.value;
  if (phase !== "playing" || snapshot.claims.length === 0) return null;
  return (
    <div class="lesson-choices">
      {snapshot.claims.map((claim) => (
        <button key={claim} type="button" onClick={() => void source.claim(claim)}>
          {text.page.actions.claimDraw(text.game.drawReason[claim])}
        </button>
      ))}
    </div>
  );
}

interface ButtonsProps {
  page: Page;
  source: Exercise;
  hint: Signal<string | null>;
  next: string | null;
  /** Whether a first game is what comes next. */
  endsTour: boolean;
}

function Buttons({ page, source, hint, next, endsTour }: ButtonsProps) {
  const { store } = page.session;
  const { phase, used } = source.state.value;
  const showHint = (): void => {
    const found = source.nextHint();
    const { squares, pins } = found.touched;
    const marks = squares.length + pins.length > 0;
    hint.value = found.text ?? (found.move === null ? words.noHint : marks ? words.marked : words.claim);
    store.showHint(found.touched);
  };
  const solved = phase === "solved";
  return (
    <div class="lesson-buttons">
      {solved && <WhatNext page={page} next={next} endsTour={endsTour} />}
      {(solved ? !endsTour : phase === "failed" || used > 0) && (
        <Button
          class={phase === "failed" ? "primary" : ""}
          label={solved ? words.again : words.retry}
          onClick={() => void source.retry()}
        />
      )}
      {phase === "playing" && used > 0 && <Button label={text.page.actions.undo} onClick={() => void source.undo()} />}
      {phase === "playing" && <Button icon="bulb" label={words.hint} onClick={showHint} />}
      {phase !== "solved" && <Button class="quiet" label={words.solution} onClick={() => void source.showSolution()} />}
      {!solved && next !== null && (
        <Button class="quiet" label={words.skip} onClick={() => page.go({ kind: "lessons", exercise: next })} />
      )}
    </div>
  );
}

/** After an exercise: the next one; after the tour a first game. */
function WhatNext({ page, next, endsTour }: Pick<ButtonsProps, "page" | "next" | "endsTour">) {
  const go = () => page.go(next === null ? LESSONS : { kind: "lessons", exercise: next });
  if (!endsTour) {
    return <Button class="primary" label={next === null ? words.finished : words.next} onClick={go} />;
  }
  return (
    <>
      <Button class="primary" label={words.firstGame} onClick={() => page.startGame(FIRST_GAME)} />
      <Button label={words.more} onClick={go} />
    </>
  );
}
