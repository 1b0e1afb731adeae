// A player's bar: side, name, captured pieces and clock.
import { PieceIcon } from "../board/map/pieces";
import { text } from "../text";
import type { Color, Snapshot } from "../wire/snapshot";
import { Clock } from "../ui/Clock";
import { onlineModule } from "./lazyOnline";
import type { AppPage } from "./page";

export function PlayerBar({ page, color }: { page: AppPage; color: Color }) {
  const { store, info } = page.session;
  const { turn, status } = store.snapshot.value;
  const clocks = store.mode.value.clocks?.value;
  const computer = info.value.opponent?.plays === color ? info.value.opponent : null;
  const name = info.value.players[color];
  const online = onlineModule.value;
  const toMove = status === "ongoing" && turn === color;
  return (
    <div class={toMove ? "player to-move" : "player"} data-color={color}>
      <span class={`player-side player-${color}`} aria-hidden="true" />
      <span class="player-name">
        {text.game.side[color]}
        {online && <online.OnlineName page={page} color={color} />}
        {name !== "" && (
          <small class="online-name" title={name}>
            {name}
            {computer && page.computer.busy.value === "move" && `, ${text.page.panel.thinking}`}
          </small>
        )}
      </span>
      <Captured snapshot={store.snapshot.value} by={color} />
      {clocks && <Clock clocks={clocks} color={color} />}
    </div>
  );
}

/** The other side's pieces that were captured, and by how many pawns this side is ahead. */
function Captured({ snapshot, by }: { snapshot: Snapshot; by: Color }) {
  const pieces = snapshot.captured.filter(({ color }) => color !== by);
  const ahead = by === "white" ? snapshot.material : -snapshot.material;
  if (pieces.length === 0 && ahead <= 0) return <span class="taken" />;
  const { captured, ahead: aheadBy } = text.page.panel;
  const words = pieces.map(({ kind, count }) => captured(kind, count));
  return (
    <span class="taken" aria-label={[...words, ...(ahead > 0 ? [aheadBy(ahead)] : [])].join(", ")} role="img">
      {pieces.map(({ color, kind, count }) => (
        <span key={kind} class="taken-kind">
          {Array.from({ length: count }, (_, index) => (
            <PieceIcon key={index} kind={kind} color={color} />
          ))}
        </span>
      ))}
      {ahead > 0 && <span class="taken-ahead">+{ahead}</span>}
    </span>
  );
}
