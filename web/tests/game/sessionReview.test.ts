// Games under review: their record stays, and a move plays on in a copy.
import { beforeEach, expect, test } from "vitest";
import { aStorage } from "../fakes";
import { movesOf, NEW, play, Visits } from "./visits";

let visits: Visits;

beforeEach(() => {
  visits = new Visits();
});

test("a finished game is not changed by going through it and moving", async () => {
  const session = visits.open();
  await play(session, "b4N", "b5N", "c3N");
  await session.store.mode.value.endings?.resign("black");
  const before = visits.records();
  const { id, name } = session.info.value;
  expect(session.review.value).toBe(true);
  for (const ply of [0, 2, 3, 1]) session.store.goTo(ply);
  expect(session.review.value).toBe(true);
  expect(visits.records()).toEqual(before);
  // The move that follows anyway is only shown.
  await play(session, "b5N");
  expect([session.info.value.id, session.store.snapshot.value.ply]).toEqual([id, 2]);
  await play(session, "a3W");
  expect(session.review.value).toBe(false);
  expect(session.info.value).toMatchObject({ name: `${name} (copy)`, imported: false });
  expect(movesOf(session)).toEqual(["b4N", "b5N", "a3W"]);
  expect(visits.records()[id]).toBe(before[id]);
  // The copy is an ordinary game.
  session.store.undo();
  await play(session, "c3W");
  expect(movesOf(session)).toEqual(["b4N", "b5N", "c3W"]);
  expect(visits.records()[id]).toBe(before[id]);
  expect(await session.openSaved(id)).toBe(true);
  expect(movesOf(session)).toEqual(["b4N", "b5N", "c3N"]);
  expect(session.review.value).toBe(true);
});

test("a finished game is under review at the next visit, at whatever ply it was left", async () => {
  const session = visits.open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.agreeDraw();
  const again = await visits.reopen();
  expect(again.review.value).toBe(true);
  again.store.goTo(1);
  await play(again, "c6N");
  expect(Object.keys(visits.records())).toHaveLength(2);
});

test("an illegal move in a review starts no copy", async () => {
  const session = visits.open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.agreeDraw();
  const { id } = session.info.value;
  session.store.goTo(0);
  expect(await session.store.playText("b9N")).toBe(false);
  expect(session.store.error.value).not.toBeNull();
  expect(session.info.value.id).toBe(id);
});

test("a game under review cannot end again", async () => {
  const session = visits.open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.resign("white");
  const before = visits.records();
  session.store.goTo(1);
  expect(session.store.mode.value.endings).toBeUndefined();
  expect(visits.records()).toEqual(before);
});

test("a move in an imported game keeps the import and plays on in a copy", async () => {
  const session = visits.open();
  await session.openText("1. b4N b5N *", "league.tpgn");
  const { id } = session.info.value;
  expect(session.review.value).toBe(true);
  const record = session.library.get(id);
  await play(session, "c3N");
  expect(movesOf(session)).toEqual(["b4N", "b5N", "c3N"]);
  expect(session.info.value.name).toBe("league.tpgn (copy)");
  session.startNew(NEW);
  expect(session.library.get(id)).toEqual(record);
  expect(await session.openSaved(id)).toBe(true);
  expect(session.review.value).toBe(true);
});

test("a move in the record of an online game is played in a local copy, and the local game is kept", async () => {
  const other = visits.open();
  await play(other, "b4N", "b5N", "c3N");
  await other.store.mode.value.endings?.resign("black");
  const record = other.store.mode.value.board.record("json");
  visits.storage = aStorage();
  const session = visits.open();
  await play(session, "a3W");
  const { id, name } = session.info.value;
  session.showOnline(other.store.mode.value);
  expect((await session.playInCopyOf(record, 1, "b9N"))?.code).toBeDefined();
  expect(session.online.value).not.toBeNull();
  expect(await session.playInCopyOf(record, 1, "c6B")).toBeNull();
  expect(session.online.value).toBeNull();
  expect(movesOf(session)).toEqual(["b4N", "c6B"]);
  expect(session.review.value).toBe(false);
  expect(session.message.value?.text).toContain("copy");
  expect(session.library.get(id)).toMatchObject({ name });
  expect(Object.keys(visits.records())).toHaveLength(2);
});

test("a copy of a game against the computer keeps the opponent and has no clock", async () => {
  const session = visits.open();
  const clock = { initial: 300_000, increment: 0 };
  session.startNew({ ...NEW, clock, opponent: { strength: 2, plays: "black" } });
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.resign("white");
  // A review shows every ply, also those of the computer.
  session.store.undo();
  expect(session.store.snapshot.value.ply).toBe(1);
  session.store.undo();
  await play(session, "c3W");
  expect(session.info.value.opponent).toEqual({ strength: 2, plays: "black" });
  expect(session.store.mode.value.clocks?.value).toBeNull();
});

test("a rematch has the same rules, start, clock and players", async () => {
  const session = visits.open();
  const tfen = "4/4/4/3K|4/4/4/4|4/3k/4/4|QL1w:P1/2,KL1w:2/2,KL2b:2/2,QL6b:2/2 w - - - - - 0 20";
  const clock = { initial: 60_000, increment: 1000 };
  const opponent = { strength: 3, plays: "black" } as const;
  session.startNew({ rules: "meder", tfen, clock, opponent, players: { white: "Ada", black: "" } });
  await session.store.mode.value.endings?.resign("white");
  expect(session.rematch()).toBe(true);
  expect(session.review.value).toBe(false);
  expect(session.info.value).toMatchObject({
    opponent: { strength: 3, plays: "white" },
    players: { white: "Computer (level 3)", black: "Ada" },
  });
  expect(session.store.snapshot.value).toMatchObject({ rules: "meder", tfen });
  expect(session.store.mode.value.clocks?.value).toMatchObject({ white: 60_000, increment: 1000 });
});
