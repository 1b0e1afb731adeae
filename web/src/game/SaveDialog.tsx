// Saves the game on the board under a name.
import { useSignal } from "@preact/signals";
import { dialogText } from "../text/dialogs";
import type { GamePage } from "./page";
import { Dialog } from "../ui/Dialog";

export function SaveDialog({ page, close }: { page: GamePage; close: () => void }) {
  const words = dialogText.save;
  const { session } = page;
  const name = useSignal(session.info.value.name);
  const save = (event: Event): void => {
    event.preventDefault();
    session.save(name.value.trim() === "" ? session.info.value.name : name.value.trim());
    close();
  };
  return (
    <Dialog title={words.title} close={close}>
      <form onSubmit={save}>
        <label class="field">
          {words.name}
          <input
            type="text"
            maxLength={80}
            value={name}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint-text">{words.note}</p>
        <div class="dialog-answers">
          <button type="submit" class="primary">
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
