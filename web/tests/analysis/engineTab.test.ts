// Which tab uses the engine.
import { expect, test, vi } from "vitest";
import { EngineTab } from "../../src/analysis/engine/engineTab";

interface Request {
  readonly run: () => void;
  readonly fail: () => void;
}

/** One lock as browsers have it: taken by force, or in the order of the requests. */
function fakeLocks(): LockManager {
  let held: Request | null = null;
  const waiting: Request[] = [];
  const grant = (request: Request | null): void => {
    held = request;
    request?.run();
  };
  const request = (_: string, { steal }: LockOptions, callback: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const own: Request = {
        run: () =>
          void callback().then((value) => {
            resolve(value);
            if (held === own) grant(waiting.shift() ?? null);
          }),
        fail: () => reject(new DOMException("stolen", "AbortError")),
      };
      if (steal) {
        held?.fail();
        grant(own);
      } else if (held === null) grant(own);
      else waiting.push(own);
    });
  return { request } as unknown as LockManager;
}

const elsewhere = (tabs: readonly EngineTab[]): readonly boolean[] => tabs.map((tab) => tab.elsewhere.value);

test("the last claim counts, and a tab that waits goes on when the engine is released", async () => {
  const locks = fakeLocks();
  const tabs = [new EngineTab(locks), new EngineTab(locks)] as const;
  tabs[0].claim();
  tabs[1].claim();
  await vi.waitFor(() => expect(elsewhere(tabs)).toEqual([true, false]));
  tabs[0].claim();
  await vi.waitFor(() => expect(elsewhere(tabs)).toEqual([false, true]));
  tabs[0].release();
  await vi.waitFor(() => expect(elsewhere(tabs)).toEqual([false, false]));
});

test("a tab that no longer waits does not keep the engine", async () => {
  const locks = fakeLocks();
  const tabs = [new EngineTab(locks), new EngineTab(locks), new EngineTab(locks)] as const;
  for (const tab of tabs) tab.claim();
  await vi.waitFor(() => expect(elsewhere(tabs)).toEqual([true, true, false]));
  tabs[0].release();
  tabs[2].release();
  await vi.waitFor(() => expect(elsewhere(tabs)).toEqual([false, false, false]));
});

test("without locks a tab has the engine", () => {
  const tab = new EngineTab(undefined);
  tab.claim();
  tab.release();
  expect(tab.elsewhere.value).toBe(false);
});
