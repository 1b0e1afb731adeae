// The field for typed moves, in any notation. Text that cannot be played stays for correction. The field keeps the focus
// in the opponent's turn, so that the next move can be typed.
import { useRef } from "preact/hooks";
import type { Store } from "../state/store";

export function MoveEntry({ store }: { store: Store }) {
  const field = useRef<HTMLInputElement>(null);
  const watches = store.source.value.seats.value.length === 0;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const text = field.current?.value.trim() ?? "";
    if (text === "" || !store.mayMove.peek()) return;
    const played = await store.playText(text);
    // Text that was typed in the meantime stays.
    if (field.current?.value.trim() !== text) return;
    if (played) field.current.value = "";
    else field.current.select();
  };
  if (watches || store.snapshot.value.status !== "ongoing") return null;
  return (
    <form class="entry" onSubmit={(event) => void submit(event)}>
      <label for="move-entry" class="visually-hidden">
        Type a move
      </label>
      <input
        id="move-entry"
        ref={field}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder="Type a move: Nc3N, b2Wb4N, QL2^180"
      />
      <button type="submit" disabled={!store.mayMove.value}>
        Play
      </button>
    </form>
  );
}
