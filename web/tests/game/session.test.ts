// The session with the real rules and a storage in memory: keeping, discarding and opening games.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { LocalMode } from "../../src/board/localMode";
import { createLibrary, isBroken } from "../../src/game/library";
import { UNNAMED } from "../../src/core/savedRecord";
import { prepareSession, Session } from "../../src/game/session";
import { text } from "../../src/text";
import { aStorage } from "../fakes";
import { realRules } from "../core/realCore";

const rules = realRules();
let storage: ReturnType<typeof aStorage>;
let ids: number;
let today: number;

function open(on = rules): Session {
  return new Session({ core: on, library: createLibrary(storage), newId: () => `game${++ids}`, today: () => today });
}

/** Opens the page again, as a later visit. */
async function reopen(on = rules): Promise<Session> {
  await prepareSession(on, createLibrary(storage));
  return open(on);
}

beforeEach(() => {
  storage = aStorage();
  ids = 0;
  today = 1000;
});

async function play(session: Session, ...moves: string[]): Promise<void> {
  for (const move of moves) expect(await session.store.playText(move)).toBe(true);
}

const NEW = { rules: "revised", tfen: null, clock: null, opponent: null, players: UNNAMED } as const;

test("a game is stored after each move, and not before the first", async () => {
  const session = open();
  expect(storage.length).toBe(0);
  await play(session, "b4N", "b5N");
  const again = open();
  expect(again.store.mode.value.board.history.value.moves.map((each) => each.text)).toEqual(["b4N", "b5N"]);
});

test("the ply shown is restored", async () => {
  const session = open();
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(1);
  expect(open().store.snapshot.value.ply).toBe(1);
});

test("a local game is under way while an online game is shown", async () => {
  const session = open();
  await play(session, "b4N");
  session.showOnline(open().store.mode.value);
  expect(session.isUnderWay()).toBe(true);
  expect(session.info.value.id).toBe("");
  expect(session.localInfo.value).toMatchObject({ id: "game1" });
});

test("an activity is shown in place of the game, which comes back as it was", async () => {
  const session = open();
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
  expect(open().store.snapshot.value).toMatchObject({ rules: "revised", ply: 1 });
});

const summaries = (session: Session) =>
  session.library.entries.value.map((each) => (isBroken(each) ? "" : each.summary)).sort();

test("a new game keeps every game with a move, without a question, and says where the one under way is", async () => {
  const session = open();
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
  const session = open();
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
  today = new Date(2026, 10, 9, 23, 30).getTime();
  const session = open();
  await play(session, "b4N");
  expect(session.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.09"]');
  today = new Date(2026, 10, 12).getTime();
  session.startNew(NEW);
  await play(session, "b4N");
  await session.store.mode.value.endings?.resign("white");
  expect(session.store.mode.value.board.record("tpgn")).toContain('[Date "2026.11.12"]');
  today = new Date(2026, 10, 13).getTime();
  const again = await reopen();
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
  const session = open();
  await play(session, "b4N");
  const key = `trid.game.${session.info.value.id}`;
  const raw = (storage.getItem(key) ?? "").replace("b2Wb4N", "b2Wb9N");
  storage.setItem(key, raw);
  const again = await reopen();
  expect(again.message.value).toMatchObject({ tone: "error" });
  expect(again.message.value?.text).toMatch(/^Couldn’t open your last game\. /);
  expect(again.message.value?.details).toMatch(/move 1/);
  await play(again, "c3N");
  expect(storage.getItem(key)).toBe(raw);
});

test("of several games in a text the first is opened, the others are saved", async () => {
  const session = open();
  expect(await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn")).toBe(true);
  expect(session.store.mode.value.board.history.value.moves).toHaveLength(2);
  expect(session.message.value?.text).toMatch(/^The other game of/);
  const aside = session.library.entries.value.find((each) => !isBroken(each) && each.name === "two.tpgn (2)");
  expect(aside).toMatchObject({ ply: 3 });
});

test("a bad game of a text is named with its line, and the others are imported", async () => {
  const session = open();
  const text = "\n1. b4N b5N *\n\n1. Nb9N *\n\n1. c3N c6N 2. a3W *\n";
  expect(await session.openText(text, "three.tpgn")).toBe(true);
  expect(session.store.mode.value.board.history.value.moves).toHaveLength(2);
  const saved = session.library.entries.value.find((each) => !isBroken(each) && each.name === "three.tpgn (2)");
  expect(saved).toMatchObject({ ply: 3 });
  expect(session.message.value).toMatchObject({ tone: "error" });
  expect(session.message.value?.text).toMatch(
    /^The other game of “three.tpgn” is in “My games”. Couldn’t read game 2 of “three.tpgn” \(line 4\)\. /,
  );
});

test("an export of the original program opens with its moves", async () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/examples/older/export.json"), "utf8");
  const session = open();
  expect(await session.openText(text, "export.json")).toBe(true);
  expect(session.message.value).toBeNull();
  const { moves } = session.store.mode.value.board.history.value;
  expect(moves).toHaveLength(21);
  expect(moves.at(-1)?.text).toBe("QL1-KL2");
  session.store.undo();
  expect(session.store.snapshot.value.ply).toBe(20);
  // An export whose moves cannot be replayed opens at its position, and says why.
  const illegal = text.replace('"to": "a6N"', '"to": "a4N"');
  expect(await session.openText(illegal, "export.json")).toBe(true);
  expect(session.store.mode.value.board.history.value.moves).toHaveLength(0);
  expect(session.message.value).toMatchObject({ tone: "note" });
  expect(session.message.value?.text).toMatch(/only the final position was imported/);
  expect(session.message.value?.details).toMatch(/^Only the saved position was kept: move 2 /);
});

test("text that is not a game changes nothing", async () => {
  const session = open();
  await play(session, "b4N");
  expect(await session.openText("hello", "hello.txt")).toBe(false);
  expect(session.message.value?.text).toMatch(/^Couldn’t open “hello.txt”\. /);
  expect(session.store.snapshot.value.ply).toBe(1);
});

test("comments and variations survive a move, in the copy that it starts", async () => {
  const session = open();
  const text = "1. b4N {best} b5N (1... c6N $2) 2. c3N *\n";
  await session.openText(text, "annotated");
  await play(session, "c6N");
  expect(session.info.value.name).toBe("annotated (copy)");
  const written = session.store.mode.value.board.record("tpgn");
  expect(written).toContain("{best}");
  expect(written).toContain("(1... c6N $2)");
});

test("a move in another tab is synchronized", async () => {
  const session = open();
  await play(session, "b4N");
  const other = open();
  await play(other, "b5N");
  await session.syncFromStorage();
  expect(session.store.snapshot.value.ply).toBe(2);
});

test("a full storage is reported once and loses no move", async () => {
  const session = open();
  storage.full = true;
  await play(session, "b4N");
  expect(session.message.value?.text).toMatch(/isn’t being saved/);
  expect(session.store.snapshot.value.ply).toBe(1);
  await play(session, "b5N");
  expect(session.message.value).toBeNull();
  storage.full = false;
  await play(session, "c3N");
  expect(session.library.error.value).toBeNull();
  expect((await reopen()).store.snapshot.value.ply).toBe(3);
});

test("games of a file that cannot be stored are reported", async () => {
  const session = open();
  storage.full = true;
  await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn");
  expect(session.message.value).toMatchObject({ tone: "error" });
});

test("the stored game opens without the reader module", async () => {
  let loaded = 0;
  const counting = realRules(() => loaded++);
  const session = open(counting);
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(2);
  expect((await reopen(counting)).store.snapshot.value.ply).toBe(2);
  expect(await session.openText(session.store.mode.value.board.record("tfen"), "a position")).toBe(true);
  expect(loaded).toBe(0);
  expect(await session.openText("1. b4N b5N *", "a record")).toBe(true);
  expect(loaded).toBe(1);
});

test("a game that needs the reader module survives a visit without a network", async () => {
  const session = open();
  await session.openText("1. b4N {best} b5N *", "annotated");
  const { id } = session.info.value;
  const cut = realRules(() => {
    throw new Error("no network");
  });
  const again = await reopen(cut);
  expect(again.message.value?.text).toMatch(/^Couldn’t open your last game\. Couldn’t load the game importer/);
  await play(again, "a3W");
  const back = open();
  expect(back.library.entries.value.map((each) => each.id)).toContain(id);
  expect(await back.openSaved(id)).toBe(true);
  expect(back.store.mode.value.board.record("tpgn")).toContain("{best}");
});

test("against the computer, undo goes back to the player’s own move", async () => {
  const session = open();
  session.startNew({ ...NEW, opponent: { strength: 1, plays: "black" } });
  await play(session, "b4N", "b5N", "c3N", "c6N");
  session.store.undo();
  expect(session.store.snapshot.value.ply).toBe(2);
  session.store.redo();
  expect(session.store.snapshot.value.ply).toBe(4);
});

test("reopening a game gives no time back", async () => {
  vi.useFakeTimers();
  const session = open();
  session.startNew({ ...NEW, clock: { initial: 300_000, increment: 0 } });
  await play(session, "b4N");
  vi.advanceTimersByTime(20_000);
  session.saveClock();
  session.dispose();
  vi.advanceTimersByTime(60_000);
  const again = await reopen();
  expect(again.store.mode.value.clocks?.value).toMatchObject({ white: 300_000, black: 280_000, running: "black" });
  again.dispose();
  vi.useRealTimers();
});

/** The text of every game in the storage, by id. */
function records(): Record<string, string> {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  const games = keys.filter((key) => key.startsWith("trid.game."));
  return Object.fromEntries(games.map((key) => [key.slice("trid.game.".length), storage.getItem(key) ?? ""]));
}

function movesOf(session: Session): string[] {
  return session.store.mode.value.board.history.value.moves.map((each) => each.text);
}

test("a finished game is not changed by going through it and moving", async () => {
  const session = open();
  await play(session, "b4N", "b5N", "c3N");
  await session.store.mode.value.endings?.resign("black");
  const before = records();
  const { id, name } = session.info.value;
  expect(session.review.value).toBe(true);
  for (const ply of [0, 2, 3, 1]) session.store.goTo(ply);
  expect(session.review.value).toBe(true);
  expect(records()).toEqual(before);
  // The move that follows anyway is only shown.
  await play(session, "b5N");
  expect([session.info.value.id, session.store.snapshot.value.ply]).toEqual([id, 2]);
  await play(session, "a3W");
  expect(session.review.value).toBe(false);
  expect(session.info.value).toMatchObject({ name: `${name} (copy)`, imported: false });
  expect(movesOf(session)).toEqual(["b4N", "b5N", "a3W"]);
  expect(records()[id]).toBe(before[id]);
  // The copy is an ordinary game.
  session.store.undo();
  await play(session, "c3W");
  expect(movesOf(session)).toEqual(["b4N", "b5N", "c3W"]);
  expect(records()[id]).toBe(before[id]);
  expect(await session.openSaved(id)).toBe(true);
  expect(movesOf(session)).toEqual(["b4N", "b5N", "c3N"]);
  expect(session.review.value).toBe(true);
});

test("a finished game is under review at the next visit, at whatever ply it was left", async () => {
  const session = open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.agreeDraw();
  const again = await reopen();
  expect(again.review.value).toBe(true);
  again.store.goTo(1);
  await play(again, "c6N");
  expect(Object.keys(records())).toHaveLength(2);
});

test("an illegal move in a review starts no copy", async () => {
  const session = open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.agreeDraw();
  const { id } = session.info.value;
  session.store.goTo(0);
  expect(await session.store.playText("b9N")).toBe(false);
  expect(session.store.error.value).not.toBeNull();
  expect(session.info.value.id).toBe(id);
});

test("a game under review cannot end again", async () => {
  const session = open();
  await play(session, "b4N", "b5N");
  await session.store.mode.value.endings?.resign("white");
  const before = records();
  session.store.goTo(1);
  expect(session.store.mode.value.endings).toBeUndefined();
  expect(records()).toEqual(before);
});

test("a move in an imported game keeps the import and plays on in a copy", async () => {
  const session = open();
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
  const other = open();
  await play(other, "b4N", "b5N", "c3N");
  await other.store.mode.value.endings?.resign("black");
  const record = other.store.mode.value.board.record("json");
  storage = aStorage();
  const session = open();
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
  expect(Object.keys(records())).toHaveLength(2);
});

test("an imported position without moves is played as a new game", async () => {
  const session = open();
  await session.openText(session.store.mode.value.board.record("tfen"), "a position");
  await play(session, "b4N");
  expect(session.review.value).toBe(false);
  expect(session.info.value.name).toBe("a position");
});

test("a copy of a game against the computer keeps the opponent and has no clock", async () => {
  const session = open();
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
  const session = open();
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

test("the names of the players are in every record and come back with it", async () => {
  let loaded = 0;
  const counting = realRules(() => loaded++);
  const session = open(counting);
  session.startNew({ ...NEW, players: { white: 'Ada "A"', black: "Bob" } });
  await play(session, "b4N");
  const { board } = session.store.mode.value;
  const tpgn = board.record("tpgn");
  expect(tpgn).toContain('[White "Ada \\"A\\""]\n[Black "Bob"]');
  expect(JSON.parse(board.record("json"))).toMatchObject({ tags: { White: 'Ada "A"', Black: "Bob" } });
  const again = await reopen(counting);
  expect(again.info.value).toMatchObject({ name: 'Ada "A" – Bob', players: { white: 'Ada "A"', black: "Bob" } });
  expect(loaded).toBe(0);
  await again.openText(tpgn, "file.tpgn");
  expect(again.info.value.players).toEqual({ white: 'Ada "A"', black: "Bob" });
});

test("games are exported as one T-PGN", async () => {
  const session = open();
  session.startNew({ ...NEW, players: { white: "Ada", black: "Bob" } });
  await play(session, "b4N");
  const one = session.info.value.id;
  session.startNew(NEW);
  await play(session, "c3N", "c6N");
  const two = session.info.value.id;
  const text = await session.exportTpgn([one, two, "gone"]);
  expect(text.match(/\[Variant /g)).toHaveLength(2);
  expect(text).toContain('[White "Ada"]');
  expect(text).toMatch(/1\. b4N \*\n\n\[[^]*1\. c3N c6N \*/);
  expect(await session.openText(text, "both.tpgn")).toBe(true);
  expect(session.message.value?.text).toMatch(/^The other game of/);
});

test("a notice stays through the computer’s reply", async () => {
  const session = open();
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
  const session = open();
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
