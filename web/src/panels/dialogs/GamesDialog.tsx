// The saved games of this browser, to open, rename or delete. Unreadable entries can be exported.
import { useSignal } from "@preact/signals";
import { isBroken, type BrokenGame, type SavedGame } from "../../state/library";
import { download } from "../download";
import { Icon } from "../icons";
import { confirmLeaveGame, type Page } from "../page";
import { Dialog } from "./Dialog";

export function GamesDialog({ page, close }: { page: Page; close: () => void }) {
  const { session } = page;
  const entries = session.library.entries.value;
  return (
    <Dialog title="My games" close={close}>
      {session.library.error.value !== null && (
        <p class="said said-error">The game on the board is not being kept: {session.library.error}.</p>
      )}
      {entries.length === 0 ? (
        <p class="empty">
          Nothing is kept yet. Games you save, and games that end, stand here; they stay in this browser.
        </p>
      ) : (
        <ul class="games">
          {entries.map((entry) =>
            isBroken(entry) ? (
              <BrokenRow key={entry.id} entry={entry} page={page} />
            ) : (
              <Row key={entry.id} entry={entry} page={page} close={close} />
            ),
          )}
        </ul>
      )}
      <div class="dialog-answers">
        <button type="button" onClick={() => (page.dialog.value = "import")}>
          Open a file or text…
        </button>
        <button type="button" class="primary" onClick={() => (page.dialog.value = "save")}>
          Save the game on the board
        </button>
      </div>
    </Dialog>
  );
}

function Row({ entry, page, close }: { entry: SavedGame; page: Page; close: () => void }) {
  const { session } = page;
  const renaming = useSignal(false);
  const onBoard = session.info.value.id === entry.id;
  const open = (): void => {
    close();
    if (!onBoard) confirmLeaveGame(page, `Opening “${entry.name}”`, () => void session.openSaved(entry.id));
  };
  const rename = (event: Event): void => {
    event.preventDefault();
    const name = new FormData(event.currentTarget as HTMLFormElement).get("name");
    if (typeof name === "string" && name.trim() !== "") session.rename(entry.id, name.trim());
    renaming.value = false;
  };
  return (
    <li class="game">
      {renaming.value ? (
        <form class="game-rename" onSubmit={rename}>
          <input type="text" name="name" aria-label="New name" maxLength={80} defaultValue={entry.name} autofocus />
          <button type="submit">Rename</button>
        </form>
      ) : (
        <button type="button" class="game-open" onClick={open}>
          <b>{entry.name}</b>
          <small>
            {onBoard ? "On the board · " : ""}
            {entry.summary} ·{" "}
            {new Date(entry.changed).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}
          </small>
        </button>
      )}
      <button
        type="button"
        class="quiet small"
        aria-label={`Rename ${entry.name}`}
        onClick={() => (renaming.value = !renaming.value)}
      >
        <Icon name="pen" />
      </button>
      <button
        type="button"
        class="quiet small"
        aria-label={`Delete ${entry.name}`}
        onClick={() => askDelete(page, entry.id, entry.name)}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

function BrokenRow({ entry, page }: { entry: BrokenGame; page: Page }) {
  return (
    <li class="game broken">
      <span class="game-open">
        <b>This entry cannot be read</b>
        <small>{entry.broken}. It is left alone; you may export what is there.</small>
      </span>
      <button type="button" class="quiet small" onClick={() => download("broken-game.txt", entry.raw)}>
        Export
      </button>
      <button
        type="button"
        class="quiet small"
        aria-label="Delete the entry that cannot be read"
        onClick={() => askDelete(page, entry.id, "the entry that cannot be read")}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

function askDelete(page: Page, id: string, name: string): void {
  const back = (): void => {
    page.dialog.value = "games";
  };
  page.dialog.value = {
    confirm: {
      title: "Delete this game?",
      text: `“${name}” is removed from this browser. This cannot be undone.`,
      buttons: [
        {
          label: "Delete",
          tone: "danger",
          act: () => {
            page.session.remove(id);
            back();
          },
        },
        { label: "Keep it", act: back },
      ],
    },
  };
}
