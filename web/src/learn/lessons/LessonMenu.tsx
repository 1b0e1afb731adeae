// The menu of the course: every stage with its exercises.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { loadLearnModule } from "../../source/learnModule";
import { errorMessage } from "../../state/sessionState";
import { text } from "../../text";
import { learnText } from "../../text/learn";
import type { StageSummary } from "../../wire/learn";
import type { Page } from "../../panels/page";
import { LearnPage } from "../LearnPage";

export function LessonMenu({ page }: { page: Page }) {
  const stages = useSignal<readonly StageSummary[]>([]);
  useEffect(() => {
    loadLearnModule().then(
      (module) => (stages.value = JSON.parse(module.stages()) as StageSummary[]),
      () => page.session.showMessage(errorMessage(text.page.partNotLoaded)),
    );
  }, []);
  return (
    <LearnPage page={page} title={learnText.title}>
      <ol class="stages">
        {stages.value.map((stage) => (
          <li key={stage.id}>
            <h3>{stage.title}</h3>
            <p>{stage.text}</p>
          </li>
        ))}
      </ol>
    </LearnPage>
  );
}
