// Puzzles in the page with the real rules and the shipped puzzles: modes, progress, the boards, and what a result counts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PuzzleTask } from "../../src/place/place";
import { PUZZLE_PROGRESS_KEY, PuzzleBook } from "../../src/learn/puzzles/puzzleBook";
import { PuzzleGame } from "../../src/learn/puzzles/puzzleGame";
import { PuzzleMode } from "../../src/learn/puzzles/puzzleMode";
import type { Store } from "../../src/board/store";
import { aStorage } from "../fakes";
import { realLearn } from "./realLearn";

const module = realLearn();
const FOLDER = join(import.meta.dirname, "../../../content/puzzles");
const read = (file: string) => readFileSync(join(FOLDER, file), "utf8");
const INDEX = read("puzzles-index.txt");

/** A shipped mate in one and a puzzle of two moves: their numbers and the plies of their solutions. */
const PLIES = read("puzzles-revised-1.txt")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(" "))
  .map(([number = "", , , solution = ""]) => ({
    number: Number(number),
    plies: solution.split(",").map((ply) => ply.split("/")[0] ?? ""),
  }));

function shipped(plies: number) {
  const found = PLIES.find((each) => each.plies.length === plies);
  if (!found) throw new Error(`no puzzle with ${plies} plies`);
  return found;
}

function aBook(storage = aStorage()): PuzzleBook {
  return new PuzzleBook(module, INDEX, storage);
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2027-03-01T12:00:00") });
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(new Response(read(/puzzles-[\w-]+\.txt/.exec(address)?.[0] ?? ""))),
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("progress", () => {
  test("results are kept between visits, and a missed puzzle is due the next day", () => {
    const storage = aStorage();
    const book = aBook(storage);
    const [solved, missed] = [shipped(1).number, shipped(3).number];
    expect(book.record(solved, true).change).toBeGreaterThan(0);
    expect(book.record(missed, false).change).toBeLessThan(0);
    expect(book.choose({ kind: "review" })).toBeNull();
    vi.setSystemTime(new Date("2027-03-02T08:00:00"));
    const later = aBook(storage);
    expect(later.menu()).toMatchObject({ solved: 1, tried: 2, due: 1 });
    expect(later.choose({ kind: "review" })).toBe(missed);
    later.record(missed, true);
    expect(later.menu().due).toBe(0);
    vi.setSystemTime(new Date("2027-03-05T08:00:00"));
    expect(aBook(storage).menu().due).toBe(1);
  });

  test("the puzzle of the day depends on the date and the rule book alone", () => {
    const { daily } = aBook().menu();
    const other = aBook(aStorage({ [PUZZLE_PROGRESS_KEY]: progressWith(shipped(1).number) }));
    expect(other.menu().daily).toBe(daily);
    other.setBook("meder");
    expect(other.menu().daily).not.toBe(daily);
    vi.setSystemTime(new Date("2027-03-02T12:00:00"));
    expect(aBook().menu().daily).not.toBe(daily);
  });

  test("another tab's results are not overwritten", () => {
    const storage = aStorage();
    const [one, other] = [aBook(storage), aBook(storage)];
    one.record(shipped(1).number, true);
    other.record(shipped(3).number, true);
    expect(aBook(storage).menu().solved).toBe(2);
  });

  test("progress of another browser is merged, unless it is damaged", () => {
    const book = aBook();
    expect(book.merge(progressWith(shipped(1).number))).toBe(true);
    expect(book.merge("{")).toBe(false);
    expect(book.menu()).toMatchObject({ solved: 1, tried: 1 });
  });

  test("damaged progress is put aside and reported", () => {
    const storage = aStorage({ [PUZZLE_PROGRESS_KEY]: "{damaged" });
    const book = aBook(storage);
    expect(book.error.value).toBe("damaged");
    book.record(shipped(1).number, true);
    expect(storage.getItem(`${PUZZLE_PROGRESS_KEY}.broken`)).toBe("{damaged");
    expect(aBook(storage).menu().solved).toBe(1);
  });

  test("a full storage is reported", () => {
    const storage = aStorage();
    storage.full = true;
    const book = aBook(storage);
    book.record(shipped(1).number, true);
    expect(book.error.value).toBe("notSaved");
    expect(book.menu().solved).toBe(1);
  });
});

/** Stored progress with one solved puzzle. */
function progressWith(number: number): string {
  const storage = aStorage();
  aBook(storage).record(number, true);
  return storage.getItem(PUZZLE_PROGRESS_KEY) ?? "";
}

async function open(number: number): Promise<PuzzleMode> {
  const puzzle = await aBook().open(number);
  if (!puzzle) throw new Error(`no puzzle ${number}`);
  return new PuzzleMode(puzzle);
}

/** A legal move that is not the solution. */
function wrongMove(source: PuzzleMode, right: string): string {
  const wrong = source.board.snapshot.value.moves.find(({ move }) => move.slice(0, 5) !== right.slice(0, 5));
  return wrong?.move ?? "";
}

describe("a puzzle on the boards", () => {
  test("an unknown number has no puzzle", async () => {
    expect(await aBook().open(999)).toBeNull();
  });

  test("the right moves and the replies solve it", async () => {
    const { number, plies } = shipped(3);
    const source = await open(number);
    source.reply();
    expect(source.state.value).toMatchObject({ phase: "playing", step: 0 });
    await source.play(plies[0] ?? "");
    expect(source.state.value.phase).toBe("replying");
    source.reply();
    expect(source.board.history.value.ply).toBe(3);
    await source.play(plies[2] ?? "");
    expect(source.state.value.phase).toBe("solved");
    expect([source.isClean(), source.seats.value]).toEqual([true, []]);
    source.dispose();
  });

  test("an illegal move changes nothing, and a wrong one is taken back", async () => {
    const { number, plies } = shipped(1);
    const source = await open(number);
    source.reply();
    const before = source.board.snapshot.value.tfen;
    expect(await source.play("a1Wa1W")).not.toBeNull();
    expect([source.board.snapshot.value.tfen, source.state.value.phase]).toEqual([before, "playing"]);
    await source.play(wrongMove(source, plies[0] ?? ""));
    expect(source.state.value.phase).toBe("refuting");
    source.retry();
    expect([source.board.snapshot.value.tfen, source.state.value.phase]).toEqual([before, "playing"]);
    await source.play(plies[0] ?? "");
    expect([source.state.value.phase, source.isClean()]).toEqual(["solved", false]);
    source.dispose();
  });

  test("a hint names the piece and then the move, and giving up plays the solution", async () => {
    const { number, plies } = shipped(3);
    const source = await open(number);
    source.reply();
    const [solution = ""] = plies;
    const first = source.hint();
    expect(solution.startsWith(first?.from ?? "?")).toBe(true);
    expect(first?.move).toBeNull();
    expect(source.hint()?.move).toBe(solution);
    source.giveUp();
    while (source.showNext());
    expect([source.state.value.phase, source.isClean()]).toEqual(["solved", false]);
    source.dispose();
  });
});

describe("solving", () => {
  const store = { view: { peek: () => ({ sound: false }) }, setView: vi.fn(), showHint: vi.fn() } as unknown as Store;

  async function start(book: PuzzleBook, mode: PuzzleTask): Promise<PuzzleGame> {
    const game = new PuzzleGame(book, mode, store);
    // The opponent's last move is shown after a while.
    await vi.advanceTimersByTimeAsync(1000);
    return game;
  }

  test("a puzzle counts once, at the first mistake", async () => {
    const book = aBook();
    const { number, plies } = shipped(1);
    const game = await start(book, { kind: "one", number: String(number).padStart(6, "0") });
    const source = game.source.value;
    if (!source) throw new Error(game.status.value);
    expect(source.state.value.phase).toBe("playing");
    await source.play(wrongMove(source, plies[0] ?? ""));
    expect(game.change.value?.change).toBeLessThan(0);
    source.retry();
    await source.play(plies[0] ?? "");
    expect(source.state.value.phase).toBe("solved");
    expect(book.menu()).toMatchObject({ solved: 0, tried: 1 });
    game.dispose();
  });

  test("unknown numbers and an empty review are reported", async () => {
    expect((await start(aBook(), { kind: "one", number: "999" })).status.value).toBe("unknown");
    expect((await start(aBook(), { kind: "filter", filter: { kind: "review" } })).status.value).toBe("none");
  });

  test("a part that cannot be loaded is reported and loaded again", async () => {
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
    const meder = Number(read("puzzles-meder-1.txt").split("\n")[1]?.split(" ")[0]);
    const game = await start(aBook(), { kind: "one", number: String(meder).padStart(6, "0") });
    expect(game.status.value).toBe("notLoaded");
    vi.stubGlobal("fetch", fetch);
    await game.next();
    expect(game.status.value).toBe("solving");
    game.dispose();
  });

  test("a streak ends at the first mistake, and a storm after three minutes", async () => {
    const book = aBook();
    const streak = await start(book, { kind: "run", run: "streak" });
    const source = streak.source.value;
    if (!source) throw new Error(streak.status.value);
    await source.play(wrongMove(source, source.hint()?.move ?? source.hint()?.move ?? ""));
    expect(streak.status.value).toBe("runOver");
    expect(streak.run.value).toMatchObject({ solved: 0, isOver: true });
    streak.dispose();
    const storm = await start(book, { kind: "run", run: "storm" });
    await vi.advanceTimersByTimeAsync(170_000);
    expect(storm.status.value).toBe("solving");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(storm.status.value).toBe("runOver");
    storm.dispose();
  });
});
