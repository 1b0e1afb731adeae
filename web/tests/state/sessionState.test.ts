// The transitions of the session, as pure functions: state and input in, state and storage effects out.
import { describe, expect, test } from "vitest";
import { updateSession, type GameContents, type SessionState } from "../../src/state/sessionState";

const CONTENTS: GameContents = {
  game: "{1}",
  ply: 1,
  finished: false,
  summary: "1 move · Black to move",
  clock: null,
  changed: 1000,
};

const STATE: SessionState = {
  info: { id: "a", name: "Game a", saved: false, opponent: null },
  stored: { game: "{0}", ply: 0 },
  message: null,
};

const put = (rest: object = {}) => {
  const { game, ply, summary, clock, changed } = CONTENTS;
  return { type: "put", game: { ...STATE.info, game, ply, summary, clock, changed, ...rest }, requested: false };
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

  test("that ends the game saves it", () => {
    const stored = { ...STATE, stored: { game: "{1}", ply: 1 } };
    const step = updateSession(stored, { type: "changed", contents: { ...CONTENTS, finished: true } });
    expect(step.effects).toEqual([put({ saved: true })]);
    expect(step.state.info.saved).toBe(true);
  });
});

test("a pausing clock is stored even if the game has not changed", () => {
  const stored = { ...STATE, stored: { game: "{1}", ply: 1 } };
  const clock = { initial: 1, increment: 0, left: [] };
  const { effects } = updateSession(stored, { type: "clockPaused", contents: { ...CONTENTS, clock } });
  expect(effects).toEqual([put({ clock })]);
});

describe("opening another game", () => {
  const info = { id: "b", name: "Game b", saved: false, opponent: null };

  test("discards an unsaved one", () => {
    const step = updateSession(STATE, { type: "opened", info, stored: null });
    expect(step).toEqual({ state: { info, stored: null, message: null }, effects: [{ type: "discard", id: "a" }] });
  });

  test("keeps a saved one", () => {
    const saved = { ...STATE, info: { ...STATE.info, saved: true } };
    expect(updateSession(saved, { type: "opened", info, stored: null }).effects).toEqual([]);
  });

  test("keeps the same one, read again", () => {
    expect(updateSession(STATE, { type: "opened", info: STATE.info, stored: null }).effects).toEqual([]);
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
    const first = updateSession(STATE, { type: "putDone", effect, error: "full", failedBefore: false });
    expect(first.state.message).toEqual({ tone: "error", text: "This game is not being kept: full." });
    const next = updateSession(STATE, { type: "putDone", effect, error: "full", failedBefore: true });
    expect(next).toEqual({ state: STATE, effects: [] });
  });

  test("that the player asked for is reported every time", () => {
    const saving = updateSession(STATE, { type: "save", name: "Mine", contents: CONTENTS });
    expect(saving.state.info).toMatchObject({ name: "Mine", saved: true });
    const [asked] = saving.effects;
    if (asked?.type !== "put") throw new Error("nothing is written");
    const done = updateSession(saving.state, { type: "putDone", effect: asked, error: "full", failedBefore: true });
    expect(done.state.message?.text).toBe("“Mine” could not be kept: full.");
  });
});

describe("the game on the board", () => {
  test("takes a new name and counts as saved", () => {
    const { state } = updateSession(STATE, { type: "renamed", id: "a", name: "Mine" });
    expect(state.info).toMatchObject({ name: "Mine", saved: true });
  });

  test("gets a new id when its entry is removed", () => {
    const { state } = updateSession(STATE, { type: "removed", id: "a", newId: "c" });
    expect(state.info).toMatchObject({ id: "c", saved: false });
  });

  test("is not concerned by other entries", () => {
    expect(updateSession(STATE, { type: "renamed", id: "z", name: "Mine" }).state).toBe(STATE);
    expect(updateSession(STATE, { type: "removed", id: "z", newId: "c" }).state).toBe(STATE);
  });
});
