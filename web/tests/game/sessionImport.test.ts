// Texts that the session opens and writes: files, games of earlier visits, and when it loads their reader.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { isBroken } from "../../src/game/library";
import { realRules } from "../core/realCore";
import { NEW, play, Visits } from "./visits";

let visits: Visits;

beforeEach(() => {
  visits = new Visits();
});

test("of several games in a text the first is opened, the others are saved", async () => {
  const session = visits.open();
  expect(await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn")).toBe(true);
  expect(session.store.mode.value.board.history.value.moves).toHaveLength(2);
  expect(session.message.value?.text).toMatch(/^The other game of/);
  const aside = session.library.entries.value.find((each) => !isBroken(each) && each.name === "two.tpgn (2)");
  expect(aside).toMatchObject({ ply: 3 });
});

test("a bad game of a text is named with its line, and the others are imported", async () => {
  const session = visits.open();
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
  const session = visits.open();
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
  const session = visits.open();
  await play(session, "b4N");
  expect(await session.openText("hello", "hello.txt")).toBe(false);
  expect(session.message.value?.text).toMatch(/^Couldn’t open “hello.txt”\. /);
  expect(session.store.snapshot.value.ply).toBe(1);
});

test("comments and variations survive a move, in the copy that it starts", async () => {
  const session = visits.open();
  const text = "1. b4N {best} b5N (1... c6N $2) 2. c3N *\n";
  await session.openText(text, "annotated");
  await play(session, "c6N");
  expect(session.info.value.name).toBe("annotated (copy)");
  const written = session.store.mode.value.board.record("tpgn");
  expect(written).toContain("{best}");
  expect(written).toContain("(1... c6N $2)");
});

test("games of a file that cannot be stored are reported", async () => {
  const session = visits.open();
  visits.storage.full = true;
  await session.openText("1. b4N b5N *\n\n1. c3N c6N 2. a3W *\n", "two.tpgn");
  expect(session.message.value).toMatchObject({ tone: "error" });
});

test("the stored game opens without the reader module", async () => {
  let loaded = 0;
  const counting = realRules(() => loaded++);
  const session = visits.open(counting);
  await play(session, "b4N", "b5N", "c3N");
  session.store.goTo(2);
  expect((await visits.reopen(counting)).store.snapshot.value.ply).toBe(2);
  expect(await session.openText(session.store.mode.value.board.record("tfen"), "a position")).toBe(true);
  expect(loaded).toBe(0);
  expect(await session.openText("1. b4N b5N *", "a record")).toBe(true);
  expect(loaded).toBe(1);
});

test("a game that needs the reader module survives a visit without a network", async () => {
  const session = visits.open();
  await session.openText("1. b4N {best} b5N *", "annotated");
  const { id } = session.info.value;
  const cut = realRules(() => {
    throw new Error("no network");
  });
  const again = await visits.reopen(cut);
  expect(again.message.value?.text).toMatch(/^Couldn’t open your last game\. Couldn’t load the game importer/);
  await play(again, "a3W");
  const back = visits.open();
  expect(back.library.entries.value.map((each) => each.id)).toContain(id);
  expect(await back.openSaved(id)).toBe(true);
  expect(back.store.mode.value.board.record("tpgn")).toContain("{best}");
});

test("an imported position without moves is played as a new game", async () => {
  const session = visits.open();
  await session.openText(session.store.mode.value.board.record("tfen"), "a position");
  await play(session, "b4N");
  expect(session.review.value).toBe(false);
  expect(session.info.value.name).toBe("a position");
});

test("the names of the players are in every record and come back with it", async () => {
  let loaded = 0;
  const counting = realRules(() => loaded++);
  const session = visits.open(counting);
  session.startNew({ ...NEW, players: { white: 'Ada "A"', black: "Bob" } });
  await play(session, "b4N");
  const { board } = session.store.mode.value;
  const tpgn = board.record("tpgn");
  expect(tpgn).toContain('[White "Ada \\"A\\""]\n[Black "Bob"]');
  expect(JSON.parse(board.record("json"))).toMatchObject({ tags: { White: 'Ada "A"', Black: "Bob" } });
  const again = await visits.reopen(counting);
  expect(again.info.value).toMatchObject({ name: 'Ada "A" – Bob', players: { white: 'Ada "A"', black: "Bob" } });
  expect(loaded).toBe(0);
  await again.openText(tpgn, "file.tpgn");
  expect(again.info.value.players).toEqual({ white: 'Ada "A"', black: "Bob" });
});

test("games are exported as one T-PGN", async () => {
  const session = visits.open();
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
