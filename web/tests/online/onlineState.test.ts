// The transitions of online play, without a server.
import { describe, expect, test } from "vitest";
import {
  afterError,
  OFFLINE,
  updateOnline,
  type OnlineInput,
  type OnlineState,
  type OnlineStep,
} from "../../src/online/onlineState";
import { pageError } from "../../src/core/errors";
import type { ApiError } from "../../src/wire/game";

const GAME = { id: "first", nextGame: null, seat: null };
const PLAYED = { ...GAME, seat: "black" } as const;

function error(code: ApiError["code"]): ApiError {
  return { code, message: code, reasons: [] };
}

/** Applies inputs in order; the effects are those of the last one. */
function after(...inputs: readonly OnlineInput[]): OnlineStep {
  const start: OnlineStep = { state: OFFLINE, effects: [] };
  return inputs.reduce(({ state }, input) => updateOnline(state, input), start);
}

function shown(game: OnlineState["shown"] = GAME): OnlineInput[] {
  if (game === null) return [];
  return [
    { type: "requested", id: game.id },
    { type: "shown", game },
  ];
}

test("the server is checked again when the network returns, unless it is there", () => {
  const back = { type: "networkReturned" } as const;
  expect(after(back).effects).toEqual([{ type: "checkServer" }]);
  expect(after({ type: "serverChecked", available: false }, back).effects).toEqual([{ type: "checkServer" }]);
  expect(after({ type: "serverChecked", available: true }, back).effects).toEqual([]);
});

test("actions and lists keep their own errors", () => {
  const { state } = after(
    { type: "replied", kind: "action", error: error("E_NO_GAME") },
    { type: "replied", kind: "list", error: error("E_RATE") },
    { type: "replied", kind: "list", error: null },
  );
  expect(state.errors).toEqual({ action: error("E_NO_GAME"), list: null });
});

test("an unknown identity is replaced once, then the cookie is missing", () => {
  expect(afterError(error("E_NO_IDENTITY"), 1)).toBe("identifyAgain");
  expect(afterError(error("E_NO_IDENTITY"), 2)).toBe("cookieLost");
  expect(afterError(error("E_RATE"), 1)).toBe("fail");
});

describe("the game on screen", () => {
  test("clears the error", () => {
    const failed = { type: "replied", kind: "action", error: error("E_NO_GAME") } as const;
    const { state, effects } = after(failed, ...shown());
    expect(state.errors.action).toBeNull();
    expect(state.shown).toEqual(GAME);
    expect(effects).toEqual([]);
  });

  test("has the player's side at the bottom, also when they take a seat later", () => {
    expect(after(...shown(PLAYED)).effects).toContainEqual({ type: "turnBoard", bottom: "black" });
    const seated = { type: "gameChanged", game: PLAYED } as const;
    expect(after(...shown(), seated).effects).toEqual([{ type: "turnBoard", bottom: "black" }]);
    expect(after(...shown(), seated, seated).effects).toEqual([]);
  });

  test("is not turned again when the same game is opened again", () => {
    expect(after(...shown(PLAYED), ...shown(PLAYED)).effects).toEqual([]);
  });

  test("is forgotten when the player leaves", () => {
    const { state, effects } = after(...shown(), { type: "left" });
    expect(state).toMatchObject({ requested: null, shown: null });
    expect(effects).toEqual([]);
  });
});

describe("a rematch", () => {
  const rematch = { ...PLAYED, nextGame: "second" };

  test("is opened when it starts, once", () => {
    const starts = { type: "gameChanged", game: rematch } as const;
    expect(after(...shown(PLAYED), starts).effects).toEqual([{ type: "open", id: "second" }]);
    expect(after(...shown(PLAYED), starts, starts).effects).toEqual([]);
  });

  test("that had started before, or of other players, is not", () => {
    expect(after(...shown(rematch), { type: "gameChanged", game: rematch }).effects).toEqual([]);
    const watched = { ...GAME, nextGame: "second" };
    expect(after(...shown(), { type: "gameChanged", game: watched }).effects).toEqual([]);
  });

  test("of a game that is no longer on screen is not", () => {
    const other = { ...PLAYED, id: "other", nextGame: "second" };
    expect(after(...shown(PLAYED), { type: "gameChanged", game: other }).effects).toEqual([]);
  });
});

describe("a creation", () => {
  const game = { rules: "revised", start: null, color: "white", access: "link", clock: { type: "none" } } as const;
  const create = (key: string) => ({ type: "create", game, key }) as const;

  test("that may have succeeded is repeated with its key", () => {
    const lost = { type: "createReplied", error: pageError("E_UNREACHABLE") } as const;
    expect(after(create("one"), lost, create("two")).state.creation?.key).toBe("one");
    const other = { type: "create", game: { ...game, color: "black" }, key: "two" } as const;
    expect(after(create("one"), lost, other).state.creation?.key).toBe("two");
  });

  test.each([null, error("E_TOO_MANY_GAMES")])("that was answered with %s is forgotten", (reply) => {
    const replied = { type: "createReplied", error: reply } as const;
    expect(after(create("one"), replied).state.creation).toBeNull();
    expect(after(create("one"), replied, create("two")).state.creation?.key).toBe("two");
  });
});

test("only the requested game reports a slow socket", () => {
  const slow = (id: string) => ({ type: "socketTimeout", id }) as const;
  expect(after({ type: "requested", id: "first" }, slow("first")).state.errors.action?.code).toBe("E_NO_SOCKET");
  expect(after({ type: "requested", id: "second" }, slow("first")).state.errors.action).toBeNull();
  expect(after(...shown(), slow("first")).state.errors.action).toBeNull();
});

describe("a game whose server cannot be reached", () => {
  const requested = { type: "requested", id: "first" } as const;
  const failed = { type: "openFailed", id: "first", error: pageError("E_UNREACHABLE") } as const;
  const retry = { type: "retry", failures: null } as const;

  test("waits, and is opened again after a while", () => {
    const { state, effects } = after(requested, failed);
    expect(state.waiting).toEqual({ id: "first", trying: false, failures: 1 });
    expect(effects).toEqual([{ type: "retryLater", failures: 1 }]);
    const due = after(requested, failed, { type: "retry", failures: 1 });
    expect(due.state.waiting?.trying).toBe(true);
    expect(due.effects).toEqual([{ type: "open", id: "first" }]);
    // The request that this causes does not end the wait.
    const again = updateOnline(updateOnline(due.state, requested).state, failed);
    expect(again.state.waiting).toEqual({ id: "first", trying: false, failures: 2 });
    expect(again.effects).toEqual([{ type: "retryLater", failures: 2 }]);
  });

  test("is opened at once when the player asks or the network returns", () => {
    expect(after(requested, failed, retry).effects).toEqual([{ type: "open", id: "first" }]);
    const back = { type: "networkReturned" } as const;
    const effects = [{ type: "checkServer" }, { type: "open", id: "first" }];
    expect(after(requested, failed, back).effects).toEqual(effects);
    expect(after({ type: "serverChecked", available: true }, requested, failed, back).effects).toEqual([effects[1]]);
  });

  test("is not opened twice at the same time", () => {
    expect(after(requested, failed, retry, retry).effects).toEqual([]);
    expect(after(requested, failed, retry, failed, { type: "retry", failures: 1 }).effects).toEqual([]);
  });

  test("no longer waits once it is shown, left or replaced by another", () => {
    expect(after(requested, failed, ...shown()).state.waiting).toBeNull();
    const left = after(requested, failed, { type: "left" });
    expect(left.state.waiting).toBeNull();
    expect(left.effects).toEqual([]);
    expect(updateOnline(left.state, retry).effects).toEqual([]);
    expect(after(requested, failed, { type: "requested", id: "second" }).state.waiting).toBeNull();
    expect(after(requested, { type: "requested", id: "second" }, failed).state.waiting).toBeNull();
  });

  test("does not wait after another error", () => {
    const missing = { type: "openFailed", id: "first", error: error("E_NO_GAME") } as const;
    const { state, effects } = after(requested, failed, retry, missing);
    expect(state.waiting).toBeNull();
    expect(state.errors.action?.code).toBe("E_NO_GAME");
    expect(state.refused?.code).toBe("E_NO_GAME");
    expect(updateOnline(state, { type: "left" }).state.refused).toBeNull();
    expect(effects).toEqual([]);
  });
});
