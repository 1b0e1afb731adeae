// Loads the code of online games with the first one; other visits do not wait for it.
import { signal, type ReadonlySignal } from "@preact/signals";

type OnlineModule = typeof import("../online/onlineModule");

const loaded = signal<OnlineModule | null>(null);

/** Null until an online game has been opened. */
export const onlineModule: ReadonlySignal<OnlineModule | null> = loaded;

export async function loadOnlineModule(): Promise<OnlineModule> {
  return (loaded.value ??= await import("../online/onlineModule"));
}
