// Saves the game on the board under a name.
import { useSignal } from "@preact/signals";
import type { Page } from "../page";
import { Dialog } from "./Dialog";

export function SaveDialog({ page, close }: { page: Page; close: () => void }) {
  const { session } = page;
  const name = useSignal(session.info.value.name);
  const save = (event: Event): void => {
    event.preventDefault();
    session.save(name.value.trim() === "" ? session.info.value.name : name.value.trim());
    close();
  };
  return (
    <Dialog title="Keep this game" close={close}>
      <form onSubmit={save}>
        <label class="field">
          Name
          <input
            type="text"
            maxLength={80}
            value={name}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </label>
        <p class="hint-text">It stays in this browser, under “My games”, and is kept up to date as you play on.</p>
        <div class="dialog-answers">
          <button type="submit" class="primary">
            Keep
          </button>
        </div>
      </form>
    </Dialog>
  );
}
