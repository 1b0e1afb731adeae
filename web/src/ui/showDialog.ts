// Opens a dialog with the focus on what the person most likely wants.

/** The main button, the safe answer of a dangerous question, or the first field; the Close button only if there is no other. */
const FIRST = [
  "[data-focus]",
  "button.primary:not(:disabled)",
  ".dialog-answers:has(.danger) button:not(.danger)",
  "input, textarea, select",
  ".dialog-head ~ * :is(a, button)",
];

export function showDialog(dialog: HTMLDialogElement): void {
  dialog.showModal();
  const found = FIRST.map((selector) => dialog.querySelector<HTMLElement>(selector)).find((each) => each !== null);
  found?.focus({ preventScroll: true });
}
