// Buttons that step through the moves of the game.
import type { Store } from "../state/store";
import { Icon, type IconName } from "./icons";

export function StepBar({ store }: { store: Store }) {
  const { moves, ply } = store.source.value.history.value;
  if (moves.length === 0) return null;
  return (
    <div class="moves-bar" role="group" aria-label="Go through the moves">
      <Step name="first" label="To the start" off={ply === 0} act={() => store.goTo(0)} />
      <Step name="back" label="Undo" off={ply === 0} act={() => store.undo()} />
      <Step name="forward" label="Redo" off={ply === moves.length} act={() => store.redo()} />
      <Step name="last" label="To the end" off={ply === moves.length} act={() => store.goTo(moves.length)} />
    </div>
  );
}

function Step({ name, label, off, act }: { name: IconName; label: string; off: boolean; act: () => void }) {
  return (
    // `disabled` would take the focus away at the first or last ply.
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) act();
      }}
    >
      <Icon name={name} />
    </button>
  );
}
