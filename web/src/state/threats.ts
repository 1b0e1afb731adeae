// What a side attacks and what gives check, asked of the game whenever the position or the question changes.
import { batch, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { GameSource } from "../source/source";
import type { Color, Snapshot } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import type { Store } from "./store";

export interface Threats {
  /** The squares that the chosen side attacks. */
  readonly attacked: ReadonlySignal<readonly SquareName[]>;
  /** The pieces that give the check now standing. */
  readonly checkers: ReadonlySignal<readonly SquareName[]>;
  dispose(): void;
}

const NONE: readonly SquareName[] = [];

export function watchThreats(store: Store): Threats {
  const attacked = signal(NONE);
  const checkers = signal(NONE);
  const stop = effect(() => {
    const source = store.source.value;
    const snapshot = store.snapshot.value;
    const side = store.view.value.threats;
    let current = true;
    void ask(source, snapshot, side).then((answer) => {
      if (!current) return;
      batch(() => {
        attacked.value = answer.attacked;
        checkers.value = answer.checkers;
      });
    });
    return () => {
      current = false;
    };
  });
  return { attacked, checkers, dispose: stop };
}

async function ask(
  source: GameSource,
  { check }: Snapshot,
  side: Color | null,
): Promise<{ attacked: readonly SquareName[]; checkers: readonly SquareName[] }> {
  const [attacked, checkers] = await Promise.all([
    side === null ? NONE : source.attacked(side),
    check === null ? NONE : source.checkers(),
  ]);
  return { attacked, checkers };
}
