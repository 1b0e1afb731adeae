// Says by ear what a new Snapshot shows, unless muted.
import { effect } from "@preact/signals-core";
import type { Store } from "../state/store";
import type { Snapshot } from "../wire/snapshot";
import type { SoundName } from "./voices";

/** The sound of going from one position to the next; null when it is silent, as when jumping about in the record. */
export function soundOf(before: Snapshot, after: Snapshot): SoundName | null {
  if (before.status === "ongoing" && after.status !== "ongoing") return "end";
  if (after.ply !== before.ply + 1 || after.last === null) return null;
  if (after.check !== null) return "check";
  const kinds = (snapshot: Snapshot) => snapshot.pieces.filter(({ kind }) => kind === "pawn").length;
  if (after.pieces.length < before.pieces.length) return "capture";
  if (kinds(after) < kinds(before)) return "promotion";
  const instances = (snapshot: Snapshot) => snapshot.boards.map(({ instance }) => instance).join();
  return instances(after) === instances(before) ? "move" : "board";
}

/** Listens to a store. The browser lets sound begin only after a person has done something. */
export function mountSound(store: Store): () => void {
  let context: AudioContext | null = null;
  let before: Snapshot | null = null;
  return effect(() => {
    const after = store.snapshot.value;
    const sound = before && before !== after ? soundOf(before, after) : null;
    before = after;
    if (sound === null || !store.view.peek().sound || !navigator.userActivation.hasBeenActive) return;
    // Fetching the voices and opening the first context take long enough to hold up the picture: the picture first.
    requestAnimationFrame(() => setTimeout(() => void play(sound)));
  });

  async function play(sound: SoundName): Promise<void> {
    // What cannot be fetched is not heard; the page shows it all the same.
    const voices = await import("./voices").catch(() => null);
    voices?.strike((context ??= new AudioContext()), voices.VOICES[sound]);
  }
}
