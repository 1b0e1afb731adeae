// The evaluation of the position as a bar beside the boards: White's win chance, by the engine or from the study.
import type { Page } from "../../ui/page";
import { engineText as words } from "../../text/engine";
import type { StudyMode } from "../study/studyMode";
import type { StudyEngine } from "./studyEngine";

interface BarProps {
  readonly page: Page;
  readonly engine: StudyEngine;
  readonly source: StudyMode;
}

export function EvaluationBar({ page, engine, source }: BarProps) {
  const evaluation = barEvaluation(engine, source);
  if (evaluation === null) return null;
  const { score, winChance } = evaluation;
  const percent = winChance * 100;
  return (
    <div
      class="evaluation-bar"
      data-bottom={page.session.store.view.value.bottom}
      role="meter"
      aria-label={words.bar}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={words.scoreInWords(score)}
      title={`${words.score(score)} · ${words.whitesView}`}
      style={{ "--white": `${percent.toFixed(1)}%` }}
    >
      <span class="evaluation-white" />
    </div>
  );
}

/** The engine's evaluation while it is on, or the one in the study; null without either. */
function barEvaluation({ on, found }: StudyEngine, { node, handle }: StudyMode) {
  const best = on.value ? found.value?.info.variations[0] : undefined;
  if (best) return best;
  const { id, eval: stored } = node.value;
  const winChance = stored ? handle.win_chance(id) : undefined;
  return stored && winChance !== undefined ? { score: stored, winChance } : null;
}
