// Says why something done in a game online was refused.
import type { ActionResult } from "../../source/source";
import { errorMessage } from "../../state/sessionState";
import type { Page } from "../page";

export function reportError(page: Page, outcome: ActionResult): void {
  void outcome.then((refused) => {
    if (refused) page.session.showMessage(errorMessage(refused.message));
  });
}
