// Which tab uses the engine: the one that claimed it last holds a lock. Another tab stops and waits for the lock.
import { signal, type ReadonlySignal } from "@preact/signals";

const LOCK = "trid.engine";

export class EngineTab {
  readonly #elsewhere = signal(false);
  /** Whether another tab uses the engine. */
  readonly elsewhere: ReadonlySignal<boolean> = this.#elsewhere;
  readonly #locks: LockManager | undefined;
  #own: { readonly release: () => void } | null = null;

  /** `locks` is missing on insecure addresses: there, tabs do not know of each other. */
  constructor(locks: LockManager | undefined) {
    this.#locks = locks;
  }

  /** Takes the engine; the tab that used it stops. */
  claim(): void {
    if (this.#own !== null && !this.#elsewhere.peek()) return;
    this.release();
    void this.#hold({ steal: true });
  }

  /** Gives it up; a tab that waits goes on. */
  release(): void {
    this.#own?.release();
    this.#own = null;
    this.#elsewhere.value = false;
  }

  async #hold(options: LockOptions): Promise<void> {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const request = (this.#own = { release });
    try {
      await this.#locks?.request(LOCK, options, () => {
        if (this.#own === request) this.#elsewhere.value = false;
        return released;
      });
    } catch {
      // Another tab took the lock.
      if (this.#own !== request) return;
      this.#elsewhere.value = true;
      void this.#hold({});
    }
  }
}
