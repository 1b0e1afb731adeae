// The panel of a study: name, engine, tree, report and tools. On a phone they are tabs below the boards.
import { useSignal } from "@preact/signals";
import { MoveEntry } from "../panels/MoveEntry";
import { Notice } from "../panels/Notice";
import { StepBar } from "../panels/StepBar";
import { analysisText } from "../text/analysis";
import { EnginePanel } from "./engine/EnginePanel";
import { mountKeys } from "./keys";
import type { PanelProps } from "./panel";
import { ReportPanel } from "./report/ReportPanel";
import { MoveTree } from "./study/MoveTree";
import { ToolsPanel } from "./tools/ToolsPanel";
import { useEffect } from "preact/hooks";

const TABS = ["moves", "engine", "report", "tools"] as const;
type Tab = (typeof TABS)[number];

export function AnalysisPanel(props: PanelProps) {
  const { page, study } = props;
  const tab = useSignal<Tab>("moves");
  useEffect(() => mountKeys(page), [page]);
  return (
    <>
      <StudyName {...props} />
      <div class="analysis-tabs segmented" role="group" aria-label={analysisText.tabs.label}>
        {TABS.map((each) => (
          <button key={each} type="button" aria-pressed={tab.value === each} onClick={() => (tab.value = each)}>
            {analysisText.tabs[each]}
          </button>
        ))}
      </div>
      <div class="analysis-parts" data-tab={tab}>
        <div class="analysis-part" data-part="engine">
          <EnginePanel {...props} />
        </div>
        <div class="analysis-part" data-part="moves">
          <Notice page={page} />
          <MoveTree study={study.source} />
          <MoveEntry store={page.session.store} />
        </div>
        <div class="analysis-part" data-part="report">
          <ReportPanel {...props} />
        </div>
        <div class="analysis-part" data-part="tools">
          <ToolsPanel {...props} />
        </div>
      </div>
      <div class="controls">
        <StepBar store={page.session.store} />
      </div>
    </>
  );
}

function StudyName({ study }: PanelProps) {
  return (
    <input
      class="study-name"
      type="text"
      aria-label={analysisText.name}
      maxLength={80}
      value={study.name}
      onInput={(event) => (study.name.value = event.currentTarget.value)}
    />
  );
}
