// The moves in algebraic notation, two to a line; each goes to its position.
import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../state/store";
import type { PlayedMove } from "../wire/game";
import { Icon, type IconName } from "./icons";
import { moveRows, type Line, type Ply } from "./moveRows";

export function MoveList({ store }: { store: Store }) {
  const { history } = store.source.value;
  const { moves, ply } = history.value;
  const list = useRef<HTMLDivElement>(null);
  const lines = useLines(moves);

  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box) bringIntoSight(box, current ?? null);
  }, [ply, moves.length]);

  return (
    <div class="moves">
      <div class="moves-list" ref={list} tabIndex={0} role="region" aria-label="Moves">
        {moves.length === 0 ? (
          <p class="empty">
            No moves yet. Pick a piece, then a square; or pick an attack board by its name, then a pin.
          </p>
        ) : (
          <ol class={ply === 0 ? "undone" : undefined}>
            {lines.map((line) => (
              <Row key={line.number} line={line} current={holds(line, ply) ? ply : null} store={store} />
            ))}
          </ol>
        )}
      </div>
      <div class="moves-bar" role="group" aria-label="Go through the moves">
        <Step name="first" label="To the start" off={ply === 0} act={() => store.goTo(0)} />
        <Step name="back" label="Undo" off={ply === 0} act={() => store.undo()} />
        <Step name="forward" label="Redo" off={ply === moves.length} act={() => store.redo()} />
        <Step name="last" label="To the end" off={ply === moves.length} act={() => store.goTo(moves.length)} />
      </div>
      {ply < moves.length && (
        <p class="moves-note">
          Move {ply} of {moves.length}.
          {store.source.value.seats.value.length > 0 && " A move played here replaces what follows."}
        </p>
      )}
    </div>
  );
}

function useLines(moves: readonly PlayedMove[]): readonly Line[] {
  const before = useRef<readonly Line[]>([]);
  return (before.current = moveRows(moves, before.current));
}

/** Scrolls only if it must: what is in sight stays where it is. */
function bringIntoSight(box: HTMLElement, current: HTMLElement | null): void {
  const top = current?.offsetTop ?? 0;
  const bottom = top + (current?.offsetHeight ?? 0);
  const { scrollTop, clientHeight } = box;
  if (top < scrollTop || bottom > scrollTop + clientHeight) box.scrollTop = top - clientHeight / 2;
}

function holds({ white, black }: Line, ply: number): boolean {
  return white.some((each) => each.ply === ply) || black.some((each) => each.ply === ply);
}

interface RowProps {
  readonly line: Line;
  /** The ply now shown, if it is on this line. What follows it is told apart by the style sheet. */
  readonly current: number | null;
  readonly store: Store;
}

class Row extends Component<RowProps> {
  /** A long game has hundreds of lines, of which a move changes two. */
  override shouldComponentUpdate({ line, current }: RowProps): boolean {
    return line !== this.props.line || current !== this.props.current;
  }

  override render({ line, current, store }: RowProps) {
    return (
      <li class={current === null ? undefined : "current"}>
        <span class="moves-number">{line.number}</span>
        <Plies plies={line.white} current={current} store={store} />
        <Plies plies={line.black} current={current} store={store} />
      </li>
    );
  }
}

function Plies({ plies, current, store }: { plies: readonly Ply[]; current: number | null; store: Store }) {
  return (
    <span class="moves-plies">
      {plies.map(({ ply, text }) => (
        <button
          key={ply}
          type="button"
          class={current !== null && ply > current ? "ply undone" : "ply"}
          aria-current={ply === current ? "step" : undefined}
          onClick={() => store.goTo(ply)}
        >
          {text}
        </button>
      ))}
    </span>
  );
}

function Step({ name, label, off, act }: { name: IconName; label: string; off: boolean; act: () => void }) {
  return (
    // Not by `disabled`, which would take the focus away from who goes back to the start step by step.
    <button
      type="button"
      class="quiet"
      aria-label={label}
      title={label}
      aria-disabled={off}
      onClick={() => {
        if (!off) act();
      }}
    >
      <Icon name={name} />
    </button>
  );
}
