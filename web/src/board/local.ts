// A local game: the rules in WebAssembly, with both sides, or one against the computer, at this screen.
import { batch, signal } from "@preact/signals-core";
import type { History, PlayedMove, Touched } from "../wire/game";
import type { Color, Snapshot } from "../wire/snapshot";
import type { SquareName } from "../wire/world";
import { clocksAt, press, recordRemaining, remaining, type ClockRecord } from "../core/clock";
import { asAppError, pageError, thrownBy, type AppError } from "../core/errors";
import type { GameHandle } from "../core/core";
import type { ActionResult, Clocks, GameSource, RecordFormat } from "../core/source";

export interface LocalOptions {
  readonly seats?: readonly Color[];
  readonly clock?: ClockRecord | null;
  readonly review?: Review;
  readonly now?: () => number;
}

/** The review of a game whose record must not change. */
export interface Review {
  isOn(): boolean;
  /** Plays a move in a copy of the game. */
  playInCopy(move: string): ActionResult;
}

/** A local source writes its record and its clock synchronously, to save them. */
export interface LocalSource extends GameSource {
  text(format: RecordFormat): string;
  clockRecord(): ClockRecord | null;
  /** Stops the clocks while the game is not shown. */
  setPaused(on: boolean): void;
}

export function createLocalSource(game: GameHandle, options: LocalOptions = {}): LocalSource {
  const now = options.now ?? (() => performance.now());
  let clock = options.clock ?? null;
  let paused = false;
  let alarm: ReturnType<typeof setTimeout> | undefined;

  const snapshot = signal(readSnapshot(game));
  const history = signal(readHistory(game, []));
  const clocks = signal<Clocks | null>(null);
  const seats = signal<readonly Color[]>(options.seats ?? ["white", "black"]);
  updateClocks();

  /** Publishes the game's new state. The first `same` moves of the history have not changed. */
  function show(same: number): void {
    batch(() => {
      snapshot.value = readSnapshot(game);
      history.value = readHistory(game, history.value.moves.slice(0, same));
      updateClocks();
    });
  }

  /** Sets the clocks to the ply shown. They run only at the last ply of an ongoing game. */
  function updateClocks(): void {
    clearTimeout(alarm);
    if (!clock) return;
    const { ply, moves } = history.value;
    const { status, turn } = snapshot.value;
    const runs = status === "ongoing" && ply === moves.length && !paused;
    clocks.value = clocksAt(clock, ply, runs ? turn : null, now());
    if (clocks.value.running) alarm = setTimeout(runOut, remaining(clocks.value, turn, now()));
  }

  /** The clock with the time that the side to move has used until now. */
  function clockRecord(): ClockRecord | null {
    const running = clocks.value;
    return clock && running?.running ? recordRemaining(clock, history.value.ply, running, now()) : clock;
  }

  function runOut(): void {
    const { turn } = snapshot.value;
    const running = clocks.value;
    if (!clock || !running) return;
    clock = press(clock, history.value.ply, running, turn, game, now());
    void attempt(() => game.flag(turn));
  }

  /** Steps once, and on while it is the computer's turn, to the player's own decision. A review shows every ply. */
  function step(once: () => void): void {
    if (isReviewed()) return once();
    const { moves } = history.value;
    for (let ply = -1; ply !== readHistory(game, moves).ply;) {
      ply = readHistory(game, moves).ply;
      once();
      if (seats.value.length === 2 || seats.value.includes(readSnapshot(game).turn)) return;
    }
  }

  function isReviewed(): boolean {
    return options.review?.isOn() ?? false;
  }

  function end(action: () => void): ActionResult {
    return isReviewed() ? Promise.resolve(pageError("E_REVIEW")) : attempt(action);
  }

  function attempt(action: () => void, same = history.value.moves.length): Promise<AppError | null> {
    try {
      action();
    } catch (thrown) {
      return Promise.resolve(asAppError(thrown));
    }
    show(same);
    return Promise.resolve(null);
  }

  return {
    snapshot,
    history,
    clocks,
    seats,
    play(move) {
      if (options.review?.isOn()) return options.review.playInCopy(move);
      const mover = snapshot.value.turn;
      return attempt(() => {
        game.play(move);
        if (clock && clocks.value) clock = press(clock, history.value.ply + 1, clocks.value, mover, game, now());
      }, history.value.ply);
    },
    explain: (move) => thrownBy(() => game.explain(move)),
    whyStuck: (place) => thrownBy(() => game.explain_stuck(place)),
    attacked: (color) => Promise.resolve(JSON.parse(game.attacked(color)) as SquareName[]),
    checkers: () => Promise.resolve(JSON.parse(game.checkers()) as SquareName[]),
    touched: (move) => Promise.resolve(JSON.parse(game.touched(move)) as Touched),
    reach: (square) => Promise.resolve(JSON.parse(game.reach(square)) as SquareName[]),
    undo: () => attempt(() => step(() => game.undo())),
    redo: () => attempt(() => step(() => game.redo())),
    jump: (ply) => attempt(() => game.jump(ply)),
    claim: (kind) => end(() => game.claim(kind)),
    agreeDraw: () => end(() => game.agree_draw()),
    resign: (color) => end(() => game.resign(color)),
    record: (format) => Promise.resolve(game.record(format)),
    text: (format) => game.record(format),
    clockRecord,
    setPaused(on) {
      clock = clockRecord();
      paused = on;
      updateClocks();
    },
    dispose() {
      clearTimeout(alarm);
      game.free();
    },
  };
}

function readSnapshot(game: GameHandle): Snapshot {
  return JSON.parse(game.snapshot()) as Snapshot;
}

/** Reads the moves after the known ones, which stay the same objects. */
function readHistory(game: GameHandle, known: readonly PlayedMove[]): History {
  const { moves, ply } = JSON.parse(game.history(known.length)) as History;
  return { moves: moves.length === 0 ? known : [...known, ...moves], ply };
}
