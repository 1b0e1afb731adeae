// Shows the error of a failed action in an online game.
import type { ActionResult } from "../../source/source";
import { errorDetails, errorText } from "../../state/errorText";
import { errorMessage } from "../../state/sessionState";
import type { Page } from "../page";

export function reportError(page: Page, result: ActionResult): void {
  void result.then((error) => {
    if (error) page.session.showMessage(errorMessage(errorText(error), errorDetails(error)));
  });
}
