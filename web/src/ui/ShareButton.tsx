// A button that hands a text to the share sheet of a phone, and copies it elsewhere.
import { useSignal } from "@preact/signals";
import { text } from "../text";
import { Button } from "./Button";
import { copyText } from "./copyText";

/** How long the button says that it has copied, in milliseconds. */
const SAID = 1500;

export function ShareButton({ shared, label }: { shared: string; label: string }) {
  const copied = useSignal(false);
  const share = async (): Promise<void> => {
    if (await openShareSheet(shared)) return;
    copied.value = await copyText(shared);
    setTimeout(() => (copied.value = false), SAID);
  };
  return (
    <>
      <Button icon="share" label={copied.value ? text.page.copied : label} onClick={() => void share()} />
      <span class="visually-hidden" role="status">
        {copied.value ? text.page.copied : ""}
      </span>
    </>
  );
}

/** Whether a share sheet was shown, even if the person then cancelled. Desktops only get the clipboard. */
async function openShareSheet(shared: string): Promise<boolean> {
  if (!("share" in navigator) || !matchMedia("(pointer: coarse)").matches) return false;
  try {
    await navigator.share({ text: shared });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError";
  }
}
