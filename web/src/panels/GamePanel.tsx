// The game beside the boards: players and clocks, what is going on, the moves, and what can be done.
import { opponent } from "../state/choice";
import { Actions } from "./Actions";
import { MoveEntry } from "./MoveEntry";
import { MoveList } from "./MoveList";
import { Notice } from "./Notice";
import { OnlineActions } from "./online/OnlineActions";
import { OnlineStatus } from "./online/OnlineStatus";
import type { Page } from "./page";
import { PlayerBar } from "./PlayerBar";
import { ThoughtPanel } from "./Thought";

export function GamePanel({ page }: { page: Page }) {
  const { store } = page.table;
  const { bottom } = store.view.value;
  return (
    <aside class="panel" aria-label="The game">
      <PlayerBar page={page} color={opponent(bottom)} />
      <Notice page={page} />
      <OnlineStatus page={page} />
      <MoveList store={store} />
      <ThoughtPanel page={page} />
      <MoveEntry store={store} />
      {page.online.game.value ? <OnlineActions page={page} game={page.online.game.value} /> : <Actions page={page} />}
      <PlayerBar page={page} color={bottom} />
    </aside>
  );
}
