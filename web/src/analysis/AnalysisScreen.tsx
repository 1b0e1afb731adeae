/**
 * The analysis screen: a study on the boards of both views, and its panel beside them.
 *
 * The parts of the panel get the same `PanelProps` (`panel.ts`): the page, and the open study with its `StudyMode`
 * (`study/studySource.ts`), which has the tree, the current node and every change as a method. The slots for other parts
 * are `engine/EnginePanel.tsx`, `report/ReportPanel.tsx` and `tools/ToolsPanel.tsx`. Keys are registered with
 * `keys.ts`. The screen, its styles and texts are loaded when it is first opened.
 */
import "../styles/analysis.css";
import "../styles/analysisEngine.css";
import { useActivity } from "../ui/activity";
import { SessionMessage } from "../ui/Notice";
import type { Page } from "../ui/page";
import type { StudyPlace } from "../place/place";
import { analysisText } from "../text/analysis";
import { AnalysisPanel } from "./AnalysisPanel";
import { useStudy } from "./study/useStudy";

export function AnalysisScreen({ page, place }: { page: Page; place: StudyPlace }) {
  const study = useStudy(page, place);
  useActivity(page, study?.source ?? null, true);
  return (
    <aside class="panel analysis" aria-label={analysisText.label}>
      {study ? (
        <AnalysisPanel key={study.id} page={page} study={study} report={place.report === true} />
      ) : (
        <SessionMessage page={page} />
      )}
    </aside>
  );
}
