// The dialog for playing online: the player's name, a new game, privacy, and the lists of games.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Dialog } from "../ui/Dialog";
import { errorDetails, errorText } from "../core/errorText";
import { onlineText } from "../text/online";
import type { OnlinePage } from "./page";
import { SaidText } from "../ui/SaidText";
import { GameLists } from "./GameLists";
import { NewOnlineGame } from "./NewOnlineGame";
import { Privacy } from "./Privacy";

export function OnlineDialog({ page, close }: { page: OnlinePage; close: () => void }) {
  const { error, listError } = page.online;
  // Errors from before the dialog opened are stale.
  useEffect(() => page.online.dismissError(), [page]);
  const shown = error.value ?? listError.value;
  return (
    <Dialog title={onlineText.title} close={close} wide>
      {shown && (
        <div class="said said-error" role="alert">
          <SaidText text={errorText(shown)} details={errorDetails(shown)} />
        </div>
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

function Name({ page }: { page: OnlinePage }) {
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
        placeholder={onlineText.name.anonymous}
        dir="auto"
        value={draft.value ?? me.value?.name ?? ""}
        onInput={(event) => (draft.value = event.currentTarget.value)}
        onChange={(event) => void rename(event.currentTarget.value)}
      />
    </label>
  );
}
