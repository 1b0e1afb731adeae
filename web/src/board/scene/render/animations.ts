// Time-based animations with easing; with reduced motion they jump to their end.

interface Animation {
  readonly start: number;
  readonly duration: number;
  readonly update: (t: number) => void;
  readonly done: (() => void) | undefined;
}

export function easeInOutCubic(t: number): number {
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}

export class Animations {
  readonly #active = new Set<Animation>();
  readonly #reducedMotion: () => boolean;
  readonly #requestFrame: () => void;

  constructor(reducedMotion: () => boolean, requestFrame: () => void) {
    this.#reducedMotion = reducedMotion;
    this.#requestFrame = requestFrame;
  }

  get running(): boolean {
    return this.#active.size > 0;
  }

  /** Calls `update` with eased progress from 0 to 1; the last call is always with exactly 1. */
  run(duration: number, update: (t: number) => void, done?: () => void): void {
    if (this.#reducedMotion() || duration <= 0) {
      update(1);
      done?.();
    } else {
      this.#active.add({ start: performance.now(), duration, update, done });
    }
    this.#requestFrame();
  }

  step(now: number): void {
    for (const animation of [...this.#active]) {
      const t = Math.min(1, Math.max(0, (now - animation.start) / animation.duration));
      if (t >= 1) this.#active.delete(animation);
      animation.update(t >= 1 ? 1 : easeInOutCubic(t));
      if (t >= 1) animation.done?.();
    }
  }

  /** Jumps all animations to their end. */
  finish(): void {
    for (const animation of [...this.#active]) {
      this.#active.delete(animation);
      animation.update(1);
      animation.done?.();
    }
  }
}
