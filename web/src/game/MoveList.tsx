// The moves in algebraic notation, a row for each move number. A click shows the position.
import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../board/store";
import { text } from "../text";
import type { PlayedMove } from "../wire/game";
import { inWords, MoveInWords } from "../ui/MoveInWords";
import { moveRows, type MoveRow, type Ply } from "./moveRows";
import { scrollIntoView } from "../ui/scrollIntoView";

export function MoveList({ store, review }: { store: Store; review: boolean }) {
  const words = text.page.moves;
  const { board, seats } = store.mode.value;
  const { moves, ply } = board.history.value;
  const watches = seats.value.length === 0;
  const list = useRef<HTMLDivElement>(null);
  const rows = useMoveRows(moves);

  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box) scrollIntoView(box, current ?? null);
  }, [ply, moves.length]);

  return (
    <div class="moves">
      <MoveInWords list={list} />
      <div class="moves-list" ref={list} tabIndex={0} role="region" aria-label={words.label}>
        {moves.length === 0 ? (
          <p class="empty">{watches ? words.emptyToWatch : words.empty}</p>
        ) : (
          <ol class={ply === 0 ? "undone" : undefined}>
            {rows.map((row) => (
              <Row key={row.number} row={row} current={holds(row, ply) ? ply : null} store={store} />
            ))}
          </ol>
        )}
      </div>
      {ply < moves.length && (
        <p class="moves-note">
          {words.position(moves[ply - 1]?.number ?? null, moves.at(-1)?.number ?? 0)}
          {!watches && ` ${review ? text.games.moveStartsCopy : text.games.moveReplaces}`}
        </p>
      )}
    </div>
  );
}

function useMoveRows(moves: readonly PlayedMove[]): readonly MoveRow[] {
  const before = useRef<readonly MoveRow[]>([]);
  return (before.current = moveRows(moves, before.current));
}

function holds({ white, black }: MoveRow, ply: number): boolean {
  return white.some((each) => each.ply === ply) || black.some((each) => each.ply === ply);
}

interface RowProps {
  readonly row: MoveRow;
  /** The ply shown, if it is in this row. The style sheet marks the rows after it as undone. */
  readonly current: number | null;
  readonly store: Store;
}

class Row extends Component<RowProps> {
  /** A long game has hundreds of rows, and a move changes two of them. */
  override shouldComponentUpdate({ row, current }: RowProps): boolean {
    return row !== this.props.row || current !== this.props.current;
  }

  override render({ row, current, store }: RowProps) {
    return (
      <li class={current === null ? undefined : "current"}>
        <span class="moves-number">{row.number}</span>
        <Plies plies={row.white} current={current} store={store} />
        <Plies plies={row.black} current={current} store={store} />
      </li>
    );
  }
}

function Plies({ plies, current, store }: { plies: readonly Ply[]; current: number | null; store: Store }) {
  return (
    <span class="moves-plies">
      {plies.map(({ ply, played }) => (
        <button
          key={ply}
          type="button"
          class={current !== null && ply > current ? "ply undone" : "ply"}
          {...inWords(played)}
          aria-current={ply === current ? "step" : undefined}
          onClick={() => store.goTo(ply)}
        >
          {played.text}
        </button>
      ))}
    </span>
  );
}
