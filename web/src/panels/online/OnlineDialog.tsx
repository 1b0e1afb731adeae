// The start page for games between people: who I am, a new game, and the lists of those that are there.
import { useEffect } from "preact/hooks";
import { Dialog } from "../dialogs/Dialog";
import { sentence } from "../../state/words";
import type { Page } from "../page";
import { GameLists } from "./GameLists";
import { NewOnlineGame } from "./NewOnlineGame";

export function OnlineDialog({ page, close }: { page: Page; close: () => void }) {
  const { refusal, listRefusal } = page.online;
  // What was refused before is no news.
  useEffect(() => {
    refusal.value = null;
  }, [refusal]);
  const refused = refusal.value ?? listRefusal.value;
  return (
    <Dialog title="Play online" close={close} wide>
      {refused && (
        <p class="said said-error" role="alert">
          {sentence(refused.message)}
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
    void page.online.rename((event.currentTarget as HTMLInputElement).value.trim());
  };
  return (
    <label class="field">
      Your name, as others see it
      <input
        type="text"
        maxLength={40}
        placeholder="Anonymous"
        dir="auto"
        value={me.value?.name ?? ""}
        onChange={rename}
      />
    </label>
  );
}
