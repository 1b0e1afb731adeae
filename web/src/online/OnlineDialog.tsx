// The dialog for playing online: the player's name, a new game, privacy, and the lists of games.
import { useEffect } from "preact/hooks";
import { Dialog } from "../ui/Dialog";
import { errorDetails, errorText } from "../core/errorText";
import { onlineText } from "../text/online";
import type { OnlinePage } from "./page";
import { SaidText } from "../ui/SaidText";
import { GameLists } from "./GameLists";
import { NewOnlineGame } from "./NewOnlineGame";
import { OwnName } from "./OwnName";
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
          <OwnName page={page} />
          <NewOnlineGame page={page} close={close} />
          <Privacy page={page} />
        </div>
        <GameLists page={page} close={close} />
      </div>
    </Dialog>
  );
}
