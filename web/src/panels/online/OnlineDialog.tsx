// The start page for games between people: who I am, a new game, and the lists of those that are there.
import { Dialog } from "../dialogs/Dialog";
import type { Page } from "../page";
import { GameLists } from "./GameLists";
import { NewOnlineGame } from "./NewOnlineGame";

export function OnlineDialog({ page, close }: { page: Page; close: () => void }) {
  const refused = page.online.refusal.value;
  return (
    <Dialog title="Play online" close={close} wide>
      {refused && (
        <p class="said said-error" role="alert">
          {refused.message}.
        </p>
      )}
      <div class="online-start">
        <div class="online-column">
          <Name page={page} />
          <NewOnlineGame page={page} close={close} />
        </div>
        <GameLists page={page} close={close} />
      </div>
    </Dialog>
  );
}

function Name({ page }: { page: Page }) {
  const { me } = page.online;
  const rename = (event: Event): void => {
    const field = event.currentTarget as HTMLInputElement;
    if (field.value.trim() !== me.value?.name) void page.online.rename(field.value.trim());
  };
  return (
    <label class="field">
      Your name, as others see it
      <input type="text" maxLength={40} placeholder="Anonymous" value={me.value?.name ?? ""} onChange={rename} />
    </label>
  );
}
