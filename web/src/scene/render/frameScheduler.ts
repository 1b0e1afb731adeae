// When the set is drawn: once for all that has changed, and again a while after the last change, when it is at rest.

/** Milliseconds without a change after which the set is at rest. */
const REST = 900;

export class FrameScheduler {
  readonly #draw: (now: number) => boolean;
  readonly #atRest: () => void;
  #request = 0;
  #delay: ReturnType<typeof setTimeout> | undefined;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #waiting: (() => void)[] = [];

  /** `draw` says whether something still moves. */
  constructor(draw: (now: number) => boolean, atRest: () => void) {
    this.#draw = draw;
    this.#atRest = atRest;
  }

  /** Draws with the next frame. */
  request(): void {
    clearTimeout(this.#delay);
    this.#delay = undefined;
    if (this.#request === 0) this.#request = requestAnimationFrame((now) => this.#frame(now));
  }

  /** Draws with the frame after the next. */
  requestAfterNext(): void {
    if (this.#request !== 0) return;
    this.#request = requestAnimationFrame(() => {
      this.#request = 0;
      this.request();
    });
  }

  /** Draws once nothing has asked for it this way for so many milliseconds. */
  requestAfter(delay: number): void {
    if (this.#request !== 0) return;
    clearTimeout(this.#delay);
    this.#delay = setTimeout(() => this.request(), delay);
  }

  /** Resolves when nothing more is to be drawn, but for the picture at rest. */
  settled(): Promise<void> {
    if (!this.#pending) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  stop(): void {
    cancelAnimationFrame(this.#request);
    clearTimeout(this.#delay);
    clearTimeout(this.#resting);
    this.#tell();
  }

  get #pending(): boolean {
    return this.#request !== 0 || this.#delay !== undefined;
  }

  #frame(now: number): void {
    this.#request = 0;
    if (this.#draw(now)) this.request();
    clearTimeout(this.#resting);
    if (this.#pending) return;
    this.#resting = setTimeout(this.#atRest, REST);
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
