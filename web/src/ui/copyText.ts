// Copies text to the clipboard, also on pages without https, which have no Clipboard API.

/** Returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  // Undefined without https, which the types do not say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard) {
      await clipboard.writeText(text);
      return true;
    }
  } catch {
    // Denied: the old way may still work.
  }
  const field = document.createElement("textarea");
  field.value = text;
  // Inside an open dialog, because nothing outside it can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without https
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
