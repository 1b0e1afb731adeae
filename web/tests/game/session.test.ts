// The session with the real rules and a storage in memory: keeping, discarding and ending games.
import { beforeEach, expect, test, vi } from "vitest";
import { LocalMode } from "../../src/board/localMode";
import { isBroken } from "../../src/game/library";
import type { Session } from "../../src/game/session";
import { text } from "../../src/text";
import { movesOf, NEW, play, rules, Visits } from "./visits";

let visits: Visits;

beforeEach(() => {
  visits = new Visits();
});

test("a game is stored after each move, and not before the first", async () => {
  const session = visits.open();
  expect(visits.storage.length).toBe(0);
  await play(session, "b4N", "b5N");
  const again = visits.open();
  expect(movesOf(again)).toEqual(["b4N", "b5N"]);
});

test("the ply shown is restored", async () => {
  const session = visits.open();
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(1);
  expect(visits.open().store.snapshot.value.ply).toBe(1);
});

test("a local game is under way while an online game is shown", async () => {
  const session = visits.open();
  await play(session, "b4N");
  session.showOnline(visits.open().store.mode.value);
  expect(session.isUnderWay()).toBe(true);
  expect(session.info.value.id).toBe("");
  expect(session.localInfo.value).toMatchObject({ id: "game1" });
});

test("an activity is shown in place of the game, which comes back as it was", async () => {
  const session = visits.open();
  await play(session, "b4N");
  const game = session.store.mode.value;
  const activity = new LocalMode(rules.newGame("meder", null));
  session.showActivity(activity);
  expect(session.store.snapshot.value.rules).toBe("meder");
  expect(session.game.value).toBe(game);
  expect(session.info.value).toMatchObject({ opponent: null, id: "" });
  await play(session, "b4N", "b5N");
  session.showActivity(null);
  expect(session.store.mode.value).toBe(game);
  expect(game.board.history.value.moves.map((each) => each.text)).toEqual(["b4N"]);
  expect(visits.open().store.snapshot.value).toMatchObject({ rules: "revised", ply: 1 });
});

const summaries = (session: Session) =>
  session.library.entries.value.map((each) => (isBroken(each) ? "" : each.summary)).sort();

test("a new game keeps every game with a move, without a question, and says where the one under way is", async () => {
  const session = visits.open();
  await play(session, "b4N");
  const { id, name } = session.info.value;
  session.startNew(NEW);
  expect(session.message.value).toEqual({ tone: "note", text: text.games.kept(name) });
  await play(session, "c3N");
  await session.store.mode.value.endings?.resign("white");
  session.startNew(NEW);
  expect(session.message.value).toBeNull();
  // A game without a move goes with the next one.
  session.startNew({ ...NEW, rules: "meder" });
  await play(session, "a3W");
  expect(summaries(session)).toEqual([
    "1 move · Black to move",
    "1 move · Black to move",
    "1 move · White resigned. Black wins",
  ]);
  expect(await session.openSaved(id)).toBe(true);
  expect(movesOf(session)).toEqual(["b4N"]);
});

test("a renamed game opens under its name and is updated by moves", async () => {
  const session = visits.open();
  await play(session, "b4N");
  const { id } = session.info.value;
  session.rename(id, "Mine");
  session.startNew(NEW);
  expect(await session.openSaved(id)).toBe(true);
  expect(session.info.value).toMatchObject({ name: "Mine" });
  await play(session, "b5N");
  expect(session.library.get(id)).toMatchObject({ summary: "1 move · White to move" });
});

test("the record of a game has the day on which it started", async () => {
  visits.today = new Date(2026, 10, 9, 23, 30).getTime();
  const session = visits.open();
  await play(session, "b4N");
  expect(session.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.09"]');
  visits.today = new Date(2026, 10, 12).getTime();
  session.startNew(NEW);
  await play(session, "b4N");
  await session.store.mode.value.endings?.resign("white");
  expect(session.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.12"]');
  visits.today = new Date(2026, 10, 13).getTime();
  const again = await visits.reopen();
  expect(again.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.12"]');
  // A copy is a game of its own day.
  again.store.goTo(0);
  await play(again, "c3N");
  expect(again.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.13"]');
  // The day of an imported game stays.
  await again.openText('[Date "1999.01.02"]\n\n1. b4N b5N *', "old.tpgn");
  expect(again.store.mode.value.board.record("tpgn")).toContain('[Date "1999.01.02"]');
});

test("an unreadable game is reported and left alone", async () => {
  const session = visits.open();
  await play(session, "b4N");
  const key = `trid.game.${session.info.value.id}`;
  const raw = (visits.storage.getItem(key) ?? "").replace("b2Wb4N", "b2Wb9N");
  visits.storage.setItem(key, raw);
  const again = await visits.reopen();
  expect(again.message.value).toMatchObject({ tone: "error" });
  expect(again.message.value?.text).toMatch(/^Couldn’t open your last game\. /);
  expect(again.message.value?.details).toMatch(/move 1/);
  await play(again, "c3N");
  expect(visits.storage.getItem(key)).toBe(raw);
});

test("a move in another tab is synchronized", async () => {
  const session = visits.open();
  await play(session, "b4N");
  const other = visits.open();
  await play(other, "b5N");
  await session.syncFromStorage();
  expect(session.store.snapshot.value.ply).toBe(2);
});

test("a full storage is reported once and loses no move", async () => {
  const session = visits.open();
  visits.storage.full = true;
  await play(session, "b4N");
  expect(session.message.value?.text).toMatch(/isn’t being saved/);
  expect(session.store.snapshot.value.ply).toBe(1);
  await play(session, "b5N");
  expect(session.message.value).toBeNull();
  visits.storage.full = false;
  await play(session, "c3N");
  expect(session.library.error.value).toBeNull();
  expect((await visits.reopen()).store.snapshot.value.ply).toBe(3);
});

test("against the computer, undo goes back to the player’s own move", async () => {
  const session = visits.open();
  session.startNew({ ...NEW, opponent: { strength: 1, plays: "black" } });
  await play(session, "b4N", "b5N", "c3N", "c6N");
  session.store.undo();
  expect(session.store.snapshot.value.ply).toBe(2);
  session.store.redo();
  expect(session.store.snapshot.value.ply).toBe(4);
});

test("reopening a game gives no time back", async () => {
  vi.useFakeTimers();
  const session = visits.open();
  session.startNew({ ...NEW, clock: { initial: 300_000, increment: 0 } });
  await play(session, "b4N");
  vi.advanceTimersByTime(20_000);
  session.saveClock();
  session.dispose();
  vi.advanceTimersByTime(60_000);
  const again = await visits.reopen();
  expect(again.store.mode.value.clocks?.value).toMatchObject({ white: 300_000, black: 280_000, running: "black" });
  again.dispose();
  vi.useRealTimers();
});

test("a notice stays through the computer’s reply", async () => {
  const session = visits.open();
  // White's pawn on z1 waits for a board on QL2 or QL3.
  const tfen = "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 b - - - - - 0 20";
  session.startNew({ ...NEW, tfen, opponent: { strength: 1, plays: "white" } });
  await play(session, "KL2-QL3");
  expect(session.message.value?.text).toMatch(/can move again\.$/);
  await play(session, "Kc1W");
  expect(session.message.value?.text).toMatch(/can move again\.$/);
  await play(session, session.store.snapshot.value.moves[0]?.move ?? "");
  expect(session.message.value).toBeNull();
});

test("a game against the computer ends with a sentence to the player and the level that suits them", async () => {
  const session = visits.open();
  const start = (strength: number, plays: "white" | "black") =>
    session.startNew({ ...NEW, opponent: { strength, plays } });
  start(2, "black");
  await play(session, "b4N", "b5N", "c3N");
  expect([session.ownEnding.value, session.nextLevel.value]).toEqual([null, null]);
  await session.store.mode.value.endings?.resign("black");
  expect(session.ownEnding.value).toBe("You won in 2 moves at level 2: your opponent resigned");
  expect(session.nextLevel.value).toBe(3);
  expect(session.rematch(3)).toBe(true);
  expect(session.info.value.opponent).toEqual({ strength: 3, plays: "white" });
  await session.store.mode.value.endings?.resign("black");
  expect(session.ownEnding.value).toBe("You lost in 0 moves at level 3: you resigned");
  expect(session.nextLevel.value).toBe(2);
  start(10, "black");
  await session.store.mode.value.endings?.resign("black");
  expect(session.nextLevel.value).toBeNull();
  session.startNew(NEW);
  await session.store.mode.value.endings?.resign("white");
  expect([session.ownEnding.value, session.nextLevel.value]).toEqual([null, null]);
});
