// The session: the game on screen, its opponent and its saving. It holds one local game, and an online game above it
// while one is shown. The transitions are in `sessionState.ts`; this class opens games and runs the storage effects.
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals-core";
import { newClock, type ClockRecord } from "../core/clock";
import type { GameSettings } from "../core/gameSettings";
import { LocalMode } from "../board/localMode";
import { asAppError, pageError, type AppError } from "../core/errors";
import { openFirst, type GameRecords, type Core } from "../core/core";
import type { WasmGame } from "../wasm/rules/trid_rules";
import type { Mode } from "../board/mode";
import { text } from "../text";
import type { History } from "../wire/game";
import { parse } from "../core/json";
import { failureMessage } from "../core/errorText";
import { isNextPly, unfrozenNotices } from "../board/announcements";
import { importReport } from "../core/importReport";
import { isBroken, type Library, type StoredGame } from "./library";
import { randomId } from "../core/randomId";
import {
  contentsOf,
  infoOf,
  levelAfter,
  newGameName,
  openLocal,
  ownEnding,
  replay,
  restore,
  setDate,
} from "./localGames";
import { namesIn, startOf, UNNAMED } from "../core/savedRecord";
import { errorMessage, type Message } from "../core/message";
import {
  copyInfo,
  isStored,
  rematch,
  updateSession,
  type GameContents,
  type GameInfo,
  type SessionEffect,
  type SessionInput,
  type SessionState,
  type StoredPly,
} from "./sessionState";
import { Store } from "../board/store";
import type { ViewOptions } from "../board/view";

export interface SessionOptions {
  readonly core: Core;
  readonly library: Library;
  readonly view?: Partial<ViewOptions>;
  /** Called when another game is put on the board. */
  readonly opened?: () => void;
  readonly newId?: () => string;
  readonly today?: () => number;
}

const ONLINE_INFO: GameInfo = {
  id: "",
  name: text.game.onlineName,
  opponent: null,
  players: UNNAMED,
  imported: false,
};

const ACTIVITY_INFO: GameInfo = { ...ONLINE_INFO, name: text.page.header.learn };

/** Loads the module that reads the stored game. If that fails, the session reports it and starts a new game. */
export async function prepareSession(core: Core, library: Library): Promise<void> {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  if (entry && !isBroken(entry)) await core.prepareReading(entry.game).catch(() => undefined);
}

export class Session {
  readonly store: Store;
  readonly library: Library;
  readonly #core: Core;
  readonly #opened: () => void;
  readonly #newId: () => string;
  readonly #today: () => number;
  readonly #state: Signal<SessionState>;
  readonly #local: Signal<LocalMode>;
  readonly #online = signal<Mode | null>(null);
  readonly #activity = signal<Mode | null>(null);
  readonly #cleanups: (() => void)[];
  readonly #reviewed = computed(() => this.#state.value.review);
  readonly #here = computed<Mode>(() =>
    this.#reviewed.value ? this.#local.value.reviewed((move) => this.#playInCopy(move)) : this.#local.value,
  );
  /** The online game shown in place of the local one. */
  readonly online: ReadonlySignal<Mode | null> = this.#online;
  /** The exercise, puzzle or diagram shown in place of the game. */
  readonly activity: ReadonlySignal<Mode | null> = this.#activity;
  /** The game, also while an activity is shown in its place. */
  readonly game = computed(() => this.#online.value ?? this.#here.value);
  readonly #mode = computed(() => this.#activity.value ?? this.game.value);
  /** The local game's info, also while an online game is shown above it. */
  readonly localInfo = computed(() => this.#state.value.info);
  readonly info = computed(() =>
    this.#activity.value ? ACTIVITY_INFO : this.#online.value ? ONLINE_INFO : this.localInfo.value,
  );
  /** Whether the local game on screen is under review: its record must not change, and a move starts a copy. */
  readonly review = computed(() => this.#mode.value === this.#here.value && this.#reviewed.value);
  readonly message = computed(() => this.#state.value.message);
  /** How the local game on screen ended, from the player's view; null otherwise, and when two people play here. */
  readonly ownEnding = computed(() =>
    this.#mode.value === this.#here.value ? ownEnding(this.#local.value, this.localInfo.value) : null,
  );
  /** The computer's level that suits the player after this game; null for the same. */
  readonly nextLevel = computed(() => levelAfter(this.#local.value, this.localInfo.value));

  constructor({ core, library, view, opened = () => undefined, newId = randomId, today = Date.now }: SessionOptions) {
    this.library = library;
    this.#core = core;
    this.#opened = opened;
    this.#newId = newId;
    this.#today = today;
    const first = restore(core, library, () => this.#newInfo(), today());
    this.#state = signal(first.state);
    const local = (this.#local = signal(first.mode));
    this.store = new Store(core.world, this.#mode, view);
    const position = computed(() => {
      const { snapshot, history } = local.value.board;
      return { snapshot: snapshot.value, history: history.value };
    });
    this.#cleanups = [
      watchMoves(this.store, (own, notices) => this.#dispatch({ type: "played", own, notices })),
      // Subscribed after the notices, so that they do not clear the error when a move cannot be stored.
      position.subscribe(() => untracked(() => this.#dispatch({ type: "changed", contents: this.#contents() }))),
      () => this.store.dispose(),
    ];
  }

  showMessage(message: Message | null): void {
    this.#dispatch({ type: "message", message });
  }

  /** Shows an online game, or returns to the local one, which stays as it was. */
  showOnline(mode: Mode | null): void {
    batch(() => {
      this.showMessage(null);
      this.#online.value = mode;
    });
  }

  /** Shows an exercise, puzzle, diagram or study, or returns to the game, whose clock waits meanwhile. */
  showActivity(mode: Mode | null, message: Message | null = null): void {
    if (this.#activity.peek() === mode) return;
    batch(() => {
      this.showMessage(message);
      this.#activity.value = mode;
      this.#local.peek().setPaused(mode !== null);
    });
  }

  /** Whether the local game has begun and goes on. */
  isUnderWay(): boolean {
    const { snapshot, history } = this.#local.value.board;
    return snapshot.value.status === "ongoing" && history.value.moves.length > 0;
  }

  /** Starts a game, and says where the one under way is. */
  startNew({ rules, tfen, clock, opponent, players: typed }: GameSettings): boolean {
    const game = this.#attempt(() => this.#core.newGame(rules, tfen), text.page.open.notStarted);
    if (game === null) return false;
    const players = opponent ? { ...typed, [opponent.plays]: text.games.computer(opponent.strength) } : typed;
    game.set_tag("White", players.white);
    game.set_tag("Black", players.black);
    setDate(game, this.#today());
    const left = this.isUnderWay() ? this.#state.peek().info.name : null;
    this.#open(game, this.#newInfo({ opponent, players }), clock && newClock(clock), null);
    if (left !== null) this.showMessage({ tone: "note", text: text.games.kept(left) });
    return true;
  }

  /** Starts the same game again, maybe at another level. Against the computer the sides are swapped. */
  rematch(strength?: number): boolean {
    const { opponent: last, players } = this.#state.peek().info;
    const opponent = last && { ...last, strength: strength ?? last.strength };
    const local = this.#local.peek();
    const clock = local.clockRecord();
    return this.startNew(rematch({ ...startOf(local.board.record("json")), clock, opponent, players }));
  }

  /** Opens a record in any format. */
  async openText(record: string, name: string): Promise<boolean> {
    if (!(await this.#prepareReading(record))) return false;
    const records = this.#attempt(() => this.#core.readRecords(record), text.page.open.failed(name));
    if (!records) return false;
    this.#openImported(records.open(0), name);
    const storageError = this.#saveOthers(records, name);
    const { count, errors, warnings } = records;
    records.free();
    const report = importReport({ name, count, errors, warnings, storageError });
    if (report) this.showMessage(report);
    return true;
  }

  /** Plays a move in a copy of a record that is not on this device, after a number of plies. */
  async playInCopyOf(record: string, ply: number, move: string): Promise<AppError | null> {
    try {
      await this.#core.prepareReading(record);
    } catch {
      return pageError("E_READER");
    }
    const game = openFirst(this.#core, record);
    try {
      game.jump(ply);
      game.play(move);
    } catch (thrown) {
      game.free();
      return asAppError(thrown);
    }
    setDate(game, this.#today());
    this.#open(game, this.#copyInfo(this.#newInfo({ players: namesIn(record) })), null, null);
    this.showMessage({ tone: "note", text: text.games.onlineCopyStarted });
    return null;
  }

  async openSaved(id: string): Promise<boolean> {
    const entry = this.library.get(id);
    if (entry === null || isBroken(entry)) {
      this.#showError(entry ? text.page.open.unreadable(entry.broken) : text.page.open.deleted);
      return false;
    }
    const opened = await this.#openEntry(entry);
    if (opened) this.library.setCurrent(id);
    return opened;
  }

  rename(id: string, name: string): void {
    const entry = this.library.get(id);
    if (entry === null || isBroken(entry)) return;
    this.library.put({ ...entry, name });
    this.#dispatch({ type: "renamed", id, name });
  }

  remove(id: string): void {
    this.library.remove(id);
    this.#dispatch({ type: "removed", id, newId: this.#newId() });
  }

  /** Saved games as T-PGN, one after the other. Those that cannot be read are reported and left out. */
  async exportTpgn(ids: readonly string[]): Promise<string> {
    let records = "";
    for (const id of ids) {
      const entry = this.library.get(id);
      if (entry === null || isBroken(entry) || !(await this.#prepareReading(entry.game))) continue;
      const game = this.#attempt(() => openFirst(this.#core, entry.game), text.games.notExported(entry.name));
      records += game?.record("tpgn") ?? "";
      game?.free();
    }
    return records;
  }

  /** Stores the time left on a running clock. */
  saveClock(): void {
    if (!this.#local.peek().clocks.peek()?.running) return;
    this.#dispatch({ type: "clockPaused", contents: this.#contents() });
  }

  /** Says that the last write failed. The storage tries again with the next one. */
  storageFailed(): void {
    this.library.reportFailure();
    this.#showError(text.games.notKept(text.page.storage.full));
  }

  /** Reads the game again after another tab has written it. */
  async syncFromStorage(): Promise<void> {
    this.library.refresh();
    const { info, stored } = this.#state.peek();
    const entry = this.library.get(info.id);
    if (entry !== null && !isBroken(entry) && !isStored(stored, entry)) await this.#openEntry(entry);
  }

  dispose(): void {
    for (const cleanup of this.#cleanups) cleanup();
    this.#local.peek().dispose();
  }

  #dispatch(input: SessionInput): void {
    const step = updateSession(this.#state.peek(), input);
    this.#state.value = step.state;
    for (const effect of step.effects) this.#run(effect);
  }

  #run(effect: SessionEffect): void {
    const { library } = this;
    switch (effect.type) {
      case "put": {
        const failedBefore = library.error.peek() !== null;
        return this.#dispatch({ type: "putDone", effect, error: library.put(effect.game), failedBefore });
      }
      case "discard":
        if (!isBroken(library.get(effect.id))) library.remove(effect.id);
        return;
      case "setCurrent":
        return library.setCurrent(effect.id);
    }
  }

  #newInfo({ opponent = null, players = UNNAMED }: Partial<Pick<GameInfo, "opponent" | "players">> = {}): GameInfo {
    const name = newGameName(players, this.#today());
    return { id: this.#newId(), name, opponent, players, imported: false };
  }

  #contents(): GameContents {
    return { ...contentsOf(this.#local.peek(), this.store.index), changed: this.#today() };
  }

  #showError(what: string): void {
    this.showMessage(errorMessage(what));
  }

  /** Runs what may throw an `AppError`, and shows the error. */
  #attempt<Value>(action: () => Value, failure: string): Value | null {
    try {
      return action();
    } catch (thrown) {
      this.showMessage(failureMessage(failure, asAppError(thrown)));
      return null;
    }
  }

  async #prepareReading(record: string): Promise<boolean> {
    try {
      await this.#core.prepareReading(record);
      return true;
    } catch {
      this.showMessage(errorMessage(text.errors.ofPage.E_READER));
      return false;
    }
  }

  /** Puts a game on the board. `stored` is what the storage already holds of it. */
  #open(game: WasmGame, info: GameInfo, clock: ClockRecord | null, stored: StoredPly | null): void {
    const old = this.#local.peek();
    // Another tab's move only replaces the source.
    const isOther = info.id !== this.#state.peek().info.id;
    batch(() => {
      this.#dispatch({ type: "opened", info, stored });
      this.#local.value = openLocal(game, info, clock);
      this.#online.value = null;
      if (isOther) this.#opened();
    });
    old.dispose();
  }

  /** A position without moves is played on as a new game. A record with moves is only reviewed. */
  #openImported(game: WasmGame, name: string): void {
    const record = game.record("json");
    const imported = parse(game.history()).moves.length > 0;
    if (!imported) setDate(game, this.#today());
    this.#open(game, { ...this.#newInfo(), name, players: namesIn(record), imported }, null, null);
  }

  /** Plays a move in a copy of the game under review. The move that follows there anyway is only shown. */
  async #playInCopy(move: string): Promise<AppError | null> {
    const original = this.#local.peek();
    const { history } = original.board;
    const { moves, ply } = history.peek();
    const next = moves[ply];
    if (next && (next.move === move || next.text === move)) {
      original.steps.jump(ply + 1);
      return null;
    }
    const illegal = original.board.explain(move);
    if (illegal) return illegal;
    const contents = this.#contents();
    const prepared = await this.#core.prepareReading(contents.game).then(
      () => true,
      () => false,
    );
    if (!prepared) return pageError("E_READER");
    // The player may have gone on in the meantime.
    if (this.#local.peek() !== original || history.peek().ply !== ply) return null;
    return this.#startCopy(original, contents, move);
  }

  #startCopy(original: LocalMode, contents: GameContents, move: string): Promise<AppError | null> {
    const game = openFirst(this.#core, contents.game);
    setDate(game, this.#today());
    game.jump(contents.ply);
    const info = this.#copyInfo(this.#state.peek().info);
    // The move removes what follows, so the views and the storage see the copy only after it.
    const played = batch(() => {
      this.#dispatch({ type: "copied", info });
      const copy = (this.#local.value = openLocal(game, info, null));
      return copy.play(move);
    });
    original.dispose();
    return played;
  }

  #copyInfo(original: GameInfo): GameInfo {
    const names = this.library.entries.peek().map((each) => (isBroken(each) ? "" : each.name));
    return copyInfo(original, this.#newId(), names);
  }

  async #openEntry(entry: StoredGame): Promise<boolean> {
    if (!(await this.#prepareReading(entry.game))) return false;
    const game = this.#attempt(() => replay(this.#core, entry), text.page.open.failed(entry.name));
    if (game) this.#open(game, infoOf(entry), entry.clock, entry);
    return game !== null;
  }

  /** Saves all games of a text but the first, which is on the board. Returns why that failed. */
  #saveOthers(records: GameRecords, name: string): string | null {
    if (records.count === 1) return null;
    for (let at = 1; at < records.count; at++) {
      const mode = new LocalMode(records.open(at));
      const { game, ply, summary } = contentsOf(mode, this.store.index);
      const rest = { changed: this.#today(), clock: null, opponent: null, imported: true };
      this.library.put({ id: this.#newId(), name: text.game.numberedName(name, at + 1), game, ply, summary, ...rest });
      mode.dispose();
    }
    return this.library.error.peek();
  }
}

/** Reports each move that is played: whether the player at this screen made it, and which pawns can move again. */
function watchMoves({ mode, index }: Store, report: (own: boolean, notices: readonly string[]) => void): () => void {
  const read = ({ board, seats }: Mode) => ({
    board,
    snapshot: board.snapshot.value,
    history: board.history.value,
    seats: seats.value,
  });
  let before = untracked(() => read(mode.value));
  return effect(() => {
    const after = read(mode.value);
    if (after.board === before.board && wasPlayed(before.history, after.history)) {
      const own = before.seats.includes(before.snapshot.turn);
      const notices = unfrozenNotices(index, before.snapshot, after.snapshot);
      untracked(() => report(own, notices));
    }
    before = after;
  });
}

/** Whether a new move was played, rather than one that was undone shown again. */
function wasPlayed(before: History, after: History): boolean {
  return isNextPly(before, after) && before.moves[before.ply]?.move !== after.moves[before.ply]?.move;
}
