// An online game as the page sees it: own moves at once, sent again after a broken connection, never played twice.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Socket } from "../../src/online/connection";
import { OnlineMode } from "../../src/online/onlineMode";
import type { ClientMessage, EventKind, OnlineEvent, ServerMessage } from "../../src/wire/online";
import { realRules } from "../core/realCore";

const GAME = "3vXKq0hTn5cYbL2a";
const ADA = { id: "adaAdaAdaAda", name: "Ada" };
const BOB = { id: "bobBobBobBob", name: "Bob" };

interface Wire {
  readonly source: OnlineMode;
  readonly sent: ClientMessage[];
  readonly happen: (...what: EventKind[]) => void;
  /** Breaks the connection, and lets another be opened, which hears what happened meanwhile. */
  readonly break: () => void;
  readonly comeBack: () => void;
  readonly tell: (message: ServerMessage) => void;
  /** Runs the timers that were started since the last call. */
  readonly runTimers: () => void;
  /** The record, ply and move of each copy that was started. */
  readonly copies: (readonly [string, number, string])[];
}

/** Ada's game against Bob, in which she has White. */
function anOnlineGame(clock: EventKind & { type: "created" }): Wire {
  const sent: ClientMessage[] = [];
  const events: OnlineEvent[] = [];
  const timers: (() => void)[] = [];
  const copies: (readonly [string, number, string])[] = [];
  let socket: Socket | null = null;
  const tell = (message: ServerMessage): void => {
    const data = JSON.stringify(message);
    socket?.onmessage?.call(socket as WebSocket, new MessageEvent("message", { data }));
  };
  const source = new OnlineMode({
    id: GAME,
    core: realRules(),
    address: String,
    record: () => Promise.resolve(null),
    playInCopy(...copy) {
      copies.push(copy);
      return Promise.resolve(null);
    },
    now: () => 0,
    setTimer: (action) => timers.push(action),
    open: () =>
      (socket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => sent.push(JSON.parse(text as string) as ClientMessage),
        close: () => undefined,
      }),
  });
  const welcome = (): void => {
    const rest = { seat: "white", lagBound: 500, goneAfter: null, overdueAfter: null } as const;
    tell({ type: "welcome", game: GAME, you: ADA.id, seq: events.length, now: 1000, ...rest });
  };
  const happen = (...what: EventKind[]): void => {
    for (const each of what) {
      const event = { seq: events.length + 1, at: 1000, ...each };
      events.push(event);
      tell({ type: "event", event });
    }
  };
  welcome();
  happen(clock, { type: "started", white: ADA, black: BOB });
  sent.length = 0;
  return {
    source,
    sent,
    happen,
    break() {
      socket?.onclose?.call(socket as WebSocket, new CloseEvent("close"));
    },
    comeBack() {
      timers.at(-1)?.();
      welcome();
      for (const event of events) tell({ type: "event", event });
    },
    tell,
    copies,
    runTimers() {
      for (const timer of timers.splice(0)) timer();
    },
  };
}

const CREATED: EventKind & { type: "created" } = {
  type: "created",
  rules: "revised",
  start: null,
  clock: { type: "none" },
  access: "link",
  by: ADA,
  color: "white",
  rematchOf: null,
};

function moved(move: string): EventKind {
  return { type: "moved", move, clocks: null };
}

function moves(sent: readonly ClientMessage[]): string[] {
  return sent.flatMap((each) => (each.type === "act" && each.action.type === "move" ? [each.action.move] : []));
}

function played(source: OnlineMode): (string | undefined)[] {
  return source.board.history.value.moves.map((each) => each.move);
}

const NOT_STORED = { code: "E_STORAGE", message: "the database is not available", reasons: [] } as const;

let wire: Wire;
beforeEach(() => {
  wire = anOnlineGame(CREATED);
});

test("a declined offer is known until the next event, also if it was declined while the connection was broken", () => {
  const declined = () => wire.source.state.value.declined;
  wire.happen({ type: "drawOffered", by: "white" }, { type: "drawDeclined", by: "black" });
  expect(declined()).toBe("draw");
  wire.happen(moved("b2Wb4N"));
  expect(declined()).toBeNull();
  wire.happen({ type: "takebackAsked", by: "white" });
  wire.break();
  wire.happen({ type: "takebackDeclined", by: "black" });
  wire.comeBack();
  expect(declined()).toBe("takeback");
});

describe("an own move", () => {
  test("is shown at once, and counts when it is stored", async () => {
    const outcome = wire.source.play("b2Wb4N");
    expect(wire.source.board.snapshot.value.turn).toBe("black");
    expect(wire.source.sending.value).toBe("b4N");
    expect(wire.source.state.value).toMatchObject({ plies: 0, turn: "white" });
    const shown = wire.source.board.snapshot.value;
    wire.happen(moved("b2Wb4N"));
    wire.tell({ type: "done", ref: 1, seq: 3 });
    expect(await outcome).toBeNull();
    expect(wire.source.board.snapshot.value).toBe(shown);
    expect(wire.source.sending.value).toBeNull();
    expect(wire.source.state.value).toMatchObject({ plies: 1, turn: "black" });
  });

  test("is withdrawn when rejected", async () => {
    const outcome = wire.source.play("b2Wb4N");
    wire.tell({ type: "refused", ref: 1, refusal: { code: "E_STALE", message: "", reasons: [] } });
    expect(await outcome).toMatchObject({ code: "E_STALE", action: "move" });
    expect(played(wire.source)).toEqual([]);
    expect(wire.source.board.snapshot.value.turn).toBe("white");
  });

  test("that could not be stored stays on the board and is sent again", async () => {
    const outcome = wire.source.play("b2Wb4N");
    const refused = { type: "refused", ref: 1, refusal: NOT_STORED } as const;
    wire.tell(refused);
    expect(wire.source.unstored.value).toBe(true);
    expect(wire.source.sending.value).toBe("b4N");
    wire.runTimers();
    expect(moves(wire.sent)).toEqual(["b2Wb4N", "b2Wb4N"]);
    wire.happen(moved("b2Wb4N"));
    wire.tell({ type: "done", ref: 1, seq: 3 });
    expect(await outcome).toBeNull();
    expect(wire.source.unstored.value).toBe(false);
    expect(played(wire.source)).toEqual(["b2Wb4N"]);
  });

  test("that the server can never store is withdrawn", async () => {
    const outcome = wire.source.play("b2Wb4N");
    for (let attempt = 0; attempt < 4; attempt += 1) {
      wire.tell({ type: "refused", ref: 1, refusal: NOT_STORED });
      wire.runTimers();
    }
    expect(await outcome).toMatchObject({ code: "E_STORAGE", action: "move" });
    expect(played(wire.source)).toEqual([]);
    expect(wire.source.sending.value).toBeNull();
    expect(wire.source.unstored.value).toBe(false);
    expect(wire.source.board.snapshot.value.turn).toBe("white");
  });

  test("is not sent if illegal", async () => {
    expect(await wire.source.play("b2Wb5N")).toMatchObject({ code: "E_GEOMETRY" });
    expect(wire.sent).toEqual([]);
    expect(wire.source.board.snapshot.value.ply).toBe(0);
  });

  test("made offline is sent after reconnecting", async () => {
    wire.break();
    const outcome = wire.source.play("b2Wb4N");
    expect(moves(wire.sent)).toEqual([]);
    wire.comeBack();
    expect(moves(wire.sent)).toEqual(["b2Wb4N"]);
    wire.happen(moved("b2Wb4N"));
    wire.tell({ type: "done", ref: 1, seq: 3 });
    expect(await outcome).toBeNull();
    expect(played(wire.source)).toEqual(["b2Wb4N"]);
  });

  test("is sent again when the reply is lost, and played once", async () => {
    const outcome = wire.source.play("b2Wb4N");
    wire.break();
    wire.comeBack();
    wire.happen(moved("b2Wb4N"), moved("b7Bb5N"));
    wire.tell({ type: "done", ref: 1, seq: 3 });
    expect(await outcome).toBeNull();
    expect(moves(wire.sent)).toEqual(["b2Wb4N", "b2Wb4N"]);
    expect(played(wire.source)).toEqual(["b2Wb4N", "b7Bb5N"]);
  });

  test("gives way to a move from another tab", () => {
    void wire.source.play("b2Wb4N");
    wire.happen(moved("c2Wc3W"));
    expect(played(wire.source)).toEqual(["c2Wc3W"]);
    expect(wire.source.sending.value).toBeNull();
  });

  test("is withdrawn when the game ends", () => {
    void wire.source.play("b2Wb4N");
    wire.happen({ type: "ended", status: "timeout", result: "0-1", reason: null });
    expect(played(wire.source)).toEqual([]);
    expect(wire.source.board.snapshot.value).toMatchObject({ status: "timeout", moves: [] });
  });

  test("ends with the source", async () => {
    const outcome = wire.source.play("b2Wb4N");
    wire.source.dispose();
    expect(await outcome).toMatchObject({ code: "E_CONNECTION" });
  });
});

test("an offer does not change the snapshot, so a dragged piece is kept", () => {
  const shown = wire.source.board.snapshot.value;
  wire.happen({ type: "drawOffered", by: "black" });
  expect(wire.source.state.value.drawOffer).toBe("black");
  expect(wire.source.board.snapshot.value).toBe(shown);
});

test("an earlier position stays on the board until the game ends", () => {
  wire.happen(moved("b2Wb4N"));
  wire.source.steps.jump(0);
  wire.happen(moved("b7Bb5N"));
  expect(wire.source.board.history.value).toMatchObject({ ply: 0 });
  expect(wire.source.state.value).toMatchObject({ plies: 2, turn: "white" });
  expect(wire.source.seats.value).toEqual([]);
  wire.happen({ type: "ended", status: "resigned", result: "1-0", reason: null });
  expect(wire.source.board.snapshot.value).toMatchObject({ ply: 2, status: "resigned" });
});

describe("the clocks", () => {
  const CLOCK = { type: "realTime", initial: 60, increment: 0 } as const;
  const FORCED = "4/4/2P1/3K|4/4/4/3P|P1n1/4/4/4|QL1w:2/2,QL2w:2/b1,QL6b:1r/2,KL6b:1k/1p b - c2W - - - 0 39";

  test("start after two turns; a forced promotion completes none", () => {
    const { source, happen } = anOnlineGame({ ...CREATED, start: FORCED, clock: CLOCK });
    happen(moved("QL6-KL5"), moved("a8B=Q"));
    expect(source.state.value).toMatchObject({ plies: 2, turns: 1, turn: "white" });
    expect(source.clocks.value?.running).toBeNull();
    happen(moved("c2Wc3W"));
    expect(source.clocks.value?.running).toBe("black");
  });

  test("show the time at the end, also when all events arrive at once", () => {
    const { source, happen, comeBack, ...game } = anOnlineGame({ ...CREATED, clock: CLOCK });
    game.break();
    const clocks = { white: 50_000, black: 40_000 };
    const ended = { type: "ended", status: "timeout", result: "1-0", reason: null } as const;
    const plays = ["b2Wb4N", "b7Bb5N", "c2Wc3W"].map((move) => ({ type: "moved" as const, move, clocks }));
    happen(...plays, { ...ended, at: 41_000 } as EventKind);
    comeBack();
    expect(source.clocks.value).toMatchObject({ white: 50_000, black: 0, running: null });
  });
});

test("every action carries the number of the last event that the player saw", () => {
  wire.happen(moved("b2Wb4N"), moved("b7Bb5N"));
  void wire.source.play("c2Wc3W");
  wire.happen({ type: "drawOffered", by: "black" });
  void wire.source.act({ type: "offerDraw" });
  void wire.source.endings.resign("white");
  const seen = wire.sent.flatMap((each) => (each.type === "act" ? [[each.action.type, each.seen]] : []));
  expect(seen).toEqual([
    ["move", 4],
    ["offerDraw", 5],
    ["resign", 5],
  ]);
  // After a reconnect the move is sent with what the player had seen when they decided.
  wire.break();
  wire.sent.length = 0;
  wire.comeBack();
  expect(wire.sent).toContainEqual(expect.objectContaining({ type: "act", seen: 4 }));
});

test.each([
  ["E_STALE", "offerDraw"],
  ["E_STORAGE", "resign"],
  ["E_REPEATED", "offerDraw"],
] as const)("%s on %s names the action", async (code, type) => {
  const outcome = wire.source.act({ type });
  const refusal = { code, message: "as the server says", reasons: [] };
  wire.tell({ type: "refused", ref: 1, refusal });
  expect(await outcome).toEqual({ ...refusal, action: type });
});

test("time that is credited is shown until the next move, and is on the clock", () => {
  const { source, happen } = anOnlineGame({ ...CREATED, clock: { type: "realTime", initial: 60, increment: 0 } });
  happen(moved("b2Wb4N"), moved("b7Bb5N"));
  const before = source.clocks.value;
  const credited = { type: "timeCredited", to: "white", ms: 2000, reason: "stall" } as const;
  happen({ ...credited, at: 9000 } as EventKind);
  expect(source.credit.value).toEqual({ to: "white", milliseconds: 2000 });
  const after = source.clocks.value;
  expect((after?.white ?? 0) + (after?.since ?? 0)).toBe((before?.white ?? 0) + (before?.since ?? 0) + 2000);
  happen({ type: "timeCredited", to: "white", ms: 1000, reason: "storage" });
  expect(source.credit.value?.milliseconds).toBe(3000);
  happen({ type: "timeCredited", to: null, ms: 1000, reason: "clockStep" });
  expect(source.credit.value?.milliseconds).toBe(3000);
  happen(moved("c2Wc3W"));
  expect(source.credit.value).toBeNull();
});

test("actions other than moves are rejected offline", async () => {
  wire.break();
  expect(await wire.source.act({ type: "resign" })).toMatchObject({ code: "E_OFFLINE" });
  wire.comeBack();
  expect(wire.sent.filter((each) => each.type === "act")).toEqual([]);
});

test("half of the round trip is added to the server's time", () => {
  vi.useFakeTimers({ now: 5000 });
  const other = anOnlineGame({ ...CREATED, clock: { type: "days", days: 1 } });
  vi.setSystemTime(5400);
  other.tell({ type: "pong", ref: 0, now: 2000 });
  vi.useRealTimers();
  expect(other.source.serverTime()).toBe(2200);
  expect(other.source.clocks.value?.since).toBe(1000 - 2200);
});

describe("a finished game", () => {
  beforeEach(() => {
    wire.happen(moved("b2Wb4N"), moved("b7Bb5N"));
    wire.happen({ type: "ended", status: "resigned", result: "1-0", reason: null, clocks: null } as EventKind);
    wire.sent.length = 0;
  });

  test("is played on in a copy and stays as it was", async () => {
    const { source, copies, sent } = wire;
    source.steps.jump(1);
    const record = await source.record("json");
    expect(await source.play("c7Bc6B")).toBeNull();
    expect(copies).toEqual([[record, 1, "c7Bc6B"]]);
    expect(sent).toEqual([]);
    expect(played(source)).toEqual(["b2Wb4N", "b7Bb5N"]);
  });

  test("shows the move that follows, and explains one that is illegal", async () => {
    const { source, copies } = wire;
    source.steps.jump(1);
    expect((await source.play("c7Bc2W"))?.code).toBe("E_GEOMETRY");
    expect(await source.play("b5N")).toBeNull();
    expect(source.board.history.value.ply).toBe(2);
    expect(copies).toEqual([]);
  });

  test("starts no copy after the player has gone on", async () => {
    const { source, copies } = wire;
    source.steps.jump(1);
    const play = source.play("c7Bc6B");
    source.steps.jump(0);
    expect(await play).toBeNull();
    expect(copies).toEqual([]);
  });
});
