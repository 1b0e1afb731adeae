// Opens the games of a file or a pasted text as studies. The first is shown, the others are in My games. Studies of an
// exported file are restored.
import { parse } from "../core/json";
import { openStudy, storeStudy } from "../ui/analyse";
import type { Page } from "../ui/page";
import { loadAnalysisModule } from "../core/analysisModule";
import { asAppError } from "../core/errors";
import { failureMessage } from "../core/errorText";
import { importReport } from "../core/importReport";
import { randomId } from "../core/randomId";
import { withoutLearnResults } from "../storage/learnResults";
import { errorMessage, type Message } from "../core/message";
import { readStudies } from "../storage/studyExport";
import { text as pageText } from "../text";
import { analysisText } from "../text/analysis";

/** Returns whether a study was opened; otherwise a message says why not. */
export async function importStudies(page: Page, text: string, name: string): Promise<boolean> {
  const { ids, others, message } = await restoreStudies(page, text);
  const [first] = ids;
  const opened = (first === undefined || others !== "") && (await importGames(page, others, name));
  if (!opened && first !== undefined) openStudy(page, first, null);
  addMessage(page, message);
  return opened || first !== undefined;
}

export interface RestoredStudies {
  readonly ids: readonly string[];
  /** The rest of the text; empty if there is no game in it. */
  readonly others: string;
  readonly message: Message | null;
}

/** Stores the studies of an exported file. One that is here already stays, and one that has changed gets a copy. */
export async function restoreStudies(page: Page, text: string): Promise<RestoredStudies> {
  const { studies, others } = readStudies(withoutLearnResults(text));
  const { WasmStudy } = await loadAnalysisModule();
  const ids: string[] = [];
  const failed: string[] = [];
  const write = (record: string): string => {
    const handle = new WasmStudy(record);
    const written = handle.record("tpgn");
    handle.free();
    return written;
  };
  for (const study of studies) {
    const known = await page.studies.get(study.id);
    try {
      const record = write(study.record);
      const isKnown = known !== null && write(known.record) === record;
      const id = known && !isKnown ? randomId() : study.id;
      if (!isKnown) await storeStudy(page, { ...study, id, record });
      ids.push(id);
    } catch {
      failed.push(study.name);
    }
  }
  return { ids, others: others.trim() === "" ? "" : others, message: restoreReport(ids.length, failed) };
}

function restoreReport(count: number, failed: readonly string[]): Message | null {
  const { restored, notRestored } = analysisText;
  const said = [...(count > 0 ? [restored(count)] : []), ...failed.map(notRestored)].join(" ");
  if (said === "") return null;
  return failed.length > 0 ? errorMessage(said) : { tone: "note", text: said };
}

/** Shows a message after the one that is shown already, once. */
export function addMessage({ session }: Page, message: Message | null): void {
  const before = session.message.peek();
  if (message === null || before?.text.includes(message.text)) return;
  const isError = before?.tone === "error" || message.tone === "error";
  const words = [before?.text ?? "", message.text].filter((part) => part !== "").join(" ");
  session.showMessage({ ...before, ...message, text: words, tone: isError ? "error" : "note" });
}

async function importGames(page: Page, record: string, name: string): Promise<boolean> {
  const { WasmRecords } = await loadAnalysisModule();
  let records;
  try {
    records = new WasmRecords(record);
  } catch (thrown) {
    page.session.showMessage(failureMessage(pageText.page.open.failed(name), asAppError(thrown)));
    return false;
  }
  const count = records.count();
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const game = records.open(at);
    const id = randomId();
    const numbered = at === 0 ? name : pageText.game.numberedName(name, at + 1);
    // The first is the newest, so that it comes first in the list.
    const study = {
      id,
      name: numbered,
      changed: Date.now() - at,
      record: game.record("tpgn"),
      path: "0",
      origin: null,
      collapsed: [],
    };
    game.free();
    ids.push(id);
    await storeStudy(page, study);
  }
  const errors = parse(records.errors());
  const warnings = parse(records.warnings());
  records.free();
  openStudy(page, ids[0] ?? "", null);
  const report = importReport({ name, count, errors, warnings, storageError: null });
  if (report) page.session.showMessage(report);
  return true;
}
