// A field for the new name of a game or a study.
import { dialogText } from "../text/dialogs";

const words = dialogText.games;

export function RenameForm({ name, rename }: { name: string; rename: (name: string) => void }) {
  const submit = (event: Event): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get("name");
    rename(typeof typed === "string" ? typed.trim() : "");
  };
  return (
    <form class="game-rename" onSubmit={submit}>
      <input type="text" name="name" aria-label={words.newName} maxLength={80} defaultValue={name} autofocus />
      <button type="submit">{words.rename}</button>
    </form>
  );
}
