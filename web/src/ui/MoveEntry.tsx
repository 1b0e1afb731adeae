// The field for typed moves, in any notation. Text that cannot be played stays for correction. The field keeps the focus
// in the opponent's turn, so that the next move can be typed.
import { useRef } from "preact/hooks";
import type { Store } from "../board/store";
import { text } from "../text";

export function MoveEntry({ store }: { store: Store }) {
  const field = useRef<HTMLInputElement>(null);
  const watches = store.mode.value.seats.value.length === 0;
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = field.current?.value.trim() ?? "";
    if (typed === "" || !store.mayMove.peek()) return;
    const played = await store.playText(typed);
    // Text that was typed in the meantime stays.
    if (field.current?.value.trim() !== typed) return;
    if (played) field.current.value = "";
    else field.current.select();
  };
  if (watches || store.snapshot.value.status !== "ongoing") return null;
  return (
    <form class="entry" onSubmit={(event) => void submit(event)}>
      <label for="move-entry" class="visually-hidden">
        {text.page.moves.type}
      </label>
      <input
        id="move-entry"
        ref={field}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={text.page.moves.placeholder}
      />
      <button type="submit" disabled={!store.mayMove.value}>
        {text.page.moves.play}
      </button>
    </form>
  );
}
