// The studies of this browser in the list of games: to open, export, rename or delete.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { errorMessage } from "../core/message";
import type { StoredStudy } from "../storage/studies";
import { fileName } from "../board/statusText";
import { text } from "../text";
import { dialogText } from "../text/dialogs";
import { openStudy } from "../ui/analyse";
import { download } from "../ui/download";
import type { PlayPage } from "./page";
import { RenameForm } from "../ui/RenameForm";
import { IconButton } from "../ui/Button";
import { DeleteButton } from "./DeleteButton";

const words = dialogText.games;

/** The stored studies, newest first. */
export function useStudies({ studies }: PlayPage): readonly StoredStudy[] {
  const shown = useSignal<readonly StoredStudy[]>([]);
  const version = studies.version.value;
  useEffect(() => {
    let current = true;
    void studies.list().then((list) => {
      if (current) shown.value = list;
    });
    return () => {
      current = false;
    };
  }, [version]);
  return shown.value;
}

export function StudyRows({ page, studies }: { page: PlayPage; studies: readonly StoredStudy[] }) {
  if (studies.length === 0) return null;
  return (
    <>
      <h3>{words.studies}</h3>
      <ul class="games">
        {studies.map((study) => (
          <Row key={study.id} study={study} page={page} />
        ))}
      </ul>
      <h3>{words.gamesTitle}</h3>
    </>
  );
}

function Row({ study, page }: { study: StoredStudy; page: PlayPage }) {
  const renaming = useSignal(false);
  const { id, name } = study;
  const rename = (next: string): void => {
    if (next !== "") void page.studies.put({ ...study, name: next });
    renaming.value = false;
  };
  return (
    <li class="game">
      {renaming.value ? (
        <RenameForm name={name} rename={rename} />
      ) : (
        <button type="button" class="game-open" onClick={() => openStudy(page, id, null)}>
          <b>{name}</b>
          <small>{`${words.study} · ${text.games.changed(study.changed)}`}</small>
        </button>
      )}
      <IconButton
        icon="import"
        label={text.games.exported(name, text.games.tpgn)}
        title={text.games.exported(name, text.games.tpgn)}
        onClick={() => void exportStudy(page, study)}
      />
      <IconButton icon="pen" label={words.renameNamed(name)} onClick={() => (renaming.value = !renaming.value)} />
      <DeleteButton page={page} title={words.askDeleteStudy} name={name} remove={() => page.studies.remove(id)} />
    </li>
  );
}

/** One that cannot be read is exported as it is stored. */
async function exportStudy(page: PlayPage, study: StoredStudy): Promise<void> {
  const written = await studiesText(page, [study]);
  download(`${fileName(study.name)}.tpgn`, written === "" ? study.record : written);
}

/** The studies as the text of a file that restores them. */
export async function studiesText({ session }: PlayPage, studies: readonly StoredStudy[]): Promise<string> {
  if (studies.length === 0) return "";
  try {
    const { exportStudies } = await import("./exportStudies");
    const exported = await exportStudies(studies);
    const failed = exported.failed.map((name) => text.games.notExported(name)).join(" ");
    if (failed !== "") session.showMessage(errorMessage(failed));
    return exported.text;
  } catch {
    session.showMessage(errorMessage(text.page.partNotLoaded));
    return "";
  }
}
