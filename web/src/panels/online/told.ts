// Says why something done in a game online was refused.
import type { Outcome } from "../../source/source";
import type { Page } from "../page";

export function told(page: Page, outcome: Outcome): void {
  void outcome.then((refused) => {
    if (refused) page.table.message.value = { tone: "error", text: refused.message };
  });
}
