// A short sound for a solved or failed exercise, if sounds are on.
import { playNotes, SOUNDS } from "../sound/sounds";
import type { Store } from "../board/store";

let context: AudioContext | null = null;

export function playResult({ view }: Store, solved: boolean): void {
  if (!view.peek().sound || !navigator.userActivation.hasBeenActive) return;
  playNotes((context ??= new AudioContext()), solved ? SOUNDS.promotion : SOUNDS.capture);
}
