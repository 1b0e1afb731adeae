// The squares a side attacks and the pieces that give check, unless they are the answer to a question.
import { computed, type ReadonlySignal } from "@preact/signals-core";
import type { Snapshot } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import type { Store } from "./store";

export interface Threats {
  /** The squares that the chosen side attacks. */
  readonly attacked: ReadonlySignal<readonly SquareName[]>;
  /** The squares of the pieces that give check. */
  readonly checkers: ReadonlySignal<readonly SquareName[]>;
}

const NONE: readonly SquareName[] = [];

export function watchThreats({ mode, snapshot, view }: Store): Threats {
  const isHidden = computed(() => mode.value.editing !== undefined || mode.value.quiz?.hidesThreats === true);
  const side = computed(() => view.value.threats);
  const onPosition = (find: (position: Snapshot) => readonly SquareName[]) =>
    computed(() => (isHidden.value ? NONE : find(snapshot.value)));
  return {
    attacked: onPosition(() => (side.value === null ? NONE : mode.value.board.attacked(side.value))),
    checkers: onPosition(({ check }) => (check === null ? NONE : mode.value.board.checkers())),
  };
}
