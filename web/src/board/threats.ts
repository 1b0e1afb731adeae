// The squares a side attacks and the pieces that give check, updated when the position or the chosen side changes.
import { batch, effect, signal, type ReadonlySignal } from "@preact/signals-core";
import type { GameSource } from "../core/source";
import type { Color, Snapshot } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import type { Store } from "./store";

export interface Threats {
  /** The squares that the chosen side attacks. */
  readonly attacked: ReadonlySignal<readonly SquareName[]>;
  /** The squares of the pieces that give check. */
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
    void load(source, snapshot, side).then((loaded) => {
      if (!current) return;
      batch(() => {
        attacked.value = loaded.attacked;
        checkers.value = loaded.checkers;
      });
    });
    return () => {
      current = false;
    };
  });
  return { attacked, checkers, dispose: stop };
}

async function load(
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
