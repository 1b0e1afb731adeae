// Starts an analysis of the edited position.
import type { Page } from "../panels/page";
import { randomId } from "../state/localGames";
import { editorText } from "../text/editor";

export async function analysePosition(page: Page, tfen: string): Promise<void> {
  const id = randomId();
  const study = { id, name: editorText.study, changed: Date.now(), record: tfen, path: "0", origin: null };
  await page.studies.put(study);
  page.study.value = { id, path: null };
  page.screen.value = "analysis";
}
