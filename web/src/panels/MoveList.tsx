// The moves in algebraic notation, two to a line; each goes to its position.
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../state/store";
import type { PlayedMove } from "../wire/game";
import { Icon, type IconName } from "./icons";

interface Line {
  readonly number: number;
  readonly white: readonly Ply[];
  readonly black: readonly Ply[];
}

interface Ply {
  readonly ply: number;
  readonly text: string;
}

export function MoveList({ store }: { store: Store }) {
  const { history } = store.source.value;
  const { moves, ply } = history.value;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2;
    else if (box) box.scrollTop = 0;
  }, [ply, moves.length]);

  return (
    <div class="moves">
      <div class="moves-list" ref={list} tabIndex={0} role="region" aria-label="Moves">
        {moves.length === 0 ? (
          <p class="empty">
            No moves yet. Pick a piece, then a square; or pick an attack board by its name, then a pin.
          </p>
        ) : (
          <ol>
            {inLines(moves).map((line) => (
              <li key={line.number}>
                <span class="moves-number">{line.number}</span>
                <Plies plies={line.white} current={ply} store={store} />
                <Plies plies={line.black} current={ply} store={store} />
              </li>
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
          Move {ply} of {moves.length}. A move played here replaces what follows.
        </p>
      )}
    </div>
  );
}

function Plies({ plies, current, store }: { plies: readonly Ply[]; current: number; store: Store }) {
  return (
    <span class="moves-plies">
      {plies.map(({ ply, text }) => (
        <button
          key={ply}
          type="button"
          class={ply > current ? "ply undone" : "ply"}
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
    <button type="button" class="quiet" aria-label={label} title={label} disabled={off} onClick={act}>
      <Icon name={name} />
    </button>
  );
}

function inLines(moves: readonly PlayedMove[]): Line[] {
  const lines: { number: number; white: Ply[]; black: Ply[] }[] = [];
  moves.forEach(({ number, color, text }, index) => {
    let line = lines.at(-1);
    if (line?.number !== number) {
      line = { number, white: [], black: [] };
      lines.push(line);
    }
    line[color].push({ ply: index + 1, text });
  });
  return lines;
}
