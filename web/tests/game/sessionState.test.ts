// The transitions of the session, as pure functions: state and input in, state and storage effects out.
import { describe, expect, test } from "vitest";
import { UNNAMED } from "../../src/core/savedRecord";
import type { Message } from "../../src/core/message";
import { copyInfo, rematch, updateSession, type GameContents, type SessionState } from "../../src/game/sessionState";

const CONTENTS: GameContents = {
  game: "{1}",
  ply: 1,
  finished: false,
  isEmpty: false,
  summary: "1 move · Black to move",
  clock: null,
  changed: 1000,
};

const STATE: SessionState = {
  info: { id: "a", name: "Game a", opponent: null, players: UNNAMED, imported: false },
  review: false,
  isEmpty: false,
  stored: { game: "{0}", ply: 0 },
  message: null,
};

const put = (rest: object = {}) => {
  const { game, ply, summary, clock, changed } = CONTENTS;
  const { id, name, opponent, imported } = STATE.info;
  return { type: "put", game: { id, name, opponent, imported, game, ply, summary, clock, changed, ...rest } };
};

describe("a change of the game", () => {
  test("is stored", () => {
    const { state, effects } = updateSession(STATE, { type: "changed", contents: CONTENTS });
    expect(effects).toEqual([put()]);
    expect(state.stored).toEqual({ game: "{1}", ply: 1 });
  });

  test("that is stored already is not written again", () => {
    const stored = { ...STATE, stored: { game: "{1}", ply: 1 } };
    expect(updateSession(stored, { type: "changed", contents: CONTENTS })).toEqual({ state: stored, effects: [] });
  });

  test("to another ply is stored", () => {
    const stored = { ...STATE, stored: { game: "{1}", ply: 0 } };
    expect(updateSession(stored, { type: "changed", contents: CONTENTS }).effects).toEqual([put()]);
  });
});

test("a pausing clock is stored even if the game has not changed", () => {
  const stored = { ...STATE, stored: { game: "{1}", ply: 1 } };
  const clock = { initial: 1, increment: 0, left: [] };
  const { effects } = updateSession(stored, { type: "clockPaused", contents: { ...CONTENTS, clock } });
  expect(effects).toEqual([put({ clock })]);
});

describe("opening another game", () => {
  const info = { ...STATE.info, id: "b", name: "Game b" };

  test("discards an empty one", () => {
    const step = updateSession({ ...STATE, isEmpty: true }, { type: "opened", info, stored: null });
    expect(step).toEqual({
      state: { info, review: false, isEmpty: true, stored: null, message: null },
      effects: [{ type: "discard", id: "a" }],
    });
  });

  test("keeps one with moves", () => {
    expect(updateSession(STATE, { type: "opened", info, stored: null }).effects).toEqual([]);
  });

  test("keeps one whose moves were written in the meantime", () => {
    const empty = { ...STATE, isEmpty: true };
    const { state } = updateSession(empty, { type: "changed", contents: CONTENTS });
    expect(updateSession(state, { type: "opened", info, stored: null }).effects).toEqual([]);
  });

  test("keeps the same one, read again", () => {
    const empty = { ...STATE, isEmpty: true };
    expect(updateSession(empty, { type: "opened", info: STATE.info, stored: null }).effects).toEqual([]);
  });
});

describe("a write", () => {
  const effect = updateSession(STATE, { type: "changed", contents: CONTENTS }).effects[0];
  if (effect?.type !== "put") throw new Error("nothing is written");

  test("that succeeds makes the game the current one", () => {
    const { effects } = updateSession(STATE, { type: "putDone", effect, error: null, failedBefore: true });
    expect(effects).toEqual([{ type: "setCurrent", id: "a" }]);
  });

  test("that fails is reported once", () => {
    const first = updateSession(STATE, { type: "putDone", effect, error: "Full.", failedBefore: false });
    expect(first.state.message).toEqual({ tone: "error", text: "This game isn’t being saved. Full." });
    const next = updateSession(STATE, { type: "putDone", effect, error: "Full.", failedBefore: true });
    expect(next).toEqual({ state: STATE, effects: [] });
  });
});

describe("the game on the board", () => {
  test("takes a new name", () => {
    const { state } = updateSession(STATE, { type: "renamed", id: "a", name: "Mine" });
    expect(state.info).toMatchObject({ name: "Mine" });
  });

  test("gets a new id when its entry is removed", () => {
    const { state } = updateSession(STATE, { type: "removed", id: "a", newId: "c" });
    expect(state.info).toMatchObject({ id: "c" });
  });

  test("is not concerned by other entries", () => {
    expect(updateSession(STATE, { type: "renamed", id: "z", name: "Mine" }).state).toBe(STATE);
    expect(updateSession(STATE, { type: "removed", id: "z", newId: "c" }).state).toBe(STATE);
  });
});

describe("a review", () => {
  const imported = { ...STATE, info: { ...STATE.info, imported: true } };
  const finished = { ...CONTENTS, finished: true };

  test("starts when the game ends", () => {
    expect(updateSession(STATE, { type: "changed", contents: CONTENTS }).state.review).toBe(false);
    expect(updateSession(STATE, { type: "changed", contents: finished }).state.review).toBe(true);
  });

  test("starts when an imported game is opened", () => {
    const { state } = updateSession(STATE, { type: "opened", info: imported.info, stored: null });
    expect(state.review).toBe(true);
    expect(updateSession(state, { type: "changed", contents: CONTENTS }).state.review).toBe(true);
  });

  test("does not write the game when another ply is shown", () => {
    const { state } = updateSession(STATE, { type: "changed", contents: finished });
    const step = updateSession(state, { type: "changed", contents: { ...finished, ply: 0, changed: 2000 } });
    expect(step).toEqual({ state, effects: [] });
  });

  test("writes the game if its record differs from what is stored", () => {
    const { state } = updateSession(STATE, { type: "changed", contents: finished });
    const { effects } = updateSession(state, { type: "changed", contents: { ...finished, game: "{2}" } });
    expect(effects).toEqual([put({ game: "{2}" })]);
  });
});

describe("a copy", () => {
  const opponent = { strength: 3, plays: "black" } as const;
  const original = { ...STATE.info, opponent, players: { white: "Ada", black: "" }, imported: true };

  test("is a new game with the opponent and players of the original", () => {
    expect(copyInfo(original, "b", [])).toEqual({
      id: "b",
      name: "Game a (copy)",
      opponent,
      players: { white: "Ada", black: "" },
      imported: false,
    });
  });

  test("gets a name that no other game has", () => {
    expect(copyInfo(original, "b", ["Game a", "Game a (copy)"]).name).toBe("Game a (copy 2)");
    expect(copyInfo(original, "b", ["Game a (copy)", "Game a (copy 2)"]).name).toBe("Game a (copy 3)");
    expect(copyInfo(original, "b", ["Game a (copy 2)"]).name).toBe("Game a (copy)");
  });

  test("replaces the original without writing or discarding it", () => {
    const state = { ...STATE, info: original, review: true };
    const info = copyInfo(original, "b", []);
    const step = updateSession(state, { type: "copied", info });
    expect(step.effects).toEqual([]);
    expect(step.state).toMatchObject({ info, review: false, stored: null });
  });

  test("is written as a game of its own", () => {
    const state = { ...STATE, info: original, review: true };
    const copied = updateSession(state, { type: "copied", info: copyInfo(original, "b", []) });
    const { effects } = updateSession(copied.state, { type: "changed", contents: CONTENTS });
    expect(effects).toEqual([put({ id: "b", name: "Game a (copy)", opponent })]);
  });
});

describe("a rematch", () => {
  const game = { rules: "meder", tfen: null, clock: { initial: 1, increment: 2 } } as const;
  const players = { white: "Ada", black: "Bob" };

  test("of two players is the same game", () => {
    const settings = { ...game, opponent: null, players };
    expect(rematch(settings)).toEqual(settings);
  });

  test("against the computer swaps the sides", () => {
    const settings = { ...game, opponent: { strength: 3, plays: "black" }, players } as const;
    expect(rematch(settings)).toEqual({
      ...game,
      opponent: { strength: 3, plays: "white" },
      players: { white: "Bob", black: "Ada" },
    });
  });
});

describe("the message after a ply", () => {
  const notice: Message = { tone: "note", text: "One." };
  const played = (message: Message | null, own: boolean, notices: readonly string[] = []) =>
    updateSession({ ...STATE, message }, { type: "played", own, notices }).state.message;

  test("is the notice of that ply", () => {
    expect(played(null, true, ["One."])).toEqual(notice);
    expect(played(null, false, ["One."])).toEqual(notice);
  });

  test("keeps what is unread through the opponent’s move", () => {
    expect(played(notice, false)).toEqual(notice);
    const error: Message = { tone: "error", text: "No game.", details: "nonsense.txt" };
    expect(played(error, false)).toEqual(error);
    expect(played(error, false, ["Two."])).toEqual({ ...error, text: "No game. Two." });
    expect(played(notice, false, ["Two."])).toEqual({ ...notice, text: "One. Two." });
  });

  test("drops what was read before an own move", () => {
    expect(played(notice, true)).toBeNull();
    expect(played(notice, true, ["Two."])).toEqual({ ...notice, text: "Two." });
    expect(played({ tone: "note", text: "Hint: b4N" }, true)).toBeNull();
    expect(played({ tone: "error", text: "Full." }, true)).toBeNull();
  });
});
