// Buttons that step through the moves of the game.
import type { Store } from "../board/store";
import { text } from "../text";
import { type IconName } from "./icons";
import { IconButton } from "./Button";

export function StepBar({ store }: { store: Store }) {
  const words = text.page.moves;
  const { moves, ply } = store.mode.value.board.history.value;
  if (moves.length === 0) return null;
  return (
    <div class="moves-bar" role="group" aria-label={words.browse}>
      <Step name="first" label={words.first} off={ply === 0} act={() => store.goTo(0)} />
      <Step name="back" label={words.previous} off={ply === 0} act={() => store.undo()} />
      <Step name="forward" label={words.next} off={ply === moves.length} act={() => store.redo()} />
      <Step name="last" label={words.last} off={ply === moves.length} act={() => store.goTo(moves.length)} />
    </div>
  );
}

function Step({ name, label, off, act }: { name: IconName; label: string; off: boolean; act: () => void }) {
  return (
    // `disabled` would take the focus away at the first or last ply.
    <IconButton
      icon={name}
      label={label}
      class="quiet"
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) act();
      }}
    />
  );
}
