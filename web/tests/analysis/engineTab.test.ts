// Which tab uses the engine.
import { expect, test } from "vitest";
import { createEngineTab, type Channel, type EngineTab } from "../../src/analysis/engine/engineTab";

/** Channels that deliver messages when `deliver` is called, as browsers do later. */
class Bus {
  readonly #channels: Channel[] = [];
  #waiting: (() => void)[] = [];

  open(): Channel {
    const channel: Channel = {
      onmessage: null,
      postMessage: (data: unknown): void => {
        for (const other of this.#channels.filter((each) => each !== channel)) {
          this.#waiting.push(() => void other.onmessage?.call(other as BroadcastChannel, { data } as MessageEvent));
        }
      },
      close: () => this.#channels.splice(this.#channels.indexOf(channel), 1),
    };
    this.#channels.push(channel);
    return channel;
  }

  deliver(): void {
    while (this.#waiting.length > 0) this.#waiting.shift()?.();
  }
}

let clock = 0;

function tabs(bus: Bus): [EngineTab, EngineTab] {
  const now = (): number => clock;
  return [
    createEngineTab({ channel: bus.open(), id: "a", now }),
    createEngineTab({ channel: bus.open(), id: "b", now }),
  ];
}

test("the last claim counts, and a released engine can be used again", () => {
  const bus = new Bus();
  const [first, second] = tabs(bus);
  first.claim();
  clock++;
  second.claim();
  bus.deliver();
  expect([first.elsewhere.value, second.elsewhere.value]).toEqual([true, false]);
  clock++;
  first.claim();
  bus.deliver();
  expect([first.elsewhere.value, second.elsewhere.value]).toEqual([false, true]);
  first.release();
  bus.deliver();
  expect(second.elsewhere.value).toBe(false);
});

test.each(["a first", "b first"])("two claims of the same moment leave one tab, %s", (order) => {
  const bus = new Bus();
  const [first, second] = tabs(bus);
  for (const tab of order === "a first" ? [first, second] : [second, first]) tab.claim();
  bus.deliver();
  expect([first.elsewhere.value, second.elsewhere.value]).toEqual([true, false]);
});

test("a late message of an older claim does not stop the tab", () => {
  const bus = new Bus();
  const [first, second] = tabs(bus);
  second.claim();
  clock++;
  first.claim();
  bus.deliver();
  expect([first.elsewhere.value, second.elsewhere.value]).toEqual([false, true]);
});

test("closing a tab releases the engine", () => {
  const bus = new Bus();
  const [first, second] = tabs(bus);
  first.claim();
  clock++;
  second.claim();
  bus.deliver();
  second.dispose();
  bus.deliver();
  expect(first.elsewhere.value).toBe(false);
});

test("without channels a tab has the engine", () => {
  const tab = createEngineTab({ channel: null, id: "a" });
  tab.claim();
  tab.release();
  expect(tab.elsewhere.value).toBe(false);
});
