// The actions for a game under review: the next game, its mistakes, and sharing.
import { text } from "../text";
import { analyseSession } from "../ui/analyse";
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
        <Button
          icon="computer"
          aria-label={text.games.playLevel(level)}
          label={text.games.level(level)}
          onClick={() => again(level)}
        />
      )}
      <Button icon="analyse" label={text.games.mistakes} onClick={() => void analyseSession(page, true)} />
      <Share page={page} />
    </>
  );
}

function Imported({ page }: { page: PlayPage }) {
  return (
    <>
      <Button icon="plus" class="primary" label={text.games.newGame} onClick={() => page.openDialog("new")} />
      <Share page={page} />
      <Button icon="analyse" label={text.games.analyse} onClick={() => void analyseSession(page)} />
    </>
  );
}

function Share({ page }: { page: PlayPage }) {
  return <Button icon="share" label={text.games.share} onClick={() => page.openDialog("share")} />;
}
