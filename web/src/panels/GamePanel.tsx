// The panel beside the boards: players, clocks, status, moves and actions.
import { opponent } from "../state/choice";
import { text } from "../text";
import { Actions } from "./Actions";
import { onlineModule } from "./lazyOnline";
import { MoveEntry } from "./MoveEntry";
import { MoveList } from "./MoveList";
import { Notice } from "./Notice";
import type { Page } from "./page";
import { PlayerBar } from "./PlayerBar";
import { StepBar } from "./StepBar";

export function GamePanel({ page }: { page: Page }) {
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
