// The page's view of an online game as data: what changes, what stays, and times in local time.
import { describe, expect, test } from "vitest";
import { localClocks, NO_GAME, offsetFrom, readView, seatsOf } from "../../src/online/onlineView";
import type { WasmGame, WasmOnlineGame } from "../../src/wasm/rules/trid_rules";
import type { OnlineGameState } from "../../src/wire/online";

const LIVE: OnlineGameState = { ...NO_GAME, state: "live", seat: "white" };

/** A board with two moves at this ply. */
function boardAt(ply: number): WasmGame {
  const board = {
    snapshot: () => JSON.stringify({ ply, status: "ongoing", moves: [] }),
    history: () => JSON.stringify({ moves: [{}, {}], ply }),
  };
  return board as unknown as WasmGame;
}

function gameIn(state: OnlineGameState | null): WasmOnlineGame {
  return { state: () => JSON.stringify(state) } as unknown as WasmOnlineGame;
}

function viewOf(game: OnlineGameState, ply: number) {
  return readView(gameIn(game), boardAt(ply), null);
}

describe("a view", () => {
  test("keeps a snapshot that did not change", () => {
    const before = viewOf(LIVE, 2);
    const offered = readView(gameIn({ ...LIVE, drawOffer: "black" }), boardAt(2), before);
    expect(offered.game.drawOffer).toBe("black");
    expect(offered.snapshot).toBe(before.snapshot);
    expect(readView(gameIn(LIVE), boardAt(1), before).snapshot).not.toBe(before.snapshot);
  });

  test("shows how the game ended in the last position only", () => {
    const end = { status: "timeout", result: "1-0", reason: "abandoned" } as const;
    const finished: OnlineGameState = { ...LIVE, state: "finished", end };
    expect(viewOf(finished, 2).snapshot).toMatchObject(end);
    expect(viewOf(finished, 1).snapshot.status).toBe("ongoing");
  });

  test("is empty before the first event", () => {
    expect(readView(gameIn(null), boardAt(2), null).game).toBe(NO_GAME);
  });
});

test("I may move in the last position of a live game, if I have a seat", () => {
  expect(seatsOf(viewOf(LIVE, 2))).toEqual(["white"]);
  expect(seatsOf(viewOf(LIVE, 1))).toEqual([]);
  expect(seatsOf(viewOf({ ...LIVE, seat: null }, 2))).toEqual([]);
  expect(seatsOf(viewOf({ ...LIVE, state: "finished" }, 2))).toEqual([]);
});

test("in an earlier position of a finished game anybody may move, in a copy", () => {
  expect(seatsOf(viewOf({ ...LIVE, state: "finished" }, 1))).toEqual(["white", "black"]);
  expect(seatsOf(viewOf({ ...LIVE, state: "finished", seat: null }, 1))).toEqual(["white", "black"]);
});

test("clocks are shown in local time", () => {
  const clocks = { white: 5000, black: 4000, increment: 0, running: "white", since: 9000 } as const;
  expect(localClocks({ ...LIVE, clocks }, 2000)).toEqual({ ...clocks, since: 7000 });
  expect(localClocks(LIVE, 2000)).toBeNull();
});

test("the server's time is known from its messages", () => {
  expect(offsetFrom({ type: "pong", ref: 0, now: 2000 }, 400, 100)).toBe(2100);
  expect(offsetFrom({ type: "done", ref: 0, seq: 1 }, 0, 100)).toBeNull();
});
