// What only a game online needs, fetched when the first one is opened: no other visit waits for it.
import { signal, type ReadonlySignal } from "@preact/signals";

type OnlineModule = typeof import("./online");

const fetched = signal<OnlineModule | null>(null);

/** Null until a game online is on the table. */
export const onlineModule: ReadonlySignal<OnlineModule | null> = fetched;

export async function loadOnlineModule(): Promise<OnlineModule> {
  return (fetched.value ??= await import("./online"));
}
