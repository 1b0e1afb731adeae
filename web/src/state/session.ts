// The session: the game on screen, its opponent and its saving. It holds one local game, and an online game above it
// while one is shown. The transitions are in `sessionState.ts`; this class opens games and runs the storage effects.
import { batch, computed, effect, signal, untracked, type ReadonlySignal } from "@preact/signals-core";
import { newClock, type ClockRecord, type LocalTimeControl } from "../source/clock";
import type { Opponent } from "../source/engine";
import { createLocalSource, type LocalSource } from "../source/local";
import { asAppError } from "../source/errors";
import type { GameHandle, GameRecords, Rules } from "../source/rules";
import type { GameSource } from "../source/source";
import type { RuleBook } from "../wire/world";
import { isNextPly, unfrozenNotices } from "./announcements";
import { importReport } from "./importReport";
import { isBroken, type Library, type SavedGame } from "./library";
import { contentsOf, datedName, infoOf, openLocal, randomId, replay, restore } from "./localGames";
import {
  errorMessage,
  isStored,
  updateSession,
  type GameContents,
  type GameInfo,
  type Message,
  type SessionEffect,
  type SessionInput,
  type SessionState,
  type StoredPly,
} from "./sessionState";
import { createStore, type Store } from "./store";
import type { ViewOptions } from "./view";
import type { WorldIndex } from "./worldIndex";

export interface NewGame {
  readonly rules: RuleBook;
  readonly tfen: string | null;
  readonly clock: LocalTimeControl | null;
  readonly opponent: Opponent | null;
}

export interface SessionOptions {
  readonly rules: Rules;
  readonly library: Library;
  readonly view?: Partial<ViewOptions>;
  readonly newId?: () => string;
  readonly today?: () => number;
}

const ONLINE_INFO: GameInfo = { id: "", name: "Online game", saved: true, opponent: null };

/** Loads the module that reads the stored game. If that fails, the session reports it and starts a new game. */
export async function prepareSession(rules: Rules, library: Library): Promise<void> {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  if (entry && !isBroken(entry)) await rules.prepareReading(entry.game).catch(() => undefined);
}

export class Session {
  readonly store: Store;
  readonly library: Library;
  readonly info: ReadonlySignal<GameInfo>;
  readonly message: ReadonlySignal<Message | null>;
  /** The online game shown in place of the local one. */
  readonly online: ReadonlySignal<GameSource | null>;
  readonly #rules: Rules;
  readonly #newId: () => string;
  readonly #today: () => number;
  readonly #state;
  readonly #local;
  readonly #online = signal<GameSource | null>(null);
  readonly #cleanups: (() => void)[];

  constructor({ rules, library, view, newId = randomId, today = () => Date.now() }: SessionOptions) {
    this.library = library;
    this.#rules = rules;
    this.#newId = newId;
    this.#today = today;
    const first = restore(rules, library, () => this.#newInfo(null));
    const state = (this.#state = signal<SessionState>(first.state));
    const local = (this.#local = signal<LocalSource>(first.source));
    const online = (this.online = this.#online);
    const source = computed<GameSource>(() => online.value ?? local.value);
    this.store = createStore(rules.world, source, view);
    this.info = computed(() => (online.value ? ONLINE_INFO : state.value.info));
    this.message = computed(() => state.value.message);
    const position = computed(() => ({ snapshot: local.value.snapshot.value, history: local.value.history.value }));
    this.#cleanups = [
      watchMoves(local, this.store.index, (message) => this.showMessage(message)),
      // Subscribed after the notices, so that they do not clear the error when a move cannot be stored.
      position.subscribe(() => untracked(() => this.#dispatch({ type: "changed", contents: this.#contents() }))),
      () => this.store.dispose(),
    ];
  }

  showMessage(message: Message | null): void {
    this.#dispatch({ type: "message", message });
  }

  /** Shows an online game, or returns to the local one, which stays as it was. */
  showOnline(source: GameSource | null): void {
    batch(() => {
      this.showMessage(null);
      this.#online.value = source;
    });
  }

  /** Whether starting another game would end one that is being played. */
  isUnderWay(): boolean {
    if (this.online.value) return false;
    const { snapshot, history } = this.#local.value;
    return snapshot.value.status === "ongoing" && history.value.moves.length > 0;
  }

  startNew({ rules, tfen, clock, opponent }: NewGame): boolean {
    const game = this.#attempt(() => this.#rules.newGame(rules, tfen), "The game could not be started");
    if (game) this.#open(game, this.#newInfo(opponent), clock && newClock(clock), null);
    return game !== null;
  }

  /** Opens a record in any format. An unsaved game on the board is discarded unless `saveOld` is set. */
  async openText(text: string, name: string, saveOld: boolean): Promise<boolean> {
    if (!(await this.#prepareReading(text))) return false;
    const records = this.#attempt(() => this.#rules.readRecords(text), `${name} could not be opened`);
    if (!records) return false;
    if (saveOld && this.#local.peek().history.peek().moves.length > 0) this.save(this.#state.peek().info.name);
    this.#open(records.open(0), { ...this.#newInfo(null), name }, null, null);
    const storageError = this.#saveOthers(records, name);
    const { count, errors, warnings } = records;
    records.free();
    const report = importReport({ name, count, errors, warnings, storageError });
    if (report) this.showMessage(report);
    return true;
  }

  async openSaved(id: string): Promise<boolean> {
    const entry = this.library.get(id);
    if (entry === null || isBroken(entry)) {
      this.#showError(entry ? `This game cannot be read: ${entry.broken}.` : "This game is no longer kept here.");
      return false;
    }
    const opened = await this.#openEntry(entry);
    if (opened) this.library.setCurrent(id);
    return opened;
  }

  save(name: string): void {
    this.#dispatch({ type: "save", name, contents: this.#contents() });
  }

  rename(id: string, name: string): void {
    const entry = this.library.get(id);
    if (entry === null || isBroken(entry)) return;
    this.library.put({ ...entry, name, saved: true });
    this.#dispatch({ type: "renamed", id, name });
  }

  remove(id: string): void {
    this.library.remove(id);
    this.#dispatch({ type: "removed", id, newId: this.#newId() });
  }

  /** Stores the time left on a running clock. */
  saveClock(): void {
    if (!this.#local.peek().clocks.peek()?.running) return;
    this.#dispatch({ type: "clockPaused", contents: this.#contents() });
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

  #newInfo(opponent: Opponent | null): GameInfo {
    return { id: this.#newId(), name: datedName(this.#today()), saved: false, opponent };
  }

  #contents(): GameContents {
    return { ...contentsOf(this.#local.peek(), this.store.index), changed: this.#today() };
  }

  #showError(text: string): void {
    this.showMessage(errorMessage(text));
  }

  /** Runs what may throw an `AppError`, and shows the error. */
  #attempt<Value>(action: () => Value, failure: string): Value | null {
    try {
      return action();
    } catch (thrown) {
      this.#showError(`${failure}: ${asAppError(thrown).message}.`);
      return null;
    }
  }

  async #prepareReading(text: string): Promise<boolean> {
    try {
      await this.#rules.prepareReading(text);
      return true;
    } catch {
      this.#showError("The game importer could not be loaded; try again when you are online.");
      return false;
    }
  }

  /** Puts a game on the board. `stored` is what the storage already holds of it. */
  #open(game: GameHandle, info: GameInfo, clock: ClockRecord | null, stored: StoredPly | null): void {
    const old = this.#local.peek();
    batch(() => {
      this.#dispatch({ type: "opened", info, stored });
      this.#local.value = openLocal(game, info, clock);
      this.#online.value = null;
    });
    old.dispose();
  }

  async #openEntry(entry: SavedGame): Promise<boolean> {
    if (!(await this.#prepareReading(entry.game))) return false;
    const game = this.#attempt(() => replay(this.#rules, entry), `“${entry.name}” could not be opened`);
    if (game) this.#open(game, infoOf(entry), entry.clock, entry);
    return game !== null;
  }

  /** Saves all games of a text but the first, which is on the board. Returns why that failed. */
  #saveOthers(records: GameRecords, name: string): string | null {
    if (records.count === 1) return null;
    for (let at = 1; at < records.count; at++) {
      const source = createLocalSource(records.open(at));
      const { game, ply, summary } = contentsOf(source, this.store.index);
      const rest = { saved: true, changed: this.#today(), clock: null, opponent: null };
      this.library.put({ id: this.#newId(), name: `${name} (${at + 1})`, game, ply, summary, ...rest });
      source.dispose();
    }
    return this.library.error.peek();
  }
}

/** After each move of the local game: the notice of pawns that can move again, or null to clear the last message. */
function watchMoves(
  local: ReadonlySignal<LocalSource>,
  index: WorldIndex,
  show: (message: Message | null) => void,
): () => void {
  const read = (source: LocalSource) => ({ source, snapshot: source.snapshot.value, history: source.history.value });
  let before = untracked(() => read(local.value));
  return effect(() => {
    const after = read(local.value);
    if (after.source === before.source && isNextPly(before.history, after.history)) {
      const notices = unfrozenNotices(index, before.snapshot, after.snapshot);
      untracked(() => show(notices.length > 0 ? { tone: "note", text: notices.join(" ") } : null));
    }
    before = after;
  });
}
