// The panel beside the boards: players, clocks, status, moves and actions.
import { opponent } from "../board/choice";
import { text } from "../text";
import { Actions } from "../game/Actions";
import { onlineModule } from "./lazyOnline";
import { MoveEntry } from "../ui/MoveEntry";
import { MoveList } from "../game/MoveList";
import { Notice } from "../ui/Notice";
import type { AppPage } from "./page";
import { PlayerBar } from "./PlayerBar";
import { StepBar } from "../ui/StepBar";

export function GamePanel({ page }: { page: AppPage }) {
  const { store, review, online: shown } = page.session;
  const { bottom } = store.view.value;
  const online = onlineModule.value;
  const game = page.online.game.value;
  return (
    <aside class="panel" aria-label={text.page.panel.label}>
      <PlayerBar page={page} color={opponent(bottom)} />
      <Notice page={page} />
      {online && <online.OnlineStatus page={page} />}
      <MoveList store={store} review={review.value || shown.value !== null} />
      <MoveEntry store={store} />
      <div class="controls">
        <StepBar store={store} />
        {online && game ? <online.OnlineActions page={page} game={game} /> : <Actions page={page} />}
      </div>
      <PlayerBar page={page} color={bottom} />
    </aside>
  );
}
