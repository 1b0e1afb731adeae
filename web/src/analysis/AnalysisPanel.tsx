// The panel of a study: name, engine, tree, report and tools. On a phone they are tabs below the boards.
import { useSignal, type Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { MoveEntry } from "../panels/MoveEntry";
import { Notice } from "../panels/Notice";
import { StepBar } from "../panels/StepBar";
import { analysisText } from "../text/analysis";
import { reportText } from "../text/report";
import { EnginePanel } from "./engine/EnginePanel";
import { EvaluationBar } from "./engine/EvaluationBar";
import { useEngines } from "./engine/useEngines";
import { mountKeys, registerKeys } from "./keys";
import type { PanelProps } from "./panel";
import { MistakesPanel } from "./report/MistakesPanel";
import { ReportPanel } from "./report/ReportPanel";
import { MoveTree } from "./study/MoveTree";
import { ToolsPanel } from "./tools/ToolsPanel";
import { useEffect, useRef } from "preact/hooks";

const TABS = ["moves", "engine", "report", "tools"] as const;
type Tab = (typeof TABS)[number];

export function AnalysisPanel({ page, study }: Omit<PanelProps, "engines">) {
  const { source } = study;
  const engines = useEngines(source);
  const props = { page, study, engines };
  const tab = useSignal<Tab>("moves");
  useEffect(() => mountKeys(page), [page]);
  const report = useReportKey(tab);
  if (engines.mistakes.value) return <MistakesPanel page={page} engines={engines} run={engines.mistakes.value} />;
  return (
    <>
      <EvaluationBar page={page} engine={engines.engine} source={source} />
      <StudyName study={study} />
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
          <MoveTree study={source} />
          <MoveEntry store={page.session.store} />
        </div>
        <div class="analysis-part" data-part="report" ref={report} tabIndex={-1}>
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

/** `z` opens the report: its tab on a phone, and the focus is there. */
function useReportKey(tab: Signal<Tab>): RefObject<HTMLDivElement | null> {
  const report = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const run = (): boolean => {
      tab.value = "report";
      // The tab shows its part with the next render.
      requestAnimationFrame(() => report.current?.focus());
      return true;
    };
    return registerKeys([{ keys: ["z"], label: reportText.key, run }]);
  }, [tab]);
  return report;
}

function StudyName({ study }: Pick<PanelProps, "study">) {
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
