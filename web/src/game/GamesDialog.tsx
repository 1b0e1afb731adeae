// The saved games of this browser, to open, export, rename or delete. Unreadable entries can be exported.
import { useSignal } from "@preact/signals";
import { isBroken, type BrokenGame, type StoredGame } from "./library";
import { writeLearnResults } from "../storage/learnResults";
import { namesIn } from "../core/savedRecord";
import { savedItems } from "../storage/storage";
import type { StoredStudy } from "../storage/studies";
import { fileName } from "../board/statusText";
import { GAME } from "../place/place";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import { analyse } from "../ui/analyse";
import { download } from "../ui/download";
import type { PlayPage } from "./page";
import { SaidText } from "../ui/SaidText";
import { Dialog } from "../ui/Dialog";
import { RenameForm } from "../ui/RenameForm";
import { StudyRows, studiesText, useStudies } from "./StudyRows";
import { Button, IconButton } from "../ui/Button";
import { DeleteButton } from "./DeleteButton";

const words = dialogText.games;

export function GamesDialog({ page, close }: { page: PlayPage; close: () => void }) {
  const { session } = page;
  const entries = session.library.entries.value;
  const { message } = session;
  const results = writeLearnResults(savedItems());
  const games = entries.filter((entry): entry is StoredGame => !isBroken(entry));
  const studies = useStudies(page);
  return (
    <Dialog title={words.title} close={close}>
      {session.library.error.value !== null && (
        <p class="said said-error">{text.games.notKept(session.library.error.value)}</p>
      )}
      {page.studies.isLimited && <p class="said said-note">{words.limited}</p>}
      {message.value?.tone === "error" && (
        <div class="said said-error" role="alert">
          <SaidText text={message.value.text} details={message.value.details ?? null} />
        </div>
      )}
      <StudyRows page={page} studies={studies} />
      {entries.length === 0 ? (
        <p class="empty">{text.games.none}</p>
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
        {(games.length + studies.length > 0 || results !== "") && (
          <Button
            icon="import"
            class="quiet"
            label={text.games.exportAll}
            onClick={() => void exportAll(page, games, studies)}
          />
        )}
        <Button class="primary" label={words.open} onClick={() => page.openDialog("import")} />
      </div>
    </Dialog>
  );
}

interface RowProps {
  entry: StoredGame;
  page: PlayPage;
  close: () => void;
}

function Row({ entry, page, close }: RowProps) {
  const { session } = page;
  const editing = useSignal<"name" | "export" | null>(null);
  const toggle = (what: "name" | "export"): void => {
    editing.value = editing.value === what ? null : what;
  };
  const rename = (name: string): void => {
    if (name !== "") session.rename(entry.id, name);
    editing.value = null;
  };
  return (
    <li class="game">
      {editing.value === "name" ? (
        <RenameForm name={entry.name} rename={rename} />
      ) : (
        <OpenButton entry={entry} page={page} close={close} />
      )}
      <IconButton
        icon="analyse"
        label={text.games.analyseNamed(entry.name)}
        title={text.games.analyse}
        onClick={() => void analyseGame(page, entry)}
      />
      <IconButton
        icon="import"
        label={text.games.export(entry.name)}
        title={text.games.exportFormat}
        aria-expanded={editing.value === "export"}
        onClick={() => toggle("export")}
      />
      <IconButton icon="pen" label={words.renameNamed(entry.name)} onClick={() => toggle("name")} />
      <DeleteButton
        page={page}
        title={words.askDelete}
        name={entry.name}
        remove={() => page.session.remove(entry.id)}
      />
      {editing.value === "export" && <ExportButtons entry={entry} page={page} />}
    </li>
  );
}

function OpenButton({ entry, page, close }: RowProps) {
  const { session } = page;
  const onBoard = session.info.value.id === entry.id;
  const open = (): void => {
    close();
    if (onBoard) page.go(GAME);
    else void session.openSaved(entry.id);
  };
  const players = playersText(entry);
  const changed = text.games.changed(entry.changed);
  const parts = [
    onBoard ? text.games.onBoard : "",
    entry.name.startsWith(players) ? "" : players,
    entry.summary,
    changed,
  ];
  return (
    <button type="button" class="game-open" onClick={open}>
      <b>{entry.name}</b>
      <small>{parts.filter((part) => part !== "").join(" · ")}</small>
    </button>
  );
}

async function analyseGame(page: PlayPage, { id, name, game, ply }: StoredGame): Promise<void> {
  await analyse(page, { name: text.games.studyName(name), record: game, path: String(ply), origin: `game ${id}` });
}

function ExportButtons({ entry, page }: { entry: StoredGame; page: PlayPage }) {
  const { tpgn, json, exportFormat, exported } = text.games;
  return (
    <div class="game-export" role="group" aria-label={text.games.export(entry.name)}>
      <span>{exportFormat}</span>
      <Button
        class="small"
        aria-label={exported(entry.name, tpgn)}
        label={tpgn}
        onClick={() => void exportTpgn(page, [entry], fileName(entry.name))}
      />
      <Button
        class="small"
        aria-label={exported(entry.name, json)}
        label={json}
        onClick={() => download(`${fileName(entry.name)}.json`, entry.game)}
      />
    </div>
  );
}

async function exportTpgn({ session }: PlayPage, games: readonly StoredGame[], name: string): Promise<void> {
  const record = await session.exportTpgn(games.map(({ id }) => id));
  if (record !== "") download(`${name}.tpgn`, record);
}

/** All games and studies, and the results in lessons, puzzles and trainers. */
async function exportAll(page: PlayPage, games: readonly StoredGame[], studies: readonly StoredStudy[]): Promise<void> {
  const record = await page.session.exportTpgn(games.map(({ id }) => id));
  const all = record + (await studiesText(page, studies)) + writeLearnResults(savedItems());
  if (all !== "") download(`${text.games.allGamesFile}.tpgn`, all);
}

/** Both players, if one has a name. */
function playersText({ game }: StoredGame): string {
  const { white, black } = namesIn(game);
  if (white === "" && black === "") return "";
  return text.games.versus(white || text.game.side.white, black || text.game.side.black);
}

function BrokenRow({ entry, page }: { entry: BrokenGame; page: PlayPage }) {
  return (
    <li class="game broken">
      <span class="game-open">
        <b>{words.broken}</b>
        <small>{words.brokenNote(entry.broken)}</small>
      </span>
      <Button class="quiet small" label={words.export} onClick={() => download("broken-game.txt", entry.raw)} />
      <DeleteButton
        page={page}
        title={words.askDelete}
        name={words.brokenName}
        remove={() => page.session.remove(entry.id)}
      />
    </li>
  );
}
