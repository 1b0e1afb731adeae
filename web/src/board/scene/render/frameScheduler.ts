// Schedules frames: many requests share one frame, and a callback runs once the scene has been idle for a while.

/** Milliseconds without a frame after which the scene counts as idle. */
const IDLE_DELAY = 900;

export class FrameScheduler {
  readonly #draw: (now: number) => boolean;
  readonly #onIdle: () => void;
  #request = 0;
  #delayTimer: ReturnType<typeof setTimeout> | undefined;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  /** `draw` returns whether another frame is needed. */
  constructor(draw: (now: number) => boolean, onIdle: () => void) {
    this.#draw = draw;
    this.#onIdle = onIdle;
  }

  /** Draws in the next frame. */
  request(): void {
    clearTimeout(this.#delayTimer);
    this.#delayTimer = undefined;
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#frame(now));
  }

  /** Draws in the frame after the next. */
  requestAfterNext(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.request();
    });
  }

  /** Draws after `delay` milliseconds; calling it again restarts the delay. */
  requestAfter(delay: number): void {
    if (this.#request !== 0) return;
    clearTimeout(this.#delayTimer);
    this.#delayTimer = setTimeout(() => this.request(), delay);
  }

  /** Resolves when no frame is pending. */
  settled(): Promise<void> {
    if (!this.#pending) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#delayTimer);
    clearTimeout(this.#idleTimer);
    this.#resolveWaiting();
  }

  get #pending(): boolean {
    return this.#request !== 0 || this.#delayTimer !== undefined;
  }

  #frame(now: number): void {
    this.#request = 0;
    if (this.#draw(now)) this.request();
    clearTimeout(this.#idleTimer);
    if (this.#pending) return;
    this.#idleTimer = setTimeout(this.#onIdle, IDLE_DELAY);
    this.#resolveWaiting();
  }

  #resolveWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
