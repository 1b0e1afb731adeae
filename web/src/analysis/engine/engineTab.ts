// Which tab uses the engine: the one that claimed it last holds a lock. Another tab stops and waits for the lock.
import { signal, type ReadonlySignal } from "@preact/signals";

export interface EngineTab {
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean>;
  /** Takes the engine; the tab that used it stops. */
  claim(): void;
  /** Gives it up; a tab that waits goes on. */
  release(): void;
}

const LOCK = "trid.engine";

/** `locks` is missing on insecure addresses: there, tabs do not know of each other. */
export function createEngineTab(locks: LockManager | undefined): EngineTab {
  const elsewhere = signal(false);
  let own: { readonly release: () => void } | null = null;

  async function hold(options: LockOptions): Promise<void> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const request = (own = { release });
    try {
      await locks?.request(LOCK, options, () => {
        if (own === request) elsewhere.value = false;
        return released;
      });
    } catch {
      // Another tab took the lock.
      if (own !== request) return;
      elsewhere.value = true;
      void hold({});
    }
  }

  function release(): void {
    own?.release();
    own = null;
    elsewhere.value = false;
  }

  return {
    elsewhere,
    claim() {
      if (own !== null && !elsewhere.peek()) return;
      release();
      void hold({ steal: true });
    },
    release,
  };
}
