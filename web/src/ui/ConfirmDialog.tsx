// A confirmation before an action that cannot be undone.
import type { Confirmation } from "./page";
import { Dialog } from "./Dialog";

export function ConfirmDialog({ confirmation, close }: { confirmation: Confirmation; close: () => void }) {
  return (
    <Dialog title={confirmation.title} close={close}>
      <p>{confirmation.text}</p>
      <div class="dialog-answers">
        {confirmation.buttons.map(({ label, tone, act }) => (
          <button
            key={label}
            type="button"
            class={tone ?? ""}
            onClick={() => {
              close();
              act();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </Dialog>
  );
}
