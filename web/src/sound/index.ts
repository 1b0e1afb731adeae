// Plays a sound for each new Snapshot, unless muted.
import { effect } from "@preact/signals-core";
import type { Store } from "../board/store";
import type { Snapshot } from "../wire/snapshot";
import type { SoundName } from "./sounds";

/** The sound of the change between two positions; null when there is none, as for a jump in the move list. */
export function soundFor(before: Snapshot, after: Snapshot): SoundName | null {
  if (before.status === "ongoing" && after.status !== "ongoing") return "end";
  if (after.ply !== before.ply + 1 || after.last === null) return null;
  if (after.check !== null) return "check";
  const pawns = (snapshot: Snapshot) => snapshot.pieces.filter(({ kind }) => kind === "pawn").length;
  if (after.pieces.length < before.pieces.length) return "capture";
  if (pawns(after) < pawns(before)) return "promotion";
  const instances = (snapshot: Snapshot) => snapshot.boards.map(({ instance }) => instance).join();
  return instances(after) === instances(before) ? "move" : "board";
}

/** Subscribes to a store and returns the unsubscribe function. */
export function mountSound(store: Store): () => void {
  let before: Snapshot | null = null;
  return effect(() => {
    const after = store.snapshot.value;
    if (store.mode.value.previewing?.value === true) return;
    const sound = before && before !== after ? soundFor(before, after) : null;
    before = after;
    if (sound !== null) playSound(store, sound);
  });
}

let context: AudioContext | null = null;

/** Plays a sound as loud as the person wants. Browsers allow audio only after a user gesture. */
export function playSound({ view }: Pick<Store, "view">, sound: SoundName): void {
  const { volume, family } = view.peek();
  if (volume === 0 || !navigator.userActivation.hasBeenActive) return;
  // Loading the module and computing a sound are slow enough to delay the frame, so the frame goes first.
  requestAnimationFrame(() => setTimeout(() => void play()));

  async function play(): Promise<void> {
    // Sound is optional: without the module the page stays silent.
    const sounds = await import("./sounds").catch(() => null);
    sounds?.playSamples((context ??= new AudioContext()), sound, sounds.MATERIAL_OF[family], volume);
  }
}
