// Opens the study that the address names.
import { signal, useSignal, type Signal } from "@preact/signals";
import { useEffect, useLayoutEffect } from "preact/hooks";
import type { Page } from "../../ui/page";
import { loadAnalysisModule, type AnalysisModule } from "../../core/analysisModule";
import { asAppError } from "../../core/errors";
import type { StudyPlace } from "../../place/place";
import { errorDetails, errorText } from "../../core/errorText";
import { randomId } from "../../core/randomId";
import { errorMessage } from "../../core/message";
import type { StoredStudy } from "../../storage/studies";
import { text } from "../../text";
import { analysisText } from "../../text/analysis";
import { followStudy } from "./followStudy";
import { StudyMode } from "./studyMode";
import { ROOT } from "./studyTree";

/** A study on the boards. */
export interface OpenStudy {
  readonly id: string;
  readonly source: StudyMode;
  readonly name: Signal<string>;
  /** What the storage held when it was opened; null for an empty board. */
  readonly stored: StoredStudy | null;
  /** The first moves of collapsed variations. */
  readonly collapsed: Signal<ReadonlySet<number>>;
  /** The continuation that was chosen at a node. */
  readonly fork: Signal<{ readonly node: number; readonly index: number }>;
  readonly menuOpen: Signal<boolean>;
  readonly keysOpen: Signal<boolean>;
  /** The path that the study has written to the address, which is no request to go there. */
  writtenPath: string | null;
}

function openStudy(parts: Pick<OpenStudy, "id" | "source" | "stored">, name: string): OpenStudy {
  return {
    ...parts,
    name: signal(name),
    collapsed: signal<ReadonlySet<number>>(new Set()),
    fork: signal({ node: ROOT, index: 0 }),
    menuOpen: signal(false),
    keysOpen: signal(false),
    writtenPath: null,
  };
}

/** The study that the address names; null until it has loaded. */
export function useStudy(page: Page, place: StudyPlace): OpenStudy | null {
  const open = useSignal<OpenStudy | null>(null);
  useEffect(() => {
    const shown = open.peek();
    if (shown && place.id === shown.id) {
      // The person may have gone on since the place was written.
      if (page.screen.peek() === place && place.path !== shown.writtenPath) goToPath(shown, place);
      return;
    }
    if (shown && place.id === null && !hasContents(shown) && hasRules(shown, place)) return;
    let current = true;
    load(page, place).then(
      (study) => {
        if (current) open.value = study;
        else study.source.dispose();
      },
      () => page.session.showMessage(errorMessage(text.page.partNotLoaded)),
    );
    return () => {
      current = false;
    };
  }, [place]);
  const study = open.value;
  /** Shows what another tab has stored. */
  const reopen = (at: StudyPlace): void => {
    void load(page, at).then((next) => {
      if (open.peek()?.id === at.id) open.value = next;
      else next.source.dispose();
    });
  };
  // Before the effect that disposes of the source.
  useLayoutEffect(() => (study ? followStudy(page, study, reopen) : undefined), [study]);
  return study;
}

function hasContents({ source }: OpenStudy): boolean {
  return source.tree.peek().nodes.size > 1 || source.edits.peek() > 0;
}

/** Whether an empty board has the rule book that was asked for. */
function hasRules({ source }: OpenStudy, { rules }: StudyPlace): boolean {
  return rules === undefined || source.board.snapshot.peek().rules === rules;
}

function goToPath({ source }: OpenStudy, place: StudyPlace): void {
  const node = place.path === null ? null : source.find(place.path);
  if (node !== null) source.goTo(node);
}

async function load(page: Page, place: StudyPlace): Promise<OpenStudy> {
  const { id, path } = place;
  const [module, stored] = await Promise.all([loadAnalysisModule(), id === null ? null : page.studies.get(id)]);
  if (id !== null && stored === null) page.session.showMessage(errorMessage(analysisText.notFound));
  const study = stored && openStored(page, module, stored);
  if (study) {
    goToPath(study, { ...place, path: path ?? stored.path });
    return study;
  }
  page.session.store.setView({ bottom: "white", preset: "white" });
  const source = new StudyMode(module.WasmStudy.empty(place.rules ?? "revised"));
  return openStudy({ id: randomId(), source, stored: null }, analysisText.untitled);
}

function openStored(page: Page, module: AnalysisModule, stored: StoredStudy): OpenStudy | null {
  try {
    const source = new StudyMode(new module.WasmStudy(stored.record));
    const study = openStudy({ id: stored.id, source, stored }, stored.name);
    const collapsed = stored.collapsed.map((path) => source.find(path));
    study.collapsed.value = new Set(collapsed.filter((id) => id !== null));
    return study;
  } catch (thrown) {
    const error = asAppError(thrown);
    page.session.showMessage(errorMessage(analysisText.notRead(errorText(error)), errorDetails(error)));
    return null;
  }
}
