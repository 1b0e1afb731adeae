// Work that takes a while: its states, including failure, cancellation and a restart.
import { expect, test } from "vitest";
import { Work } from "../../src/game/share/work";

const file = (name: string): File => new File([], name);

test("work shows its progress and what it made", async () => {
  const work = new Work();
  await work.start((_, progress) => {
    progress(1, 3);
    expect(work.state.value).toEqual({ kind: "working", done: 1, total: 3 });
    return Promise.resolve(file("a"));
  });
  expect(work.state.value).toEqual({ kind: "made", file: file("a") });
  work.cancel();
  expect(work.state.value).toEqual({ kind: "idle" });
});

test("work that fails says so", async () => {
  const work = new Work();
  await work.start(() => Promise.reject(new Error("no WebGL")));
  expect(work.state.value).toEqual({ kind: "failed" });
});

test("cancelled work shows nothing later", async () => {
  const work = new Work();
  let resolve: (made: File) => void = () => undefined;
  const promise = new Promise<File>((settle) => (resolve = settle));
  let cancelled = false;
  const done = work.start((abort, progress) => {
    abort.onabort = () => {
      cancelled = true;
      progress(2, 3);
    };
    return promise;
  });
  work.cancel();
  resolve(file("late"));
  await done;
  expect(cancelled).toBe(true);
  expect(work.state.value).toEqual({ kind: "idle" });
});
