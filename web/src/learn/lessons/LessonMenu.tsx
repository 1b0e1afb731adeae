// The menu of the course: every stage with its exercises and stars.
import { useSignal } from "@preact/signals";
import { text } from "../../text";
import { learnText } from "../../text/learn";
import type { Progress, StageSummary } from "../../wire/learn";
import type { Page } from "../../ui/page";
import { LearnPage } from "../LearnPage";
import { GUIDE, PUZZLES, TRAINERS } from "../../place/place";
import { exercisePath, openCourse, type Course } from "./course";
import { Stars } from "./Stars";
import { useLoaded } from "../../ui/loading";
import { Button, IconButton } from "../../ui/Button";

const words = learnText.menu;

export function LessonMenu({ page }: { page: Page }) {
  const course = useLoaded(page, openCourse);
  return (
    <LearnPage page={page} title={words.title}>
      {course ? <Course page={page} course={course} /> : <p class="empty">{words.loading}</p>}
    </LearnPage>
  );
}

const OTHERS = [PUZZLES, GUIDE, TRAINERS] as const;

function Course({ page, course }: { page: Page; course: Course }) {
  const { stages } = course;
  const progress = course.progress.value;
  const error = course.error.value;
  const all = stages.flatMap((stage) => stage.exercises);
  const done = all.filter(({ id }) => (progress.stars[id] ?? 0) > 0).length;
  return (
    <>
      {error !== null && <p class="said said-error">{words.error[error]}</p>}
      <div class="learn-start">
        <Button
          class="primary"
          label={done === 0 ? words.start : done === all.length ? words.again : words.continue}
          onClick={() => page.go({ kind: "lessons", exercise: nextToDo(stages, progress) })}
        />
        <p class="learn-count">
          {words.solved(done, all.length)}
          <progress max={all.length} value={done} aria-label={words.progress} />
        </p>
        <nav class="learn-links" aria-label={words.others}>
          {OTHERS.map((each) => (
            <Button key={each.kind} label={words.links[each.kind]} onClick={() => page.go(each)} />
          ))}
        </nav>
      </div>
      <ol class="stages">
        {stages.map((stage) => (
          <Stage key={stage.id} page={page} course={course} stage={stage} progress={progress} />
        ))}
      </ol>
    </>
  );
}

interface StageProps {
  page: Page;
  course: Course;
  stage: StageSummary;
  progress: Progress;
}

function Stage({ page, course, stage, progress }: StageProps) {
  const asking = useSignal(false);
  const earned = stage.exercises.reduce((sum, { id }) => sum + (progress.stars[id] ?? 0), 0);
  const most = stage.exercises.length * 3;
  const reset = (): void => {
    course.reset(stage.id);
    asking.value = false;
  };
  return (
    <li class={earned === most ? "course-stage complete" : "course-stage"}>
      <h3>{stage.title}</h3>
      <p>{stage.text}</p>
      <ol class="stage-exercises">
        {stage.exercises.map(({ id, title }, index) => (
          <li key={id}>
            <button
              type="button"
              class="quiet"
              title={title}
              onClick={() => page.go({ kind: "lessons", exercise: exercisePath(stage, index) })}
            >
              <span class="visually-hidden">{words.exercise(index + 1, title)}</span>
              <span aria-hidden="true">{index + 1}</span>
              <Stars earned={progress.stars[id] ?? 0} />
            </button>
          </li>
        ))}
      </ol>
      <div class="stage-foot">
        <span>{words.stars(earned, most)}</span>
        {earned > 0 &&
          (asking.value ? (
            <>
              <Button class="danger small" label={words.reset(earned)} onClick={reset} />
              <Button class="quiet small" label={text.page.cancel} onClick={() => (asking.value = false)} />
            </>
          ) : (
            <IconButton
              icon="trash"
              label={words.resetStage(stage.title)}
              title={words.resetStage(stage.title)}
              onClick={() => (asking.value = true)}
            />
          ))}
      </div>
    </li>
  );
}

/** The exercise to go on with: the one where the person stopped, if it is not solved, or the first that is not. */
function nextToDo(stages: readonly StageSummary[], { stars, last }: Progress): string {
  const paths = stages.flatMap((stage) =>
    stage.exercises.map(({ id }, index) => ({ path: exercisePath(stage, index), solved: (stars[id] ?? 0) > 0 })),
  );
  const from = Math.max(
    0,
    paths.findIndex(({ path }) => path === last),
  );
  const open = [...paths.slice(from), ...paths.slice(0, from)].find(({ solved }) => !solved);
  return open?.path ?? paths[0]?.path ?? "learn";
}
