// A player's bar: side, name, captured pieces and clock.
import { PieceIcon } from "../map/pieces";
import { text } from "../text";
import type { Color, Role, Snapshot } from "../wire/snapshot";
import { Clock } from "./Clock";
import { onlineModule } from "./lazyOnline";
import type { Page } from "./page";

export function PlayerBar({ page, color }: { page: Page; color: Color }) {
  const { store, info } = page.session;
  const { turn, status } = store.snapshot.value;
  const clocks = store.source.value.clocks.value;
  const computer = info.value.opponent?.plays === color ? info.value.opponent : null;
  // Computer games of earlier versions have no names in their records.
  const name = info.value.players[color] || (computer ? text.games.computer(computer.strength) : "");
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
      <Taken snapshot={store.snapshot.value} by={color} />
      {clocks && <Clock clocks={clocks} color={color} />}
    </div>
  );
}

const STARTING: readonly (readonly [Role, number])[] = [
  ["queen", 1],
  ["rook", 2],
  ["bishop", 2],
  ["knight", 2],
  ["pawn", 8],
];

/** The other side's pieces that are missing from the boards, compared with the start. */
function Taken({ snapshot, by }: { snapshot: Snapshot; by: Color }) {
  const theirs = snapshot.pieces.filter((piece) => piece.color !== by);
  const missing = STARTING.map(([kind, count]) => ({
    kind,
    count: Math.max(0, count - theirs.filter((piece) => piece.kind === kind).length),
  })).filter((each) => each.count > 0);
  if (missing.length === 0) return <span class="taken" />;
  const color = by === "white" ? "black" : "white";
  return (
    <span
      class="taken"
      aria-label={missing.map(({ kind, count }) => text.page.panel.captured(kind, count)).join(", ")}
      role="img"
    >
      {missing.map(({ kind, count }) => (
        <span key={kind} class="taken-kind">
          {Array.from({ length: count }, (_, index) => (
            <PieceIcon key={index} kind={kind} color={color} />
          ))}
        </span>
      ))}
    </span>
  );
}
