// A socket that reconnects by itself: no event is missed or applied twice.
import { afterEach, describe, expect, test, vi } from "vitest";
import { Connection, type Socket } from "../../src/online/connection";
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

interface TestConnection {
  readonly connection: Connection;
  readonly sockets: FakeSocket[];
  /** The numbers of the events that the listener received. */
  readonly received: number[];
  readonly timers: (() => void)[];
  /** Simulates the network coming back. */
  wake: () => void;
  caughtUp: number;
}

const GONE: ApiError = { code: "E_NO_GAME", message: "there is no such game", reasons: [] };

afterEach(() => vi.useRealTimers());

function connect(whyGone = () => Promise.resolve<typeof GONE | null>(null)): TestConnection {
  const sockets: FakeSocket[] = [];
  const timers: (() => void)[] = [];
  const received: number[] = [];
  const opened = { sockets, timers, received, caughtUp: 0, wake: (): void => undefined };
  const connection = new Connection(
    {
      address: (after) => `after ${after}`,
      open(address) {
        const socket = new FakeSocket(address);
        sockets.push(socket);
        return socket;
      },
      setTimer: (action) => timers.push(action),
      onWake: (wake) => {
        opened.wake = wake;
        return () => (opened.wake = () => undefined);
      },
      whyGone,
    },
    {
      event: ({ seq }) => received.push(seq),
      caughtUp: () => (opened.caughtUp += 1),
      other: () => undefined,
    },
  );
  return Object.assign(opened, { connection });
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

function last(opened: TestConnection): FakeSocket {
  const socket = opened.sockets.at(-1);
  if (!socket) throw new Error("no socket was opened");
  return socket;
}

describe("a connection", () => {
  test("ignores repeated events and requests missed ones", () => {
    const opened = connect();
    last(opened).tell(welcome(2));
    for (const seq of [1, 1, 2, 4, 2, 3, 4]) last(opened).tell(event(seq));
    expect(opened.received).toEqual([1, 2, 3, 4]);
    const { sent } = last(opened);
    expect(sent.filter(({ type }) => type !== "ping")).toEqual([{ type: "resume", after: 2 }]);
    expect(opened.caughtUp).toBe(1);
  });

  test("resumes after the last event", () => {
    const opened = connect();
    last(opened).tell(welcome(2));
    last(opened).tell(event(1));
    last(opened).tell(event(2));
    last(opened).close();
    expect(opened.connection.status.value).toBe("broken");
    opened.timers.at(-1)?.();
    expect(last(opened).address).toBe("after 2");
    last(opened).tell(welcome(3));
    expect(opened.connection.status.value).toBe("open");
    last(opened).tell(event(3));
    expect(opened.received).toEqual([1, 2, 3]);
  });

  test("an action resolves with its own reply, or fails with the connection", async () => {
    const opened = connect();
    expect(await opened.connection.act({ type: "resign" }, 0)).toMatchObject({ code: "E_OFFLINE" });
    last(opened).tell(welcome(0));
    const first = opened.connection.act({ type: "offerDraw" }, 0);
    const second = opened.connection.act({ type: "resign" }, 0);
    const third = opened.connection.act({ type: "abort" }, 0);
    last(opened).tell({ type: "refused", ref: 2, refusal: { code: "E_GAME_OVER", message: "", reasons: [] } });
    last(opened).tell({ type: "done", ref: 1, seq: 5 });
    last(opened).close();
    expect(await first).toBeNull();
    expect(await second).toMatchObject({ code: "E_GAME_OVER" });
    expect(await third).toMatchObject({ code: "E_CONNECTION" });
  });

  test("messages of an old socket are ignored", () => {
    const opened = connect();
    const old = last(opened);
    old.tell(welcome(0));
    old.close();
    old.tell(event(1));
    expect(opened.received).toEqual([]);
  });

  test("a late timer does not break the connection", () => {
    vi.useFakeTimers();
    const opened = connect();
    last(opened).tell(welcome(0));
    last(opened).tell({ type: "pong", ref: 0, now: 0 });
    // In a hidden tab timers run once a minute.
    vi.setSystemTime(Date.now() + 60_000);
    for (const timer of opened.timers.splice(0)) timer();
    expect(opened.connection.status.value).toBe("open");
    expect(last(opened).sent.at(-1)).toEqual({ type: "ping", ref: 0 });
    last(opened).tell({ type: "pong", ref: 0, now: 0 });
    vi.setSystemTime(Date.now() + 60_000);
    for (const timer of opened.timers.splice(0)) timer();
    expect(opened.sockets).toHaveLength(1);
  });

  test("a socket that does not reply is broken", () => {
    vi.useFakeTimers();
    const opened = connect();
    last(opened).tell(welcome(0));
    last(opened).tell({ type: "pong", ref: 0, now: 0 });
    vi.setSystemTime(Date.now() + 5_000);
    for (const timer of opened.timers.splice(0)) timer();
    vi.setSystemTime(Date.now() + 6_000);
    for (const timer of opened.timers.splice(0)) timer();
    expect(opened.connection.status.value).toBe("broken");
  });

  test("waking up retries at once", () => {
    const opened = connect();
    last(opened).tell(welcome(0));
    last(opened).close();
    opened.wake();
    expect(opened.sockets).toHaveLength(2);
    for (const timer of opened.timers.splice(0)) timer();
    expect(opened.sockets).toHaveLength(2);
  });

  test("the connection closes when the game no longer exists", async () => {
    const opened = connect(() => Promise.resolve(GONE));
    last(opened).tell(welcome(0));
    for (let failure = 0; failure < 3; failure += 1) {
      last(opened).close();
      opened.wake();
    }
    last(opened).close();
    await vi.waitFor(() => expect(opened.connection.status.value).toBe("closed"));
    expect(opened.connection.ended.value).toEqual(GONE);
    expect(await opened.connection.act({ type: "resign" }, 0)).toEqual(GONE);
  });

  test("a closed connection does not reopen", () => {
    const opened = connect();
    last(opened).tell(welcome(0));
    opened.connection.close();
    for (const timer of opened.timers) timer();
    expect(opened.sockets).toHaveLength(1);
  });
});
