// The client of the film worker, with a worker that the test answers for.
import { expect, test, vi } from "vitest";
import { make, openPostcard, type FilmMessage, type FilmWorker } from "../../src/core/film";

class FakeWorker implements FilmWorker {
  readonly sent: unknown[] = [];
  onmessage: FilmWorker["onmessage"] = null;
  onerror: FilmWorker["onerror"] = null;
  readonly terminate = vi.fn();

  postMessage(message: unknown): void {
    this.sent.push(message);
  }

  answer(data: FilmMessage): void {
    this.onmessage?.call(this as unknown as Worker, new MessageEvent("message", { data }));
  }
}

const JOB = { kind: "png", tfen: "4/4", flipped: false, width: 300 } as const;

test("a worker reports progress, makes one thing and ends", async () => {
  const worker = new FakeWorker();
  const progress = vi.fn();
  const made = make(JOB, new AbortController().signal, progress, () => worker);
  expect(worker.sent).toEqual([JOB]);
  worker.answer({ kind: "progress", done: 1, total: 2 });
  worker.answer({ kind: "made", bytes: Uint8Array.of(7) });
  expect(await made).toEqual(Uint8Array.of(7));
  expect(progress.mock.calls).toEqual([[1, 2]]);
  expect(worker.terminate).toHaveBeenCalled();
});

test("aborting ends the worker, and an error is passed on", async () => {
  const worker = new FakeWorker();
  const abort = new AbortController();
  const made = make(JOB, abort.signal, vi.fn(), () => worker);
  abort.abort();
  await expect(made).rejects.toThrow();
  expect(worker.terminate).toHaveBeenCalled();

  const failing = new FakeWorker();
  const failed = make(JOB, new AbortController().signal, vi.fn(), () => failing);
  failing.answer({ kind: "failed", message: "there is no such film" });
  await expect(failed).rejects.toThrow("there is no such film");
});

test("a postcard receives its pictures in order", async () => {
  const worker = new FakeWorker();
  const shape = { width: 1, height: 1, delay: 7 };
  const studio = openPostcard(shape, new AbortController().signal, () => worker);
  studio.sample(Uint8Array.of(1));
  studio.add(Uint8Array.of(2));
  const made = studio.finish();
  expect(worker.sent).toEqual([
    { kind: "postcard", ...shape },
    { kind: "sample", pixels: Uint8Array.of(1) },
    { kind: "frame", pixels: Uint8Array.of(2) },
    { kind: "finish" },
  ]);
  worker.answer({ kind: "made", bytes: Uint8Array.of(9) });
  expect(await made).toEqual(Uint8Array.of(9));
});
