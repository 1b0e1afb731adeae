// The actions for a game under review: the next game, sharing, and analysis.
import { text } from "../text";
import { analyseSession } from "../ui/analyse";
import { Icon } from "../ui/icons";
import { confirmLeaveGame, faceBoard, type GamePage } from "./page";

export function AfterGame({ page }: { page: GamePage }) {
  const { session } = page;
  const { imported, saved, opponent } = session.info.value;
  const rematch = (): void =>
    confirmLeaveGame(page, text.games.newCloses, () => {
      if (session.rematch()) faceBoard(session);
    });
  return (
    <div class="actions">
      {!imported && (
        <button type="button" class="primary" onClick={rematch}>
          {opponent ? text.games.rematch : text.games.playAgain}
        </button>
      )}
      <button type="button" class={imported ? "primary" : ""} onClick={() => page.openDialog("new")}>
        <Icon name="plus" /> {text.games.newGame}
      </button>
      <button type="button" onClick={() => page.openDialog("share")}>
        <Icon name="share" /> {text.games.share}
      </button>
      {!saved && (
        <button type="button" onClick={() => page.ask({ kind: "save" })}>
          <Icon name="save" /> {text.games.save}
        </button>
      )}
      <button type="button" onClick={() => void analyseSession(page)}>
        <Icon name="analyse" /> {text.games.analyse}
      </button>
    </div>
  );
}
