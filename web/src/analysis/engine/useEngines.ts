// The engines of an open study: one for the position on the boards, one for the report and for judging tries.
import { parse } from "../../core/json";
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { createEngine, spawnEngine, type Engine } from "../../core/engine";
import { savedItems } from "../../storage/storage";
import type { SearchPosition } from "../../wire/engine";
import { ReportRun, type ReportStudy } from "../report/reportRun";
import type { MistakesRun } from "../report/mistakes";
import type { StudyMode } from "../study/studyMode";
import { NO_ENGINE_SHAPES } from "../tools/layers";
import { readSettings, saveSettings } from "./engineSettings";
import { engineShapes } from "./engineShapes";
import { EngineTab } from "./engineTab";
import { StudyEngine, type EnginePosition } from "./studyEngine";

export interface Engines {
  readonly engine: StudyEngine;
  readonly report: ReportRun;
  /** Evaluates single positions while the person learns from mistakes. */
  readonly judge: Engine;
  /** The mistakes that the person is learning from; null while the study is on the boards. */
  readonly mistakes: Signal<MistakesRun | null>;
  /** Takes the engine from another tab. */
  takeOver(): void;
  dispose(): void;
}

export function useEngines(source: StudyMode): Engines {
  const engines = useMemo(() => createEngines(source), [source]);
  useEffect(() => () => engines.dispose(), [engines]);
  return engines;
}

export function createEngines(source: StudyMode): Engines {
  const tab = new EngineTab("locks" in navigator ? navigator.locks : undefined);
  const visible = signal(!document.hidden);
  const mistakes = signal<MistakesRun | null>(null);
  const judge = createEngine(spawnEngine);
  const engine = new StudyEngine({
    engine: createEngine(spawnEngine),
    position: enginePosition(source),
    visible: computed(() => visible.value && mistakes.value === null),
    elsewhere: tab.elsewhere,
    settings: readSettings(savedItems()),
  });
  const report = new ReportRun({
    engine: createEngine(spawnEngine),
    study: reportStudy(source),
    elsewhere: tab.elsewhere,
  });
  const inUse = computed(
    () =>
      ((engine.on.value || engine.threatOn.value) && visible.value) || report.wanted.value || mistakes.value !== null,
  );
  const stopSaving = effect(() => {
    const { lines, unlimited, arrowsOn } = engine;
    saveSettings(savedItems(), { lines: lines.value, unlimited: unlimited.value, arrowsOn: arrowsOn.value });
  });
  const stopShowing = showShapes(source, engine);
  const stopClaiming = followDemand(tab, inUse, visible);

  const onVisibility = (): void => {
    visible.value = !document.hidden;
  };
  document.addEventListener("visibilitychange", onVisibility);
  return {
    engine,
    report,
    judge,
    mistakes,
    takeOver: () => tab.claim(),
    dispose() {
      document.removeEventListener("visibilitychange", onVisibility);
      mistakes.peek()?.dispose();
      stopSaving();
      stopShowing();
      stopClaiming();
      engine.dispose();
      report.dispose();
      judge.cancel();
      tab.release();
    },
  };
}

/** Shows what the engine found on the boards, except during a preview of other moves. */
function showShapes({ layers, previewing }: StudyMode, engine: StudyEngine): () => void {
  const stop = effect(() => {
    const isShown = engine.arrowsOn.value && !previewing.value;
    const found = engine.on.value ? engine.found.value : null;
    const lines = found?.info.variations.slice(0, engine.lines.value) ?? [];
    layers.engine.value = isShown ? engineShapes(lines, engine.threat.value) : NO_ENGINE_SHAPES;
  });
  return () => {
    stop();
    layers.engine.value = NO_ENGINE_SHAPES;
  };
}

/** Claims the engine when this tab starts to need it or is looked at again, and gives it up when it does not need it. */
function followDemand(tab: EngineTab, inUse: ReadonlySignal<boolean>, visible: ReadonlySignal<boolean>): () => void {
  let wasInUse = false;
  return effect(() => {
    const isVisible = visible.value;
    if (!inUse.value) tab.release();
    else if (isVisible || !wasInUse) tab.claim();
    wasInUse = inUse.value;
  });
}

function enginePosition({ node, current, handle }: StudyMode): ReadonlySignal<EnginePosition> {
  return computed(() => {
    const { id, key } = node.value;
    return {
      key,
      isOver: current.value.status !== "ongoing",
      position: () => searchPosition(handle, id),
      threat: () => parse(handle.threat(id)),
    };
  });
}

/** The position of a node, with the moves to it. */
function searchPosition(handle: StudyMode["handle"], node: number): SearchPosition {
  const line = handle.line(node);
  const position = parse(line.search_position());
  line.free();
  return position;
}

function reportStudy(source: StudyMode): ReportStudy {
  const { handle, edits } = source;
  return {
    edits,
    report: () => parse(handle.report()),
    next() {
      const node = handle.next_to_evaluate();
      if (node === undefined) return null;
      return { node, position: searchPosition(handle, node) };
    },
    store(node, best) {
      handle.store_evaluation(node, JSON.stringify(best.score), [...best.moves]);
      source.changed();
    },
    clear() {
      handle.remove_evaluations();
      source.changed();
    },
  };
}
