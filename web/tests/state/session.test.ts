// The session with the real rules and a storage in memory: saving, discarding and opening games.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { createLibrary, isBroken } from "../../src/state/library";
import { prepareSession, Session } from "../../src/state/session";
import { aStorage } from "../fakes";
import { realRules } from "./realRules";

const rules = realRules();
let storage: ReturnType<typeof aStorage>;
let ids: number;

function open(on = rules): Session {
  return new Session({ rules: on, library: createLibrary(storage), newId: () => `game${++ids}`, today: () => 1000 });
}

/** Opens the page again, as a later visit. */
async function reopen(on = rules): Promise<Session> {
  await prepareSession(on, createLibrary(storage));
  return open(on);
}

beforeEach(() => {
  storage = aStorage();
  ids = 0;
});

async function play(session: Session, ...moves: string[]): Promise<void> {
  for (const move of moves) expect(await session.store.playText(move)).toBe(true);
}

const NEW = { rules: "revised", tfen: null, clock: null, opponent: null } as const;

test("a game is stored after each move, and not before the first", async () => {
  const session = open();
  expect(storage.length).toBe(0);
  await play(session, "b4N", "b5N");
  const again = open();
  expect(again.store.source.value.history.value.moves.map((each) => each.text)).toEqual(["b4N", "b5N"]);
});

test("the ply shown is restored", async () => {
  const session = open();
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(1);
  expect(open().store.snapshot.value.ply).toBe(1);
});

test("a new game discards an unsaved one and keeps a finished one", async () => {
  const session = open();
  await play(session, "b4N");
  session.startNew(NEW);
  await play(session, "c3N");
  await session.store.source.value.resign("white");
  session.startNew(NEW);
  await play(session, "a3W");
  const saved = session.library.entries.value.filter((each) => !isBroken(each) && each.saved);
  expect(saved.map((each) => (isBroken(each) ? "" : each.summary))).toEqual(["1 move · White resigned. Black wins"]);
});

test("a saved game opens under its name and is updated by moves", async () => {
  const session = open();
  await play(session, "b4N");
  session.save("Mine");
  const { id } = session.info.value;
  session.startNew(NEW);
  expect(await session.openSaved(id)).toBe(true);
  expect(session.info.value).toMatchObject({ name: "Mine", saved: true });
  await play(session, "b5N");
  expect(session.library.get(id)).toMatchObject({ summary: "1 move · White to move" });
});

test("an unreadable game is reported and left alone", async () => {
  const session = open();
  await play(session, "b4N");
  session.save("Mine");
  const key = `trid.game.${session.info.value.id}`;
  const raw = (storage.getItem(key) ?? "").replace("b2Wb4N", "b2Wb9N");
  storage.setItem(key, raw);
  const again = await reopen();
  expect(again.message.value).toMatchObject({ tone: "error" });
  expect(again.message.value?.text).toMatch(/could not be opened: .*move 1/);
  await play(again, "c3N");
  expect(storage.getItem(key)).toBe(raw);
});

test("of several games in a text the first is opened, the others are saved", async () => {
  const session = open();
  expect(await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn", false)).toBe(true);
  expect(session.store.source.value.history.value.moves).toHaveLength(2);
  expect(session.message.value?.text).toContain("1 game");
  const aside = session.library.entries.value.find((each) => !isBroken(each) && each.name === "two.tpgn (2)");
  expect(aside).toMatchObject({ saved: true, ply: 3 });
});

test("a bad game of a text is named with its line, and the others are imported", async () => {
  const session = open();
  const text = "\n1. b4N b5N *\n\n1. Nb9N *\n\n1. c3N c6N 2. a3W *\n";
  expect(await session.openText(text, "three.tpgn", false)).toBe(true);
  expect(session.store.source.value.history.value.moves).toHaveLength(2);
  const saved = session.library.entries.value.find((each) => !isBroken(each) && each.name === "three.tpgn (2)");
  expect(saved).toMatchObject({ saved: true, ply: 3 });
  expect(session.message.value).toMatchObject({ tone: "error" });
  expect(session.message.value?.text).toMatch(
    /^The other 1 game of three.tpgn is in “My games”. Game 2 of three.tpgn could not be read: line 4, column 4: /,
  );
});

test("an export of the original program opens with its moves", async () => {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/examples/older/export.json"), "utf8");
  const session = open();
  expect(await session.openText(text, "export.json", false)).toBe(true);
  expect(session.message.value).toBeNull();
  const { moves } = session.store.source.value.history.value;
  expect(moves).toHaveLength(21);
  expect(moves.at(-1)?.text).toBe("KL2");
  session.store.undo();
  expect(session.store.snapshot.value.ply).toBe(20);
  // An export whose moves cannot be replayed opens at its position, and says why.
  const illegal = text.replace('"to": "a6N"', '"to": "a4N"');
  expect(await session.openText(illegal, "export.json", false)).toBe(true);
  expect(session.store.source.value.history.value.moves).toHaveLength(0);
  expect(session.message.value).toMatchObject({ tone: "note" });
  expect(session.message.value?.text).toMatch(/^Only the saved position was kept: move 2 /);
});

test("text that is not a game changes nothing", async () => {
  const session = open();
  await play(session, "b4N");
  expect(await session.openText("hello", "hello.txt", true)).toBe(false);
  expect(session.message.value?.text).toMatch(/^hello.txt could not be opened: /);
  expect(session.store.snapshot.value.ply).toBe(1);
  expect(session.info.value.saved).toBe(false);
});

test("comments and variations survive a move", async () => {
  const session = open();
  const text = "1. b4N {best} b5N (1... c6N $2) 2. c3N *\n";
  await session.openText(text, "annotated", false);
  await play(session, "c6N");
  const written = await session.store.source.value.record("tpgn");
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
  expect(session.message.value?.text).toMatch(/not being kept/);
  expect(session.store.snapshot.value.ply).toBe(1);
  await play(session, "b5N");
  expect(session.message.value).toBeNull();
  session.save("Mine");
  expect(session.message.value?.text).toMatch(/^“Mine” could not be kept: /);
  storage.full = false;
  await play(session, "c3N");
  expect(session.library.error.value).toBeNull();
  expect((await reopen()).store.snapshot.value.ply).toBe(3);
});

test("games of a file that cannot be stored are reported", async () => {
  const session = open();
  storage.full = true;
  await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn", false);
  expect(session.message.value).toMatchObject({ tone: "error" });
});

test("the stored game opens without the reader module", async () => {
  let loaded = 0;
  const counting = realRules(() => loaded++);
  const session = open(counting);
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(2);
  expect((await reopen(counting)).store.snapshot.value.ply).toBe(2);
  expect(await session.openText(await session.store.source.value.record("tfen"), "a position", false)).toBe(true);
  expect(loaded).toBe(0);
  expect(await session.openText("1. b4N b5N *", "a record", false)).toBe(true);
  expect(loaded).toBe(1);
});

test("a game that needs the reader module survives a visit without a network", async () => {
  const session = open();
  await session.openText("1. b4N {best} b5N *", "annotated", false);
  const { id } = session.info.value;
  const cut = realRules(() => {
    throw new Error("no network");
  });
  const again = await reopen(cut);
  expect(again.message.value?.text).toMatch(/could not be opened: the game importer could not be loaded/);
  await play(again, "a3W");
  const back = open();
  expect(back.library.entries.value.map((each) => each.id)).toContain(id);
  expect(await back.openSaved(id)).toBe(true);
  expect(await back.store.source.value.record("tpgn")).toContain("{best}");
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
  expect(again.store.source.value.clocks.value).toMatchObject({ white: 300_000, black: 280_000, running: "black" });
  again.dispose();
  vi.useRealTimers();
});
