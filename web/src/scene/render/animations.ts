// Everything that moves for a while: eased over its time, at once when reduced motion is asked for.

interface Animation {
  readonly start: number;
  readonly duration: number;
  readonly update: (share: number) => void;
  readonly done: (() => void) | undefined;
}

/** Slow at both ends. */
export function easeInOutCubic(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;
}

export class Animations {
  readonly #running = new Set<Animation>();
  readonly #still: () => boolean;
  readonly #wake: () => void;

  /** `still` says whether things must not move; `wake` asks for frames. */
  constructor(still: () => boolean, wake: () => void) {
    this.#still = still;
    this.#wake = wake;
  }

  get running(): boolean {
    return this.#running.size > 0;
  }

  /** Calls `update` with shares up to 1; the last call is always with exactly 1. */
  run(duration: number, update: (share: number) => void, done?: () => void): void {
    if (this.#still() || duration <= 0) {
      update(1);
      done?.();
    } else {
      this.#running.add({ start: performance.now(), duration, update, done });
    }
    this.#wake();
  }

  step(now: number): void {
    for (const motion of [...this.#running]) {
      const share = Math.min(1, Math.max(0, (now - motion.start) / motion.duration));
      if (share >= 1) this.#running.delete(motion);
      motion.update(share >= 1 ? 1 : easeInOutCubic(share));
      if (share >= 1) motion.done?.();
    }
  }

  /** Brings everything to its end now. */
  finish(): void {
    for (const motion of [...this.#running]) {
      this.#running.delete(motion);
      motion.update(1);
      motion.done?.();
    }
  }
}
