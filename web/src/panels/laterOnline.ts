// What only a game online needs, fetched when the first one is opened: no other visit waits for it.
import { signal, type ReadonlySignal } from "@preact/signals";

type OnlineParts = typeof import("./online/parts");

const fetched = signal<OnlineParts | null>(null);

/** Null until a game online is on the table. */
export const onlineParts: ReadonlySignal<OnlineParts | null> = fetched;

export async function fetchOnlineParts(): Promise<OnlineParts> {
  return (fetched.value ??= await import("./online/parts"));
}
