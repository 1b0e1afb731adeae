/**
 * Saves an open study as it changes, and keeps the address at its current node.
 *
 * Another tab may change the same study. Then this one shows the new version, unless it has changes of its own: those are
 * stored as a copy, which it shows.
 */
import { computed } from "@preact/signals";
import type { Page } from "../../ui/page";
import type { StudyPlace } from "../../place/place";
import { randomId } from "../../core/randomId";
import { errorMessage } from "../../core/message";
import { hasSameContents, type StoredStudy } from "../../storage/studies";
import { analysisText } from "../../text/analysis";
import type { OpenStudy } from "./useStudy";

/** How long saving waits after a change, so that the move is drawn first. */
const AFTER_EDIT = 20;
/** How long the address waits after a step, so that holding a key does not write it at every node. */
const AFTER_STEP = 300;

/** Follows a study until the result is called. `reopen` shows what another tab has stored. */
export function followStudy(page: Page, study: OpenStudy, reopen: (place: StudyPlace) => void): () => void {
  const { id, source, name } = study;
  const saver = createSaver(page, study.stored);
  let stopped = false;
  let saved = study.stored;
  let savedEdits = source.edits.peek();
  let savedName = name.peek();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isEdited = (): boolean => source.edits.peek() !== savedEdits || name.peek() !== savedName;
  const currentPath = (): string => source.path(source.tree.peek().current);

  function collapsedPaths(): readonly string[] {
    const ids = [...study.collapsed.peek()].filter((each) => source.tree.peek().nodes.has(each));
    return ids.map((each) => source.path(each)).sort();
  }

  /** The version to save; null if nothing has changed. */
  function nextVersion(edited: boolean): StoredStudy | null {
    // An empty board is stored with its first change.
    if (!edited && saved === null) return null;
    const path = currentPath();
    const collapsed = collapsedPaths();
    const isShownAsSaved = saved?.path === path && String(saved.collapsed) === String(collapsed);
    if (!edited && isShownAsSaved) return null;
    const before = saved ?? { id, origin: null, record: "", changed: 0 };
    const contents = { name: name.peek(), record: source.text("tpgn"), changed: Date.now() };
    return { ...before, name: savedName, path, collapsed, ...(edited && contents) };
  }

  function takeVersion(): { readonly version: StoredStudy; readonly edited: boolean } | null {
    clearTimeout(timer);
    timer = undefined;
    const edited = isEdited();
    const version = nextVersion(edited);
    if (version === null) return null;
    saved = version;
    savedEdits = source.edits.peek();
    savedName = name.peek();
    return { version, edited };
  }

  /** Saves what has changed, and writes the address when it is stored. */
  async function flush(): Promise<void> {
    const taken = takeVersion();
    if (taken === null) return;
    const { version, edited } = taken;
    const isStored = await saver.save(version, edited);
    if (stopped) return;
    if (!isStored) return checkOtherTabs();
    // The person may have gone on in the meantime: then the address follows later.
    const isShown = page.screen.peek().kind === "study" && version.path === currentPath();
    if (!isShown) return;
    study.writtenPath = version.path;
    page.update({ kind: "study", id, path: version.path });
  }

  /** A page that is being closed has no time to compare versions. */
  function close(): void {
    const taken = takeVersion();
    if (saved && !saver.isReplaced() && (taken !== null || saver.isSaving())) page.studies.leave(saved);
  }

  async function checkOtherTabs(): Promise<void> {
    const stored = await page.studies.get(id);
    const isBusy = stopped || saver.isSaving() || saver.isReplaced() || isEdited();
    if (isBusy || stored === null || saver.isOwn(stored)) return;
    page.session.showMessage({ tone: "note", text: analysisText.changedElsewhere });
    reopen({ kind: "study", id, path: currentPath() });
  }

  const state = computed(() => [source.edits.value, name.value, source.tree.value.current, study.collapsed.value]);
  const stopSaving = state.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), isEdited() ? AFTER_EDIT : AFTER_STEP);
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

interface Saver {
  /** Writes a version; false if another tab has stored a different one. Changes that would be lost become a copy. */
  save(study: StoredStudy, edited: boolean): Promise<boolean>;
  isSaving(): boolean;
  /** Whether a copy has taken the place of the study in this tab. */
  isReplaced(): boolean;
  /** Whether a stored version is one that this tab has read or written. */
  isOwn(stored: StoredStudy): boolean;
}

function createSaver(page: Page, stored: StoredStudy | null): Saver {
  /** The version in the storage, as far as this tab knows. */
  let known = stored;
  /** Versions that are being written. */
  const pending = new Set<StoredStudy>();
  let replaced = false;
  const own = (): readonly StoredStudy[] => [...(known ? [known] : []), ...pending];

  async function write(study: StoredStudy, edited: boolean): Promise<boolean> {
    const failedBefore = page.studies.failed.peek();
    const result = await page.studies.update(study, own);
    if (result === "saved") known = study;
    if (result === "inMemory" && !failedBefore) page.session.showMessage(errorMessage(analysisText.notSaved));
    if (result === "changedElsewhere" && edited) {
      replaced = true;
      await saveCopy(page, study);
    }
    return result !== "changedElsewhere";
  }

  return {
    isSaving: () => pending.size > 0,
    isReplaced: () => replaced,
    isOwn: (version) => own().some((each) => hasSameContents(each, version)),
    async save(study, edited) {
      pending.add(study);
      const isStored = await write(study, edited);
      pending.delete(study);
      return isStored;
    },
  };
}

/** Stores changes as a copy and shows it. */
async function saveCopy(page: Page, study: StoredStudy): Promise<void> {
  const copy = { ...study, id: randomId(), name: analysisText.copyOf(study.name) };
  await page.studies.put(copy);
  page.session.showMessage({ tone: "note", text: analysisText.savedAsCopy(copy.name) });
  const { id, path } = copy;
  const shown = page.screen.peek();
  if (shown.kind === "study" && shown.id === study.id) page.go({ kind: "study", id, path });
}
