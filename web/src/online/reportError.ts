// Shows the error of a failed action in an online game.
import type { ActionResult } from "../core/errors";
import { errorDetails, errorText } from "../core/errorText";
import { errorMessage } from "../core/message";
import type { OnlinePage } from "./page";

export function reportError(page: OnlinePage, result: ActionResult): void {
  void result.then((error) => {
    if (error) page.session.showMessage(errorMessage(errorText(error), errorDetails(error)));
  });
}
