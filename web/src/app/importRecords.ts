// Imports records from chosen or dropped files and pasted text.
import { readLearnResults, withoutLearnResults, type LearnResult } from "../storage/learnResults";
import { hasStudies } from "../storage/studyExport";
import { errorMessage } from "../core/message";
import { text } from "../text";
import type { AppPage } from "./page";

/** The largest file that is read. */
const MAX_FILE_BYTES = 2_000_000;

export async function openFile(file: File, page: AppPage): Promise<void> {
  if (file.size > MAX_FILE_BYTES) {
    page.session.showMessage(errorMessage(text.page.open.tooLarge(file.name)));
    return;
  }
  openRecord(await file.text(), file.name, page);
}

/** On the analysis screen, games are opened as studies. */
export function openRecord(record: string, name: string, page: AppPage): void {
  if (page.screen.peek().kind === "study") void analyseText(record, name, page);
  else openText(record, name, page);
}

export async function analyseText(record: string, name: string, page: AppPage): Promise<void> {
  try {
    const { importStudies } = await import("../analysis/importStudies");
    await importStudies(page, record, name);
  } catch {
    page.session.showMessage(errorMessage(text.page.partNotLoaded));
  }
}

export function openText(record: string, name: string, page: AppPage): void {
  const results = readLearnResults(record);
  if (results.length > 0) void addResults(results, page);
  // A file may hold results and no game.
  if (results.length > 0 && withoutLearnResults(record).trim() === "") return;
  if (hasStudies(record)) void openExported(record, name, page);
  else openGames(record, name, page);
}

function openGames(record: string, name: string, page: AppPage, opened?: () => void): void {
  void page.session.openText(record, name).then((isOpen) => {
    if (isOpen) page.closeDialog();
    opened?.();
  });
}

/** Restores the studies of an exported file and opens its games. */
async function openExported(record: string, name: string, page: AppPage): Promise<void> {
  try {
    const { addMessage, restoreStudies } = await import("../analysis/importStudies");
    const { others, message } = await restoreStudies(page, record);
    addMessage(page, message);
    if (others === "") page.closeDialog();
    else openGames(others, name, page, () => addMessage(page, message));
  } catch {
    page.session.showMessage(errorMessage(text.page.partNotLoaded));
  }
}

async function addResults(results: readonly LearnResult[], page: AppPage): Promise<void> {
  const added = await import("../learn/importResults").then(
    ({ importResults }) => importResults(results),
    () => false,
  );
  page.closeDialog();
  const { learnResults, noLearnResults } = text.page.imported;
  page.session.showMessage(added ? { tone: "note", text: learnResults } : errorMessage(noLearnResults));
}
