// Opens a copy of a game on the analysis screen. The game itself never changes.
import { randomId } from "../core/randomId";
import { recordOf } from "../board/mode";
import { errorMessage } from "../core/message";
import type { StoredStudy } from "../storage/studies";
import { text } from "../text";
import type { Page } from "./page";

export interface AnalysedGame {
  readonly name: string;
  /** The record in any format. */
  readonly record: string;
  /** The path of the node to show first; the start without it. */
  readonly path?: string;
  /** What names the game, to find its study again; null for a text that is opened once. */
  readonly origin?: string | null;
  /** Whether the report with the mistakes starts at once. */
  readonly report?: boolean;
}

/** Opens the study of a game: the one that was started from the same record, or a new one. */
export async function analyse(
  page: Page,
  { name, record, path = "0", origin = null, report }: AnalysedGame,
): Promise<void> {
  const start = origin === null ? null : `${origin} ${checksum(record)}`;
  const known = start === null ? undefined : (await page.studies.list()).find((study) => study.origin === start);
  const id = known?.id ?? randomId();
  openStudy(page, id, path, report);
  if (known) return;
  await storeStudy(page, { id, name, changed: Date.now(), record, path, origin: start, collapsed: [] });
}

/** Stores a study, and says so if only memory holds it. */
export async function storeStudy(page: Page, study: StoredStudy): Promise<void> {
  if (!(await page.studies.put(study))) page.session.showMessage(errorMessage(text.games.studyNotSaved));
}

export function openStudy(page: Page, id: string, path: string | null, report = false): void {
  page.session.showMessage(null);
  page.go({ kind: "study", id, path, report });
}

/** The local game on screen. */
export async function analyseSession(page: Page, report = false): Promise<void> {
  const { session } = page;
  const { id, name } = session.localInfo.peek();
  const game = session.game.peek();
  const record = await recordOf(game, "json");
  const path = String(game.board.history.peek().ply);
  await analyse(page, { name: text.games.studyName(name), record, path, origin: `game ${id}`, report });
}

/** Tells one record from another. */
function checksum(record: string): string {
  let sum = 0;
  for (let at = 0; at < record.length; at++) sum = (Math.imul(sum, 31) + record.charCodeAt(at)) | 0;
  return (sum >>> 0).toString(36);
}
