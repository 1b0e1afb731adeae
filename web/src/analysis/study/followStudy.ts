/**
 * Saves an open study as it changes, and keeps the address at its current node.
 *
 * Another tab may change the same study. Then this one shows the new version, unless it has changes of its own: those are
 * stored as a copy, which it shows.
 */
import { computed } from "@preact/signals";
import type { Page } from "../../ui/page";
import type { StudyPlace } from "../../place/place";
import { analysisText } from "../../text/analysis";
import { StudySaver } from "./studySaver";
import { StudyVersions } from "./studyVersions";
import type { OpenStudy } from "./useStudy";

/** How long saving waits after a change, so that the move is drawn first. */
const AFTER_EDIT = 20;
/** How long the address waits after a step, so that holding a key does not write it at every node. */
const AFTER_STEP = 300;

/** Follows a study until the result is called. `reopen` shows what another tab has stored. */
export function followStudy(page: Page, study: OpenStudy, reopen: (place: StudyPlace) => void): () => void {
  const { id, source, name, collapsed } = study;
  const versions = new StudyVersions(study);
  const saver = new StudySaver(page, study.stored);
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Saves what has changed, and writes the address when it is stored. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    const taken = versions.take();
    if (taken === null) return;
    const { version, edited } = taken;
    const isStored = await saver.save(version, edited);
    if (stopped) return;
    if (!isStored) return checkOtherTabs();
    // The person may have gone on in the meantime: then the address follows later.
    const isShown = page.screen.peek().kind === "study" && version.path === source.currentPath();
    if (!isShown) return;
    study.writtenPath = version.path;
    page.update({ kind: "study", id, path: version.path });
  }

  /** A page that is being closed has no time to compare versions. */
  function close(): void {
    clearTimeout(timer);
    const taken = versions.take();
    const isUnsaved = taken !== null || saver.isSaving;
    if (versions.last && isUnsaved && !saver.isReplaced) page.studies.leave(versions.last);
  }

  async function checkOtherTabs(): Promise<void> {
    const stored = await page.studies.get(id);
    const isBusy = stopped || saver.isSaving || saver.isReplaced || versions.isEdited();
    if (isBusy || stored === null || saver.isOwn(stored)) return;
    page.session.showMessage({ tone: "note", text: analysisText.changedElsewhere });
    reopen({ kind: "study", id, path: source.currentPath() });
  }

  const state = computed(() => [source.edits.value, name.value, source.tree.value.current, collapsed.value]);
  const stopSaving = state.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), versions.isEdited() ? AFTER_EDIT : AFTER_STEP);
  });
  const stopChecking = page.studies.version.subscribe(() => void checkOtherTabs());
  const hidden = (): void => {
    if (document.hidden) void flush();
  };
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", close);
  return () => {
    stopSaving();
    stopChecking();
    stopped = true;
    void flush();
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("pagehide", close);
  };
}
