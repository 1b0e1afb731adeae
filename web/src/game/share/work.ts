// Something that takes a while to make: its progress, the file, and how to cancel it.
import { signal, type ReadonlySignal } from "@preact/signals";
import type { Progress } from "../../core/film";

export type WorkState =
  | { readonly kind: "idle" }
  | { readonly kind: "working"; readonly done: number; readonly total: number }
  | { readonly kind: "made"; readonly file: File }
  | { readonly kind: "failed" };

/** Makes a file. It stops when the signal says so. */
export type Make = (abort: AbortSignal, progress: Progress) => Promise<File>;

export class Work {
  readonly #state = signal<WorkState>({ kind: "idle" });
  #abort: AbortController | null = null;

  get state(): ReadonlySignal<WorkState> {
    return this.#state;
  }

  /** Starts to make a file, in place of what was made or is being made. */
  async start(make: Make): Promise<void> {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    const show = (state: WorkState): void => {
      if (!abort.signal.aborted) this.#state.value = state;
    };
    show({ kind: "working", done: 0, total: 1 });
    try {
      const file = await make(abort.signal, (done, total) => show({ kind: "working", done, total }));
      show({ kind: "made", file });
    } catch {
      show({ kind: "failed" });
    }
  }

  /** Stops, and forgets what was made. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#state.value = { kind: "idle" };
  }
}
