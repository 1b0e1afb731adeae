// A socket that comes back by itself: nothing is heard twice, nothing is missed, whatever the network does.
import { afterEach, describe, expect, test, vi } from "vitest";
import { createConnection, type Connection, type Socket } from "../../src/source/connection";
import type { ApiError } from "../../src/wire/game";
import type { ClientMessage, OnlineEvent, ServerMessage } from "../../src/wire/online";

class FakeSocket implements Socket {
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: ClientMessage[] = [];

  constructor(readonly address: string) {}

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }

  close(): void {
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent("close"));
  }

  tell(message: ServerMessage): void {
    const data = JSON.stringify(message);
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent("message", { data }));
  }
}

interface Set {
  readonly connection: Connection;
  readonly sockets: FakeSocket[];
  readonly heard: number[];
  readonly timers: (() => void)[];
  /** As the network coming back would. */
  wake: () => void;
  caughtUp: number;
}

const GONE: ApiError = { code: "E_NO_GAME", message: "there is no such game", reasons: [] };

afterEach(() => vi.useRealTimers());

function setUp(whyGone = () => Promise.resolve<typeof GONE | null>(null)): Set {
  const sockets: FakeSocket[] = [];
  const timers: (() => void)[] = [];
  const heard: number[] = [];
  const set = { sockets, timers, heard, caughtUp: 0, wake: (): void => undefined };
  const connection = createConnection(
    {
      address: (after) => `after ${after}`,
      open(address) {
        const socket = new FakeSocket(address);
        sockets.push(socket);
        return socket;
      },
      setTimer: (action) => timers.push(action),
      onWake: (wake) => {
        set.wake = wake;
        return () => (set.wake = () => undefined);
      },
      whyGone,
    },
    {
      event: ({ seq }) => heard.push(seq),
      caughtUp: () => (set.caughtUp += 1),
      other: () => undefined,
    },
  );
  return Object.assign(set, { connection });
}

function event(seq: number): ServerMessage {
  return { type: "event", event: { seq, at: seq, type: "drawOffered", by: "white" } satisfies OnlineEvent };
}

function welcome(seq: number): ServerMessage {
  return {
    type: "welcome",
    game: "g",
    you: null,
    seat: null,
    seq,
    now: 0,
    lagBound: 500,
    goneAfter: null,
    overdueAfter: null,
  };
}

function last(set: Set): FakeSocket {
  const socket = set.sockets.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

describe("a connection", () => {
  test("drops what it has heard and asks for what it missed", () => {
    const set = setUp();
    last(set).tell(welcome(2));
    for (const seq of [1, 1, 2, 4, 2, 3, 4]) last(set).tell(event(seq));
    expect(set.heard).toEqual([1, 2, 3, 4]);
    const { sent } = last(set);
    expect(sent.filter(({ type }) => type !== "ping")).toEqual([{ type: "resume", after: 2 }]);
    expect(set.caughtUp).toBe(1);
  });

  test("comes back where it was", () => {
    const set = setUp();
    last(set).tell(welcome(2));
    last(set).tell(event(1));
    last(set).tell(event(2));
    last(set).close();
    expect(set.connection.state.value).toBe("broken");
    set.timers.at(-1)?.();
    expect(last(set).address).toBe("after 2");
    last(set).tell(welcome(3));
    expect(set.connection.state.value).toBe("open");
    last(set).tell(event(3));
    expect(set.heard).toEqual([1, 2, 3]);
  });

  test("an action is answered by its own answer, or by the loss of the connection", async () => {
    const set = setUp();
    expect(await set.connection.act({ type: "resign" })).toMatchObject({ code: "E_OFFLINE" });
    last(set).tell(welcome(0));
    const first = set.connection.act({ type: "offerDraw" });
    const second = set.connection.act({ type: "resign" });
    const third = set.connection.act({ type: "abort" });
    last(set).tell({ type: "refused", ref: 2, refusal: { code: "E_GAME_OVER", message: "", reasons: [] } });
    last(set).tell({ type: "done", ref: 1, seq: 5 });
    last(set).close();
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ code: "E_GAME_OVER" });
    expect(await third).toMatchObject({ code: "E_CONNECTION" });
  });

  test("what an old socket still says is not heard", () => {
    const set = setUp();
    const old = last(set);
    old.tell(welcome(0));
    old.close();
    old.tell(event(1));
    expect(set.heard).toEqual([]);
  });

  test("a timer that sleeps does not make a silence", () => {
    vi.useFakeTimers();
    const set = setUp();
    last(set).tell(welcome(0));
    last(set).tell({ type: "pong", ref: 0, now: 0 });
    // A hidden tab: its timers run once a minute, though the socket is well.
    vi.setSystemTime(Date.now() + 60_000);
    for (const timer of set.timers.splice(0)) timer();
    expect(set.connection.state.value).toBe("open");
    expect(last(set).sent.at(-1)).toEqual({ type: "ping", ref: 0 });
    last(set).tell({ type: "pong", ref: 0, now: 0 });
    vi.setSystemTime(Date.now() + 60_000);
    for (const timer of set.timers.splice(0)) timer();
    expect(set.sockets).toHaveLength(1);
  });

  test("a socket that does not answer is given up", () => {
    vi.useFakeTimers();
    const set = setUp();
    last(set).tell(welcome(0));
    last(set).tell({ type: "pong", ref: 0, now: 0 });
    vi.setSystemTime(Date.now() + 5_000);
    for (const timer of set.timers.splice(0)) timer();
    vi.setSystemTime(Date.now() + 6_000);
    for (const timer of set.timers.splice(0)) timer();
    expect(set.connection.state.value).toBe("broken");
  });

  test("whoever wakes up does not wait for the next try", () => {
    const set = setUp();
    last(set).tell(welcome(0));
    last(set).close();
    set.wake();
    expect(set.sockets).toHaveLength(2);
    for (const timer of set.timers.splice(0)) timer();
    expect(set.sockets).toHaveLength(2);
  });

  test("a game that is no longer there is not waited for", async () => {
    const set = setUp(() => Promise.resolve(GONE));
    last(set).tell(welcome(0));
    for (let failure = 0; failure < 3; failure += 1) {
      last(set).close();
      set.wake();
    }
    last(set).close();
    await vi.waitFor(() => expect(set.connection.state.value).toBe("closed"));
    expect(set.connection.ended.value).toEqual(GONE);
    expect(await set.connection.act({ type: "resign" })).toEqual(GONE);
  });

  test("closed is closed", () => {
    const set = setUp();
    last(set).tell(welcome(0));
    set.connection.close();
    for (const timer of set.timers) timer();
    expect(set.sockets).toHaveLength(1);
  });
});
