// Playing at this screen: the game is in WebAssembly, with both sides, or one against the computer, and maybe clocks.
import { batch, signal } from "@preact/signals-core";
import { Board } from "../core/board";
import { clocksAt, press, recordRemaining, remaining, type ClockRecord, type Clocks } from "../core/clock";
import { attempt, type ActionResult, type AppError } from "../core/errors";
import { parse } from "../core/json";
import type { WasmGame } from "../wasm/rules/trid_rules";
import type { History, PlayedMove } from "../wire/game";
import type { Color, Snapshot } from "../wire/snapshot";
import type { Endings, Mode, Steps } from "./mode";

export interface LocalOptions {
  readonly seats?: readonly Color[];
  readonly clock?: ClockRecord | null;
  readonly now?: () => number;
}

export class LocalMode implements Mode {
  readonly board: Board;
  readonly seats;
  readonly clocks = signal<Clocks | null>(null);
  readonly steps: Steps;
  readonly endings: Endings;
  readonly #game: WasmGame;
  readonly #snapshot;
  readonly #history;
  readonly #now: () => number;
  #clock: ClockRecord | null;
  #paused = false;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(game: WasmGame, options: LocalOptions = {}) {
    this.#game = game;
    this.#now = options.now ?? (() => performance.now());
    this.#clock = options.clock ?? null;
    this.seats = signal<readonly Color[]>(options.seats ?? ["white", "black"]);
    this.#snapshot = signal<Snapshot>(parse(game.snapshot()));
    this.#history = signal<History>(readHistory(game, []));
    this.board = new Board(() => game, this.#snapshot, this.#history);
    this.steps = {
      undo: () => this.#step(() => game.undo()),
      redo: () => this.#step(() => game.redo()),
      jump: (ply) => void this.#change(() => game.jump(ply)),
    };
    this.endings = {
      claim: (kind) => this.#act(() => game.claim(kind)),
      agreeDraw: () => this.#act(() => game.agree_draw()),
      resign: (color) => this.#act(() => game.resign(color)),
    };
    this.#updateClocks();
  }

  play(move: string): ActionResult {
    const { turn } = this.#snapshot.peek();
    const { ply } = this.#history.peek();
    const played = (): void => {
      const clocks = this.clocks.peek();
      this.#game.play(move);
      if (this.#clock && clocks) this.#clock = press(this.#clock, ply + 1, clocks, turn, this.#game, this.#now());
    };
    return this.#act(played, ply);
  }

  /** The game under review: its record does not change, every ply is a step, and a move is played elsewhere. */
  reviewed(play: (move: string) => ActionResult): Mode {
    const { board, seats, clocks } = this;
    const { undo, redo } = { undo: () => this.#game.undo(), redo: () => this.#game.redo() };
    const steps = {
      undo: () => void this.#change(undo),
      redo: () => void this.#change(redo),
      jump: (ply: number) => this.steps.jump(ply),
    };
    return { board, seats, clocks, steps, play, dispose: () => this.dispose() };
  }

  /** The clock with the time that the side to move has used until now. */
  clockRecord(): ClockRecord | null {
    const running = this.clocks.peek();
    if (!this.#clock || !running?.running) return this.#clock;
    return recordRemaining(this.#clock, this.#history.peek().ply, running, this.#now());
  }

  /** Stops the clocks while the game is not shown. */
  setPaused(on: boolean): void {
    this.#clock = this.clockRecord();
    this.#paused = on;
    this.#updateClocks();
  }

  dispose(): void {
    clearTimeout(this.#alarm);
    this.#game.free();
  }

  /** Steps once, and on while it is the computer's turn, to the player's own decision. */
  #step(once: () => void): void {
    void this.#change(() => {
      let { ply } = this.#snapshot.peek();
      for (let before = -1; ply !== before;) {
        before = ply;
        once();
        const after = parse(this.#game.snapshot());
        if (this.seats.peek().length === 2 || this.seats.peek().includes(after.turn)) return;
        ply = after.ply;
      }
    });
  }

  #act(action: () => void, same?: number): ActionResult {
    return Promise.resolve(this.#change(action, same));
  }

  /** Changes the game and publishes its new state. The first `same` moves of the history do not change. */
  #change(action: () => void, same = this.#history.peek().moves.length): AppError | null {
    return attempt(() => {
      action();
      batch(() => {
        this.#snapshot.value = parse(this.#game.snapshot());
        this.#history.value = readHistory(this.#game, this.#history.peek().moves.slice(0, same));
        this.#updateClocks();
      });
    });
  }

  /** Sets the clocks to the ply shown. They run only at the last ply of an ongoing game. */
  #updateClocks(): void {
    clearTimeout(this.#alarm);
    if (!this.#clock) return;
    const { ply, moves } = this.#history.peek();
    const { status, turn } = this.#snapshot.peek();
    const runs = status === "ongoing" && ply === moves.length && !this.#paused;
    const clocks = (this.clocks.value = clocksAt(this.#clock, ply, runs ? turn : null, this.#now()));
    if (clocks.running) this.#alarm = setTimeout(() => this.#runOut(), remaining(clocks, turn, this.#now()));
  }

  #runOut(): void {
    const { turn } = this.#snapshot.peek();
    const running = this.clocks.peek();
    if (!this.#clock || !running) return;
    this.#clock = press(this.#clock, this.#history.peek().ply, running, turn, this.#game, this.#now());
    this.#change(() => this.#game.flag(turn));
  }
}

/** Reads the moves after the known ones, which stay the same objects. */
function readHistory(game: WasmGame, known: readonly PlayedMove[]): History {
  const { moves, ply } = parse(game.history(known.length));
  return { moves: moves.length === 0 ? known : [...known, ...moves], ply };
}
