// The panel of a study: name, engine, tree, report and tools. They are tabs, or side by side in a wide panel.
import { useSignal, type Signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type IconName } from "../ui/icons";
import { MoveEntry } from "../ui/MoveEntry";
import { Notice } from "../ui/Notice";
import { StepBar } from "../ui/StepBar";
import { EMPTY_BOARD } from "../place/place";
import { analysisText } from "../text/analysis";
import { reportText } from "../text/report";
import { EnginePanel } from "./engine/EnginePanel";
import { EvaluationBar } from "./engine/EvaluationBar";
import { useEngines } from "./engine/useEngines";
import { KeyList } from "./KeyList";
import { mountKeys, registerKeys } from "./keys";
import type { PanelProps } from "./panel";
import { MistakesPanel } from "./report/MistakesPanel";
import { ReportPanel } from "./report/ReportPanel";
import { copyNodeLink, exportStudy } from "./share";
import { ForkChooser } from "./study/ForkChooser";
import { MoveTree } from "./study/MoveTree";
import { NodeEditor } from "./study/NodeEditor";
import { treeKeys } from "./study/treeKeys";
import { ToolsPanel } from "./tools/ToolsPanel";
import { Button, IconButton } from "../ui/Button";

const TABS = ["moves", "engine", "report", "tools"] as const;
type Tab = (typeof TABS)[number];

interface AnalysisPanelProps extends Omit<PanelProps, "engines"> {
  /** Whether the report starts at once. */
  readonly report: boolean;
}

export function AnalysisPanel({ page, study, report: startsReport }: AnalysisPanelProps) {
  const { source } = study;
  const engines = useEngines(source);
  const props = { page, study, engines };
  const tab = useSignal<Tab>(startsReport ? "report" : "moves");
  useEffect(() => {
    if (startsReport) engines.report.start("standard");
  }, []);
  useEffect(() => mountKeys(page), [page]);
  const report = useReportKey(tab);
  useEffect(() => registerKeys(treeKeys(page, study)), [page, study]);
  if (engines.mistakes.value) return <MistakesPanel page={page} engines={engines} run={engines.mistakes.value} />;
  return (
    <>
      <EvaluationBar page={page} engine={engines.engine} source={source} />
      <div class="analysis-tabs segmented" role="group" aria-label={analysisText.tabs.label}>
        {TABS.map((each) => (
          <Button
            key={each}
            data-tab={each}
            aria-pressed={tab.value === each}
            label={analysisText.tabs[each]}
            onClick={() => (tab.value = each)}
          />
        ))}
      </div>
      <StudyHead page={page} study={study} />
      <div class="analysis-parts" data-tab={tab}>
        <div class="analysis-column">
          <div class="analysis-part" data-part="engine">
            <EnginePanel {...props} />
          </div>
          <div class="analysis-part" data-part="moves">
            <Notice page={page} />
            <MoveTree page={page} study={study} />
            <ForkChooser study={study} />
            <NodeEditor page={page} study={study} />
            <MoveEntry store={page.session.store} />
          </div>
        </div>
        <div class="analysis-column">
          <div class="analysis-part" data-part="report" ref={report} tabIndex={-1}>
            <ReportPanel {...props} />
          </div>
          <div class="analysis-part" data-part="tools">
            <ToolsPanel {...props} />
          </div>
        </div>
      </div>
      <div class="controls">
        <StepBar store={page.session.store} />
      </div>
      {study.keysOpen.value && <KeyList study={study} />}
    </>
  );
}

/** `z` opens the report and puts the focus there. */
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

function StudyHead({ page, study }: Omit<PanelProps, "engines">) {
  const words = analysisText.actions;
  return (
    <div class="study-head">
      <StudyName study={study} />
      <div class="study-actions" role="group" aria-label={words.label}>
        <Action icon="import" label={words.export} act={() => exportStudy(study)} />
        <Action icon="share" label={words.link} act={() => void copyNodeLink(page, study)} />
        <Action icon="plus" label={words.empty} act={() => page.go(EMPTY_BOARD)} />
        <Action icon="help" label={words.keys} act={() => (study.keysOpen.value = true)} />
      </div>
    </div>
  );
}

function Action({ icon, label, act }: { icon: IconName; label: string; act: () => void }) {
  return <IconButton icon={icon} label={label} title={label} onClick={act} />;
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
