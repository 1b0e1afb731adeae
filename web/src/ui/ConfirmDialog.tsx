// A confirmation before an action that cannot be undone.
import type { Confirmation } from "./page";
import { Dialog } from "./Dialog";
import { Button } from "./Button";

export function ConfirmDialog({ confirmation, close }: { confirmation: Confirmation; close: () => void }) {
  return (
    <Dialog title={confirmation.title} close={close}>
      <p>{confirmation.text}</p>
      <div class="dialog-answers">
        {confirmation.buttons.map(({ label, tone, act }) => (
          <Button
            key={label}
            class={tone ?? ""}
            label={label}
            onClick={() => {
              close();
              act();
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}
