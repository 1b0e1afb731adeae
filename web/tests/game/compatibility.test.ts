// Data written by version 0.1.0 of the page still opens: stored games, preferences and links.
import { describe, expect, test, vi } from "vitest";
import { createLibrary, isBroken } from "../../src/game/library";
import { readLink } from "../../src/place/links";
import { readPreferences } from "../../src/board/preferences";
import { prepareSession, Session } from "../../src/game/session";
import { keysOf } from "../../src/storage/storage";
import { aStorage } from "../fakes";
import links from "../fixtures/links.json";
import visits from "../fixtures/storage.json";
import { movesOf, rules } from "./visits";

type Contents = Readonly<Record<string, string>>;

interface StoredGame {
  readonly ply: number;
  readonly game: string;
}

async function reopen(contents: Contents): Promise<{ storage: Storage; session: Session }> {
  const storage = aStorage(contents);
  const library = createLibrary(storage);
  await prepareSession(rules, library);
  return { storage, session: new Session({ core: rules, library }) };
}

function writtenIn(name: string): Contents {
  const visit = visits.find((each) => each.name === name);
  if (!visit) throw new Error(`no visit is called ${name}`);
  return visit.storage;
}

describe.each(visits)("storage after $name", ({ storage: written, shown }) => {
  test("opens with the position and moves it was left with", async () => {
    const { session } = await reopen(written);
    const { tfen, ply } = session.store.snapshot.value;
    expect({ tfen, ply, moves: movesOf(session) }).toEqual({ tfen: shown.tfen, ply: shown.ply, moves: shown.moves });
    expect(session.message.value).toBeNull();
    session.dispose();
  });

  test("is unchanged by opening it", async () => {
    const { storage, session } = await reopen(written);
    expect(Object.fromEntries(keysOf(storage).map((key) => [key, storage.getItem(key)]))).toEqual(written);
    session.dispose();
  });

  test("lists the same games", async () => {
    const { session } = await reopen(written);
    const entries = session.library.entries.value;
    expect(entries.flatMap((each) => (isBroken(each) ? [] : [each.name]))).toEqual(shown.games);
    expect(entries.filter(isBroken)).toHaveLength(shown.broken);
    session.dispose();
  });

  test("opens every listed game at its ply", async () => {
    const { storage, session } = await reopen(written);
    for (const entry of session.library.entries.value) {
      if (isBroken(entry)) continue;
      const stored = JSON.parse(storage.getItem(`trid.game.${entry.id}`) ?? "") as StoredGame;
      expect(await session.openSaved(entry.id)).toBe(true);
      expect(session.store.snapshot.value.ply).toBe(stored.ply);
      expect(session.store.mode.value.board.record("json")).toBe(stored.game);
      expect(session.info.value).toMatchObject({ id: entry.id, name: entry.name });
    }
    session.dispose();
  });

  test("brings back the preferences", () => {
    const view = readPreferences(aStorage(written), new URLSearchParams());
    expect({ theme: view.theme, layout: view.layout }).toEqual({ theme: shown.theme, layout: shown.layout });
  });
});

test("preferences of both views come back", () => {
  const written = writtenIn("preferences of both views");
  const stored = JSON.parse(written["trid.view"] ?? "") as Record<string, unknown>;
  // Version 0.1.0 writes the focused level and does not read it. Sets and a volume replace the others.
  const { focus, boardTheme, pieceTheme, sound, ...kept } = stored;
  expect([focus, boardTheme, pieceTheme, sound]).not.toContain(undefined);
  expect(readPreferences(aStorage(written), new URLSearchParams())).toMatchObject({
    ...kept,
    ...(sound === false && { volume: 0 }),
  });
});

test("the computer and the clock come back with a game", async () => {
  const written = writtenIn("a game against the computer with a clock");
  const { session } = await reopen(written);
  expect(session.info.value.opponent).toEqual({ strength: 1, plays: "black" });
  expect(session.store.mode.value.seats.value).toEqual(["white"]);
  expect(session.store.mode.value.clocks?.value).toMatchObject({ increment: 10_000, running: "white" });
  session.dispose();
});

test("a clock that ran when the page closed goes on from what was left", async () => {
  vi.useFakeTimers();
  const written = writtenIn("a page closed while a clock runs");
  const { session } = await reopen(written);
  const entry = session.library.get(session.info.value.id);
  const [white, black] = (entry && !isBroken(entry) && entry.clock?.left.at(-1)) || [];
  expect(session.store.mode.value.clocks?.value).toMatchObject({ increment: 3000, running: "black", white, black });
  expect(black).toBeLessThan(302_000);
  session.dispose();
  vi.useRealTimers();
});

test.each(links)("the link to $name opens", async ({ hash, moves, tfen }) => {
  const link = await readLink(hash);
  if (link.kind !== "record") throw new Error(`${hash} is ${link.kind}`);
  const { session } = await reopen({});
  expect(await session.openText(link.text, "The linked game")).toBe(true);
  expect(movesOf(session)).toEqual(moves);
  expect(session.store.snapshot.value.tfen).toBe(tfen);
  session.dispose();
});

test("a link to an online game is not a record", async () => {
  expect(await readLink("#online=abc123")).toEqual({ kind: "none" });
});
