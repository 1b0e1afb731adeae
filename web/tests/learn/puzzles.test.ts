// Puzzles in the page with the real rules and the shipped puzzles: modes, progress, the boards, and what a result counts.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PuzzleTask } from "../../src/place/place";
import { PuzzleBook } from "../../src/learn/puzzles/puzzleBook";
import { PUZZLE_PROGRESS_KEY } from "../../src/learn/puzzles/puzzleSettings";
import { AttemptMode } from "../../src/learn/attemptMode";
import { PuzzleGame, type Puzzle } from "../../src/learn/puzzles/puzzleGame";
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
  test("results are kept between visits, and a missed puzzle is due the next day", async () => {
    const storage = aStorage();
    const book = aBook(storage);
    const [solved, missed] = [shipped(1).number, shipped(3).number];
    book.record(solved, "solved");
    book.record(missed, "missed");
    expect(await book.choose({ kind: "review" })).toBeNull();
    vi.setSystemTime(new Date("2027-03-02T08:00:00"));
    const later = aBook(storage);
    expect(later.menu()).toMatchObject({ solved: 1, tried: 2, due: 1 });
    expect(await later.choose({ kind: "review" })).toBe(missed);
    later.record(missed, "solved");
    expect(later.menu().due).toBe(0);
    vi.setSystemTime(new Date("2027-03-05T08:00:00"));
    expect(aBook(storage).menu().due).toBe(1);
  });

  test("a rating is told once it has settled, and moves in bounded steps", () => {
    const book = aBook();
    expect(book.record(shipped(1).number, "missed")).toEqual({ rating: null, change: null });
    expect(book.menu()).toMatchObject({ rating: null, points: [] });
    const others = PLIES.slice(-40).map(({ number }) => number);
    const told = others.map((number, at) => book.record(number, at % 2 === 0 ? "solved" : "missed"));
    const changes = told.flatMap(({ change }) => (change === null ? [] : [Math.abs(change)]));
    expect(changes.length).toBeGreaterThan(10);
    expect(Math.max(...changes)).toBeLessThanOrEqual(60);
    expect(book.menu().rating).toBe(told.at(-1)?.rating);
  });

  test("a new person gets mates in one by White", async () => {
    const book = aBook();
    for (let solved = 0; solved < 5; solved++) {
      const number = await book.choose({ kind: "mix" });
      const puzzle = await book.open(number ?? 0);
      expect(puzzle?.view).toMatchObject({ color: "white", mateIn: 1 });
      puzzle?.attempt.free();
      book.record(number ?? 0, "solved");
    }
    expect(book.menu().solved).toBe(5);
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
    one.record(shipped(1).number, "solved");
    other.record(shipped(3).number, "solved");
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
    book.record(shipped(1).number, "solved");
    expect(storage.getItem(`${PUZZLE_PROGRESS_KEY}.broken`)).toBe("{damaged");
    expect(aBook(storage).menu().solved).toBe(1);
  });

  test("a full storage is reported", () => {
    const storage = aStorage();
    storage.full = true;
    const book = aBook(storage);
    book.record(shipped(1).number, "solved");
    expect(book.error.value).toBe("notSaved");
    expect(book.menu().solved).toBe(1);
  });
});

/** Stored progress with one solved puzzle. */
function progressWith(number: number): string {
  const storage = aStorage();
  aBook(storage).record(number, "solved");
  return storage.getItem(PUZZLE_PROGRESS_KEY) ?? "";
}

async function open(number: number): Promise<Puzzle> {
  const puzzle = await aBook().open(number);
  if (!puzzle) throw new Error(`no puzzle ${number}`);
  return new AttemptMode(puzzle.view, puzzle.attempt);
}

/** Lets the opponent make their move. */
async function replied(): Promise<void> {
  await vi.advanceTimersByTimeAsync(500);
}

function solutionOf(number: number): string {
  return PLIES.find((each) => each.number === number)?.plies[0] ?? "";
}

/** A legal move that is not the solution. */
function wrongMove(source: Puzzle, right: string): string {
  const wrong = source.board.snapshot.value.moves.find(({ move }) => move.slice(0, 5) !== right.slice(0, 5));
  return wrong?.move ?? "";
}

describe("a puzzle on the boards", () => {
  test("an unknown number has no puzzle", async () => {
    expect(await aBook().open(999)).toBeNull();
  });

  test("the right moves and the replies solve it, and its moves can be gone through", async () => {
    const { number, plies } = shipped(3);
    const source = await open(number);
    await replied();
    expect(source.state.value).toMatchObject({ phase: "playing", used: 0 });
    void source.play(plies[0] ?? "");
    expect(source.state.value.phase).toBe("replying");
    await replied();
    expect(source.board.history.value.ply).toBe(3);
    await source.play(plies[2] ?? "");
    expect(source.state.value).toMatchObject({ phase: "solved", outcome: "solved" });
    expect(source.seats.value).toEqual([]);
    const { moves } = source.board.history.value;
    expect(moves.map(({ move }) => move).slice(1)).toEqual(plies);
    source.steps.jump(1);
    expect(source.board.snapshot.value).toMatchObject({ ply: 1, last: moves[0]?.move });
    expect(source.board.history.value.moves).toHaveLength(4);
    source.dispose();
  });

  test("an illegal move changes nothing, and a wrong one is taken back", async () => {
    const { number, plies } = shipped(1);
    const source = await open(number);
    await replied();
    const before = source.board.snapshot.value.tfen;
    expect(await source.play("a1Wa1W")).not.toBeNull();
    expect([source.board.snapshot.value.tfen, source.state.value.phase]).toEqual([before, "playing"]);
    void source.play(wrongMove(source, plies[0] ?? ""));
    expect(source.state.value).toMatchObject({ phase: "replying", failure: { kind: "mistake" } });
    expect(source.seats.value).toEqual([]);
    await source.undo();
    expect([source.board.snapshot.value.tfen, source.state.value.phase]).toEqual([before, "playing"]);
    await source.play(plies[0] ?? "");
    expect(source.state.value).toMatchObject({ phase: "solved", outcome: "missed" });
    source.dispose();
  });

  test("a hint names the piece and then the move, and giving up plays the solution", async () => {
    const { number, plies } = shipped(3);
    const source = await open(number);
    await replied();
    const [solution = ""] = plies;
    const first = source.nextHint();
    expect(solution.startsWith(first.touched.squares[0] ?? first.touched.pins[0] ?? "?")).toBe(true);
    expect(first.move).toBeNull();
    expect(source.nextHint().move).toBe(solution);
    void source.showSolution();
    await vi.advanceTimersByTimeAsync(5000);
    expect(source.state.value).toMatchObject({ phase: "solved", outcome: "helped" });
    source.dispose();
  });
});

describe("solving", () => {
  const store = { view: { peek: () => ({ volume: 0 }) }, setView: vi.fn(), showHint: vi.fn() } as unknown as Store;

  async function start(book: PuzzleBook, mode: PuzzleTask): Promise<PuzzleGame> {
    const game = new PuzzleGame(book, mode, store);
    // The opponent's last move is shown after a while.
    await vi.advanceTimersByTimeAsync(1000);
    return game;
  }

  function shown(game: PuzzleGame): Puzzle {
    const source = game.source.value;
    if (!source) throw new Error(game.status.value);
    return source;
  }

  test("a puzzle counts once, at the first mistake", async () => {
    const book = aBook();
    const { number, plies } = shipped(1);
    const game = await start(book, { kind: "one", number: String(number) });
    const source = shown(game);
    expect(source.state.value.phase).toBe("playing");
    void source.play(wrongMove(source, plies[0] ?? ""));
    expect(book.menu()).toMatchObject({ solved: 0, tried: 1 });
    await source.undo();
    await source.play(plies[0] ?? "");
    expect(source.state.value.phase).toBe("solved");
    expect(book.menu()).toMatchObject({ solved: 0, tried: 1 });
    game.dispose();
  });

  test("a puzzle solved with a hint changes no rating and does not return", async () => {
    const storage = aStorage();
    const book = aBook(storage);
    const { number, plies } = shipped(1);
    const game = await start(book, { kind: "one", number: String(number) });
    const before = ratingIn(storage);
    game.hint();
    expect(game.change.value).toEqual({ rating: null, change: null });
    await shown(game).play(plies[0] ?? "");
    expect(shown(game).state.value).toMatchObject({ phase: "solved", outcome: "helped" });
    expect(ratingIn(storage)).toEqual(before);
    vi.setSystemTime(new Date("2027-03-09T12:00:00"));
    expect(book.menu()).toMatchObject({ due: 0, tried: 1, solved: 0 });
    game.dispose();
  });

  function ratingIn(storage: Storage): unknown {
    const start = { glicko: { rating: 1000, deviation: 350, volatility: 0.06 } };
    const stored = JSON.parse(storage.getItem(PUZZLE_PROGRESS_KEY) ?? JSON.stringify(start)) as typeof start;
    return stored.glicko;
  }

  test("a puzzle that arrives after the next was asked for is dropped", async () => {
    const game = await start(aBook(), { kind: "filter", filter: { kind: "mix" } });
    const shownBefore = shown(game);
    const [, second] = [game.next(), game.next()];
    await second;
    const last = shown(game);
    await vi.advanceTimersByTimeAsync(1000);
    expect([shown(game) === last, last === shownBefore]).toEqual([true, false]);
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

  test("a streak ends at the first mistake", async () => {
    const streak = await start(aBook(), { kind: "run", run: "streak" });
    const source = shown(streak);
    const right = solutionOf(source.view.number);
    void source.play(wrongMove(source, right));
    expect(streak.status.value).toBe("runOver");
    expect(streak.run.value).toMatchObject({ solved: 0, isOver: true });
    streak.dispose();
  });

  test("a storm counts down when it is ready, and ends after three minutes", async () => {
    const storm = await start(aBook(), { kind: "run", run: "storm" });
    expect([storm.status.value, storm.countdown.value, storm.source.value]).toEqual(["countdown", 2, null]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([storm.status.value, storm.run.value?.remaining]).toEqual(["solving", 180_000]);
    await vi.advanceTimersByTimeAsync(179_000);
    expect(storm.status.value).toBe("solving");
    await vi.advanceTimersByTimeAsync(1_200);
    expect(storm.status.value).toBe("runOver");
    storm.dispose();
  });

  test("a puzzle that arrives after the end of a run does not open it again", async () => {
    const storm = await start(aBook(), { kind: "run", run: "storm" });
    await vi.advanceTimersByTimeAsync(2000);
    const next = storm.next();
    storm.endRun();
    await next;
    expect(storm.status.value).toBe("runOver");
    storm.dispose();
  });
});
