// Imports records from chosen or dropped files and pasted text.
import { errorMessage } from "../state/sessionState";
import { confirmLeaveGame, type Page } from "./page";

/** The largest file that is read. */
const LARGEST = 2_000_000;

export async function dropRecords(event: DragEvent, page: Page): Promise<void> {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  if (file) return openFile(file, page);
  const text = event.dataTransfer?.getData("text/plain");
  if (text) openText(text, "The dropped text", page);
}

export async function openFile(file: File, page: Page): Promise<void> {
  if (file.size > LARGEST) {
    page.session.showMessage(errorMessage(`“${file.name}” is too large to be a game.`));
    return;
  }
  openText(await file.text(), file.name, page);
}

export function openText(text: string, name: string, page: Page): void {
  confirmLeaveGame(page, `Opening ${name}`, () => {
    void page.session.openText(text, name, false).then((opened) => {
      if (opened) page.dialog.value = null;
    });
  });
}
