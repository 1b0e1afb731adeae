// Opens the games of a file or a pasted text as studies. The first is shown, the others are in My games.
import { openStudy, storeStudy } from "../panels/analyse";
import type { Page } from "../panels/page";
import { loadAnalysisModule } from "../source/analysisModule";
import { asAppError } from "../source/errors";
import { errorDetails, errorText } from "../state/errorText";
import { importReport } from "../state/importReport";
import { randomId } from "../state/localGames";
import { errorMessage } from "../state/sessionState";
import { text } from "../text";
import type { BadGame, ImportWarning } from "../wire/game";

/** Returns whether a study was opened; otherwise a message says why not. */
export async function importStudies(page: Page, record: string, name: string): Promise<boolean> {
  const { WasmRecords } = await loadAnalysisModule();
  let records;
  try {
    records = new WasmRecords(record);
  } catch (thrown) {
    const error = asAppError(thrown);
    page.session.showMessage(errorMessage(`${text.page.open.failed(name)} ${errorText(error)}`, errorDetails(error)));
    return false;
  }
  const count = records.count();
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const game = records.open(at);
    const id = randomId();
    const numbered = at === 0 ? name : text.game.numberedName(name, at + 1);
    // The first is the newest, so that it comes first in the list.
    const study = {
      id,
      name: numbered,
      changed: Date.now() - at,
      record: game.record("tpgn"),
      path: "0",
      origin: null,
    };
    game.free();
    ids.push(id);
    await storeStudy(page, study);
  }
  const errors = JSON.parse(records.errors()) as BadGame[];
  const warnings = JSON.parse(records.warnings()) as ImportWarning[];
  records.free();
  openStudy(page, ids[0] ?? "", null);
  const report = importReport({ name, count, errors, warnings, storageError: null });
  if (report) page.session.showMessage(report);
  return true;
}
