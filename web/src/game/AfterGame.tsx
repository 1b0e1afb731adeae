// The actions for a game under review: the next game, its mistakes, and sharing.
import { text } from "../text";
import { analyseSession } from "../ui/analyse";
import { Icon } from "../ui/icons";
import { faceBoard, type PlayPage } from "./page";
import { Button } from "../ui/Button";

export function AfterGame({ page }: { page: PlayPage }) {
  return (
    <div class="actions">{page.session.info.value.imported ? <Imported page={page} /> : <Played page={page} />}</div>
  );
}

function Played({ page }: { page: PlayPage }) {
  const { session } = page;
  const { opponent } = session.info.value;
  const level = session.nextLevel.value;
  const again = (strength?: number): void => {
    if (session.rematch(strength)) faceBoard(session);
  };
  return (
    <>
      <Button class="primary" label={opponent ? text.games.rematch : text.games.playAgain} onClick={() => again()} />
      {level !== null && (
        <button type="button" aria-label={text.games.playLevel(level)} onClick={() => again(level)}>
          <Icon name="computer" /> {text.games.level(level)}
        </button>
      )}
      <button type="button" onClick={() => void analyseSession(page, true)}>
        <Icon name="analyse" /> {text.games.mistakes}
      </button>
      <Share page={page} />
    </>
  );
}

function Imported({ page }: { page: PlayPage }) {
  return (
    <>
      <button type="button" class="primary" onClick={() => page.openDialog("new")}>
        <Icon name="plus" /> {text.games.newGame}
      </button>
      <Share page={page} />
      <button type="button" onClick={() => void analyseSession(page)}>
        <Icon name="analyse" /> {text.games.analyse}
      </button>
    </>
  );
}

function Share({ page }: { page: PlayPage }) {
  return (
    <button type="button" onClick={() => page.openDialog("share")}>
      <Icon name="share" /> {text.games.share}
    </button>
  );
}
