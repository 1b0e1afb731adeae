// The transitions of a game's connection: retries, pending actions and missed events, without a socket or a timer.
import { describe, expect, test } from "vitest";
import {
  FIRST_RETRY_DELAY,
  initialConnection,
  MAX_FAILURES,
  MAX_RETRY_DELAY,
  MAX_STORAGE_FAILURES,
  PING_INTERVAL,
  updateConnection,
  whyNotSent,
  type ConnectionEffect,
  type ConnectionInput,
  type ConnectionState,
} from "../../src/online/connectionState";
import type { Action, ServerMessage } from "../../src/wire/online";

const MOVE: Action = { type: "move", move: "b2Wb4N", ply: 0 };
const DRAW: Action = { type: "offerDraw" };
const GONE = { code: "E_NO_GAME", message: "", reasons: [] } as const;

const NOT_STORED = { code: "E_STORAGE", message: "", reasons: [] } as const;

type Input = ConnectionInput extends infer Each ? (Each extends ConnectionInput ? Omit<Each, "now"> : never) : never;

/** A connection whose time the test sets. */
function aConnection() {
  let state = initialConnection(0);
  let effects: readonly ConnectionEffect[] = [];
  const at = {
    now: 0,
    get state(): ConnectionState {
      return state;
    },
    /** The effects of the last input. */
    get effects() {
      return effects;
    },
    of: <Type extends ConnectionEffect["type"]>(type: Type) =>
      effects.filter((each): each is ConnectionEffect & { type: Type } => each.type === type),
    put(input: Input) {
      ({ state, effects } = updateConnection(state, { ...input, now: at.now }));
      return at;
    },
    receive: (message: ServerMessage) => at.put({ type: "received", socket: state.socket ?? 0, message }),
    drop: () => at.put({ type: "disconnected", socket: state.socket ?? 0 }),
    open: (seq = 0) => at.put({ type: "connect" }).receive(welcome(seq)),
  };
  return at;
}

function welcome(seq: number): ServerMessage {
  const rest = { you: null, seat: null, now: 0, lagBound: 500, goneAfter: null, overdueAfter: null };
  return { type: "welcome", game: "g", seq, ...rest };
}

test("events that the server has lost are read again", () => {
  const connection = aConnection().open(2).receive(event(1)).receive(event(2)).receive(event(3));
  connection.receive({ type: "rolledBack", seq: 2, lost: ["b2Wb4N"] });
  expect(connection.of("send").map(({ message }) => message)).toEqual([{ type: "resume", after: 0 }]);
  expect(connection.of("other")).toHaveLength(1);
  connection.receive(event(1)).receive(event(2));
  expect(connection.of("caughtUp")).toHaveLength(1);
  expect(connection.state.seq).toBe(2);
  // So are those that were lost while the connection was broken.
  connection.receive(event(3)).drop().open(2);
  expect(connection.of("send").map(({ message }) => message.type)).toContain("resume");
  connection.receive(event(1)).receive(event(2)).receive(event(3));
  expect(connection.state).toMatchObject({ seq: 3, catchUpTo: null });
});

function event(seq: number): ServerMessage {
  return { type: "event", event: { seq, at: seq, type: "drawOffered", by: "white" } };
}

describe("retries", () => {
  test("wait twice as long each time, up to a limit, and start over after a welcome", () => {
    const at = aConnection().put({ type: "connect" });
    const delays = Array.from({ length: 8 }, () => {
      const [retry] = at.drop().of("retryLater");
      at.put({ type: "connect" });
      return retry?.delay;
    });
    expect(delays.slice(0, 3)).toEqual([1, 2, 4].map((times) => times * FIRST_RETRY_DELAY));
    expect(delays.at(-1)).toBe(MAX_RETRY_DELAY);
    at.receive(welcome(0)).drop();
    expect(at.of("retryLater")).toEqual([{ type: "retryLater", delay: FIRST_RETRY_DELAY }]);
  });

  test("ask whether the game still exists after some failures", () => {
    const at = aConnection().put({ type: "connect" });
    const asked = Array.from({ length: MAX_FAILURES + 1 }, () => {
      const count = at.drop().of("checkGone").length;
      at.put({ type: "connect" });
      return count;
    });
    expect(asked).toEqual([0, 0, 1]);
  });

  test("do not open a second socket, and ignore the first one after it broke", () => {
    const at = aConnection().open();
    expect(at.put({ type: "connect" }).effects).toEqual([]);
    at.drop().put({ type: "connect" });
    expect(at.of("openSocket")).toMatchObject([{ socket: 2 }]);
    const before = at.state;
    expect(at.put({ type: "received", socket: 1, message: event(1) }).state).toBe(before);
    expect(at.put({ type: "disconnected", socket: 1 }).state).toBe(before);
  });

  test("happen at once when the network is back", () => {
    const at = aConnection().open().drop().drop();
    expect(at.put({ type: "wake" }).of("openSocket")).toHaveLength(1);
    expect(at.state.retryDelay).toBe(FIRST_RETRY_DELAY);
    expect(aConnection().open().put({ type: "wake" }).of("send")).toMatchObject([{ message: { type: "ping" } }]);
  });
});

describe("a pending action", () => {
  test("that is a move waits for the next connection and is sent again", () => {
    const at = aConnection().open().put({ type: "act", action: MOVE, seen: 4 });
    expect(at.of("send")).toEqual([{ type: "send", message: { type: "act", ref: 1, seen: 4, action: MOVE } }]);
    expect(at.drop().of("settle")).toEqual([]);
    at.put({ type: "connect" }).receive(welcome(0));
    expect(at.of("send")).toContainEqual({ type: "send", message: { type: "act", ref: 1, seen: 4, action: MOVE } });
    expect(at.receive({ type: "done", ref: 1, seq: 1 }).of("settle")).toEqual([
      { type: "settle", ref: 1, error: null },
    ]);
    expect(at.receive({ type: "done", ref: 1, seq: 1 }).effects).toEqual([]);
  });

  test("of another kind fails with the connection", () => {
    const at = aConnection().open().put({ type: "act", action: DRAW, seen: 4 }).drop();
    expect(at.of("settle")).toMatchObject([{ ref: 1, error: { code: "E_CONNECTION" } }]);
    expect(at.state.pending).toEqual([]);
  });

  test("that is a move is sent again when it could not be stored, with the same `seen`, a few times", () => {
    const at = aConnection().open().put({ type: "act", action: MOVE, seen: 4 });
    const refused = { type: "refused", ref: 1, refusal: NOT_STORED } as const;
    for (let failure = 1; failure <= MAX_STORAGE_FAILURES; failure += 1) {
      const [later] = at.receive(refused).of("sendAgainLater");
      expect(later).toMatchObject({ ref: 1, storageFailures: failure });
      expect(at.of("settle")).toEqual([]);
      const due = { type: "sendAgain", ref: 1, storageFailures: failure } as const;
      expect(at.put({ ...due, storageFailures: failure - 1 }).effects).toEqual([]);
      expect(at.put(due).of("send")).toEqual([
        { type: "send", message: { type: "act", ref: 1, seen: 4, action: MOVE } },
      ]);
      expect(at.put(due).effects).toEqual([]);
    }
    expect(at.receive(refused).effects).toEqual([{ type: "settle", ref: 1, error: NOT_STORED }]);
    expect(at.state.pending).toEqual([]);
  });

  test("that waits for another attempt is sent once after a reconnect", () => {
    const at = aConnection().open().put({ type: "act", action: MOVE, seen: 4 });
    at.receive({ type: "refused", ref: 1, refusal: NOT_STORED }).drop();
    const due = { type: "sendAgain", ref: 1, storageFailures: 1 } as const;
    expect(at.put(due).effects).toEqual([]);
    at.put({ type: "connect" }).receive(welcome(0));
    expect(at.of("send").filter(({ message }) => message.type === "act")).toHaveLength(1);
    expect(at.put(due).effects).toEqual([]);
  });

  test("of another kind fails at once when it could not be stored", () => {
    const at = aConnection().open().put({ type: "act", action: DRAW, seen: 4 });
    at.receive({ type: "refused", ref: 1, refusal: NOT_STORED });
    expect(at.effects).toEqual([{ type: "settle", ref: 1, error: NOT_STORED }]);
  });

  test("is rejected at once where it cannot be sent", () => {
    const broken = aConnection().open().drop().state;
    expect(whyNotSent(broken, DRAW)?.code).toBe("E_OFFLINE");
    expect(whyNotSent(broken, MOVE)).toBeNull();
    const closed = aConnection().open().put({ type: "close" }).state;
    expect(whyNotSent(closed, MOVE)?.code).toBe("E_CONNECTION");
  });

  test("fails when the connection closes for good", () => {
    const at = aConnection().open().put({ type: "act", action: MOVE, seen: 4 });
    expect(at.put({ type: "gone", error: GONE }).state.status).toBe("open");
    at.drop().put({ type: "gone", error: GONE });
    expect(at.state).toMatchObject({ status: "closed", ended: GONE });
    expect(at.effects.map(({ type }) => type)).toEqual(["stopWaking", "settle", "closeSocket"]);
    expect(at.put({ type: "connect" }).effects).toEqual([]);
  });
});

describe("events", () => {
  test("are old until all that were missed have arrived", () => {
    const at = aConnection().open(2);
    expect(at.receive(event(1)).of("event")).toMatchObject([{ old: true }]);
    expect(at.of("caughtUp")).toEqual([]);
    expect(at.receive(event(2)).effects.map(({ type }) => type)).toEqual([
      "event",
      "caughtUp",
      "send",
      "startReplyTimeout",
    ]);
    expect(at.receive(event(3)).of("event")).toMatchObject([{ old: false }]);
  });

  test("after a gap are requested, and repeated ones dropped", () => {
    const at = aConnection().open().receive(event(1));
    expect(at.receive(event(3)).effects).toEqual([{ type: "send", message: { type: "resume", after: 1 } }]);
    expect(at.receive(event(1)).effects).toEqual([]);
    expect(at.state.seq).toBe(1);
  });
});

describe("a silent socket", () => {
  test("is pinged, then dropped", () => {
    const at = aConnection().open().receive({ type: "pong", ref: 0, now: 0 });
    at.now = PING_INTERVAL;
    expect(at.put({ type: "checkAlive" }).of("send")).toMatchObject([{ message: { type: "ping" } }]);
    const [timeout] = at.of("startReplyTimeout");
    if (!timeout) throw new Error("no timeout was started");
    const due = { ...timeout, type: "replyTimeout" } as const;
    expect(at.put({ ...due, since: due.since - 1 }).state.status).toBe("open");
    expect(at.put(due).of("closeSocket")).toHaveLength(1);
    expect(at.state).toMatchObject({ status: "broken", socket: null });
  });

  test("is not pinged after a message", () => {
    const at = aConnection().open().receive({ type: "pong", ref: 0, now: 0 });
    at.now = PING_INTERVAL - 2000;
    expect(at.put({ type: "checkAlive" }).effects).toEqual([{ type: "checkAliveLater" }]);
  });
});
