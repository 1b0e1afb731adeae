// Putting text on the clipboard, also where a page without https has none of its own.

/** Whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  // Browsers keep it from pages without https; the types do not say so.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Not allowed: the old way may be.
  }
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog, since nothing beside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without https
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
