// Opens a file or text that is dropped on the page. The code that reads it is loaded then.
import { errorMessage } from "../core/message";
import { text } from "../text";
import type { AppPage } from "./page";

export async function dropRecords(event: DragEvent, page: AppPage): Promise<void> {
  event.preventDefault();
  // The browser clears them after the event.
  const file = event.dataTransfer?.files[0];
  const dropped = event.dataTransfer?.getData("text/plain");
  if (!file && !dropped) return;
  const module = await import("./importRecords").catch(() => null);
  if (!module) page.session.showMessage(errorMessage(text.page.partNotLoaded));
  else if (file) await module.openFile(file, page);
  else if (dropped) module.openRecord(dropped, text.page.open.droppedText, page);
}
