// The dialog for playing online: the player's name, a new game, privacy, and the lists of games.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../dialogs/Dialog";
import { sentence } from "../../state/text";
import type { Page } from "../page";
import { GameLists } from "./GameLists";
import { NewOnlineGame } from "./NewOnlineGame";
import { Privacy } from "./Privacy";

export function OnlineDialog({ page, close }: { page: Page; close: () => void }) {
  const { error, listError } = page.online;
  // Errors from before the dialog opened are stale.
  useEffect(() => page.online.dismissError(), [page]);
  const shown = error.value ?? listError.value;
  return (
    <Dialog title="Play online" close={close} wide>
      {shown && (
        <p class="said said-error" role="alert">
          {sentence(shown.message)}
        </p>
      )}
      <div class="online-start">
        <div class="online-column">
          <Name page={page} />
          <NewOnlineGame page={page} close={close} />
          <Privacy page={page} />
        </div>
        <GameLists page={page} close={close} />
      </div>
    </Dialog>
  );
}

function Name({ page }: { page: Page }) {
  const { me } = page.online;
  // The text being typed stays when the identity arrives later.
  const draft = useSignal<string | null>(null);
  const rename = async (name: string): Promise<void> => {
    if (await page.online.rename(name.trim())) draft.value = null;
  };
  return (
    <label class="field">
      Your name, as others see it
      <input
        type="text"
        maxLength={40}
        placeholder="Anonymous"
        dir="auto"
        value={draft.value ?? me.value?.name ?? ""}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onChange={(event) => void rename(event.currentTarget.value)}
      />
    </label>
  );
}
