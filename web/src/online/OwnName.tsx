// The field for the player's own name.
import { useSignal } from "@preact/signals";
import { onlineText } from "../text/online";
import type { OnlinePage } from "./page";

export function OwnName({ page }: { page: OnlinePage }) {
  const { me } = page.online;
  // The text being typed stays when the identity arrives later.
  const draft = useSignal<string | null>(null);
  const rename = async (name: string): Promise<void> => {
    if (await page.online.rename(name.trim())) draft.value = null;
  };
  return (
    <label class="field">
      {onlineText.name.label}
      <input
        type="text"
        maxLength={40}
        placeholder={onlineText.name.optional}
        dir="auto"
        value={draft.value ?? me.value?.name ?? ""}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onChange={(event) => void rename(event.currentTarget.value)}
      />
    </label>
  );
}
