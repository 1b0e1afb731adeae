// The table: which game lies on it, how it came there, and where it is kept. One game at a time; the views stay.
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals-core";
import { newClock, type ClockRecord, type LocalTimeControl } from "../source/clock";
import type { Opponent } from "../source/engine";
import { createLocalSource, type LocalSource } from "../source/local";
import { asApiError, type GameHandle, type Rules } from "../source/rules";
import type { GameSource } from "../source/source";
import type { RuleBook } from "../wire/world";
import { isBroken, type SavedGame, type Library } from "./library";
import { isNextPly, unfrozenNotices } from "./announcements";
import { createStore, type Store } from "./store";
import type { ViewOptions } from "./view";
import { counted, statusText } from "./text";

export interface NewGame {
  readonly rules: RuleBook;
  readonly tfen: string | null;
  readonly clock: LocalTimeControl | null;
  readonly opponent: Opponent | null;
}

/** What the table knows of its game besides the game itself. */
export interface GameInfo {
  readonly id: string;
  readonly name: string;
  readonly kept: boolean;
  readonly opponent: Opponent | null;
}

export interface Message {
  readonly tone: "note" | "error";
  readonly text: string;
}

export interface Session {
  readonly store: Store;
  readonly info: ReadonlySignal<GameInfo>;
  readonly library: Library;
  readonly message: Signal<Message | null>;
  /** A game that is kept elsewhere and lies on the table above the one kept here. */
  readonly online: ReadonlySignal<GameSource | null>;
  /** Puts such a game on the table, or takes it away; the game kept here stays as it was. */
  showOnline(online: GameSource | null): void;
  /** Whether starting another game would end one that is being played. */
  isUnderWay(): boolean;
  startNew(game: NewGame): boolean;
  /** Opens a record in any form. The game that was here is kept if asked for, else it goes unless it was kept before. */
  openText(text: string, name: string, keepOld: boolean): Promise<boolean>;
  openSaved(id: string): Promise<boolean>;
  save(name: string): void;
  rename(id: string, name: string): void;
  remove(id: string): void;
  /** Writes down what has changed without a move: the clock that runs. */
  saveClock(): void;
  /** Another tab has written: the list and, if it is the same, the game follow. */
  syncFromStorage(): Promise<void>;
  dispose(): void;
}

export interface SessionOptions {
  readonly rules: Rules;
  readonly library: Library;
  readonly view?: Partial<ViewOptions>;
  readonly newId?: () => string;
  readonly today?: () => number;
}

/**
 * Loads what the game under way needs to be read. Where that fails, for want of a network, the table says so,
 * and begins without it.
 */
export async function prepareSession(rules: Rules, library: Library): Promise<void> {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  if (entry && !isBroken(entry)) await rules.prepareReading(entry.game).catch(() => undefined);
}

export function createSession(parts: SessionOptions): Session {
  const { rules, library } = parts;
  const newId = parts.newId ?? randomId;
  const today = parts.today ?? (() => Date.now());
  const message = signal<Message | null>(null);

  const first = restore();
  const info = signal<GameInfo>(first.info);
  const local = signal<LocalSource>(first.source);
  const online = signal<GameSource | null>(null);
  const source = computed<GameSource>(() => online.value ?? local.value);
  const store = createStore(rules.world, source, parts.view);
  /** A game kept elsewhere has no place in this browser's list. */
  const shown = computed<GameInfo>(() =>
    online.value ? { id: "", name: "Online game", kept: true, opponent: null } : info.value,
  );
  let written: string | null = first.stored;

  function restore(): { info: GameInfo; source: LocalSource; stored: string | null } {
    const id = library.current();
    const entry = id === null ? null : library.get(id);
    if (entry && !isBroken(entry)) {
      const opened = attempt(() => reopen(entry), "The game under way could not be opened");
      if (opened) return { ...seated(opened, entry, entry.clock), stored: fingerprint(entry) };
    } else if (entry) {
      complain(`The game under way cannot be read: ${entry.broken}. It is left alone under “My games”.`);
    }
    const fresh = seated(rules.newGame("revised", null), freshLabel(null), null);
    // An untouched board is nothing to keep.
    return { ...fresh, stored: fingerprint({ game: fresh.source.text("json"), ply: 0 }) };
  }

  function reopen(entry: SavedGame): GameHandle {
    const game = rules.openGame(entry.game, 0);
    game.jump(entry.ply);
    return game;
  }

  function seated(game: GameHandle, from: GameInfo, clock: ClockRecord | null) {
    const { id, name, kept, opponent } = from;
    const seats = opponent === null ? (["white", "black"] as const) : ([other(opponent.plays)] as const);
    return { info: { id, name, kept, opponent }, source: createLocalSource(game, { seats, clock }) };
  }

  function freshLabel(opponent: Opponent | null): GameInfo {
    return { id: newId(), name: dated(today()), kept: false, opponent };
  }

  function attempt<Value>(action: () => Value, what: string): Value | null {
    try {
      return action();
    } catch (thrown) {
      complain(`${what}: ${asApiError(thrown).message}.`);
      return null;
    }
  }

  async function readingReady(text: string): Promise<boolean> {
    try {
      await rules.prepareReading(text);
      return true;
    } catch {
      complain("What reads games could not be loaded; try again when you are online.");
      return false;
    }
  }

  function complain(text: string): void {
    message.value = { tone: "error", text };
  }

  function replace(next: { info: GameInfo; source: LocalSource }, stored: string | null): void {
    const old = local.peek();
    written = stored;
    batch(() => {
      message.value = null;
      info.value = next.info;
      local.value = next.source;
      online.value = null;
    });
    old.dispose();
  }

  function write(): void {
    const at = local.value;
    const { name, id, opponent } = info.value;
    const finished = at.snapshot.value.status !== "ongoing";
    const kept = info.value.kept || finished;
    const summary = summarise(at);
    const game = at.text("json");
    const { ply } = at.history.value;
    if (fingerprint({ game, ply }) === written && kept === info.value.kept) return;
    written = fingerprint({ game, ply });
    const clock = at.clockRecord();
    const said = library.error.peek() !== null;
    const refused = library.put({ id, name, kept, changed: today(), game, ply, summary, clock, opponent });
    if (refused === null) library.setCurrent(id);
    else if (!said) complain(`This game is not being kept: ${refused}.`);
    if (kept !== info.peek().kept) info.value = { ...info.peek(), kept };
  }

  let before = { source: local.peek(), snapshot: local.peek().snapshot.peek(), history: local.peek().history.peek() };
  const stopNoticing = effect(() => {
    const now = { source: local.value, snapshot: local.value.snapshot.value, history: local.value.history.value };
    if (now.source === before.source && isNextPly(before.history, now.history)) {
      const opened = unfrozenNotices(before.snapshot, now.snapshot);
      message.value = opened.length > 0 ? { tone: "note", text: opened.join(" ") } : null;
    }
    before = now;
  });

  // After the notices of a move, so that a complaint about keeping it is not taken away by them.
  const position = computed(() => ({ snapshot: local.value.snapshot.value, history: local.value.history.value }));
  const stopWriting = position.subscribe(() => untracked(write));

  function save(name: string): void {
    info.value = { ...info.peek(), name, kept: true };
    written = null;
    write();
    const refused = library.error.peek();
    if (refused !== null) complain(`“${name}” could not be kept: ${refused}.`);
  }

  /** Puts one of several games of a text straight into the library. */
  function saveAside(text: string, index: number, name: string): void {
    const game = rules.openGame(text, index);
    const aside = createLocalSource(game);
    const { ply } = aside.history.value;
    const record = { id: newId(), name, kept: true, changed: today(), ply, clock: null, opponent: null };
    library.put({ ...record, game: aside.text("json"), summary: summarise(aside) });
    aside.dispose();
  }

  /** A game that was neither finished nor kept leaves with the table's next one. */
  function clearAway(): void {
    const { id, kept } = info.peek();
    if (!kept && !isBroken(library.get(id))) library.remove(id);
  }

  return {
    store,
    info: shown,
    library,
    message,
    online,
    showOnline(next) {
      batch(() => {
        message.value = null;
        online.value = next;
      });
    },
    isUnderWay() {
      if (online.value) return false;
      const { snapshot, history } = local.value;
      return snapshot.value.status === "ongoing" && history.value.moves.length > 0;
    },
    startNew({ rules: book, tfen, clock, opponent }) {
      const game = attempt(() => rules.newGame(book, tfen), "The game could not be started");
      if (!game) return false;
      clearAway();
      replace(seated(game, freshLabel(opponent), clock && newClock(clock)), null);
      return true;
    },
    async openText(text, name, keepOld) {
      if (!(await readingReady(text))) return false;
      const read = attempt(
        () => ({ count: rules.countGames(text), game: rules.openGame(text, 0) }),
        `${name} could not be opened`,
      );
      if (!read) return false;
      if (keepOld && local.peek().history.peek().moves.length > 0) save(info.peek().name);
      clearAway();
      replace(seated(read.game, { ...freshLabel(null), name }, null), null);
      for (let index = 1; index < read.count; index++) saveAside(text, index, `${name} (${index + 1})`);
      const refused = library.error.peek();
      if (read.count > 1) {
        const others = `The other ${counted(read.count - 1, "game")} of ${name}`;
        message.value =
          refused === null
            ? { tone: "note", text: `${others} stand in “My games”.` }
            : { tone: "error", text: `${others} could not all be kept: ${refused}.` };
      }
      return true;
    },
    async openSaved(id) {
      const entry = library.get(id);
      if (entry === null || isBroken(entry)) {
        complain(entry ? `This game cannot be read: ${entry.broken}.` : "This game is no longer kept here.");
        return false;
      }
      if (!(await readingReady(entry.game))) return false;
      const game = attempt(() => reopen(entry), `“${entry.name}” could not be opened`);
      if (!game) return false;
      if (info.peek().id !== id) clearAway();
      replace(seated(game, entry, entry.clock), fingerprint(entry));
      library.setCurrent(id);
      return true;
    },
    save,
    rename(id, name) {
      const entry = library.get(id);
      if (entry === null || isBroken(entry)) return;
      library.put({ ...entry, name, kept: true });
      if (info.peek().id === id) info.value = { ...info.peek(), name, kept: true };
    },
    remove(id) {
      library.remove(id);
      if (info.peek().id === id) info.value = { ...info.peek(), id: newId(), kept: false };
    },
    saveClock() {
      if (!local.peek().clocks.peek()?.running) return;
      written = null;
      write();
    },
    async syncFromStorage() {
      library.refresh();
      const entry = library.get(info.peek().id);
      if (entry === null || isBroken(entry) || fingerprint(entry) === written) return;
      if (!(await readingReady(entry.game))) return;
      const game = attempt(() => reopen(entry), `“${entry.name}” could not be opened`);
      if (game) replace(seated(game, entry, entry.clock), fingerprint(entry));
    },
    dispose() {
      stopWriting();
      stopNoticing();
      store.dispose();
      local.peek().dispose();
    },
  };
}

/** Not by `randomUUID`, which browsers withhold from a host without https. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What tells whether a game has changed since it was written. */
function fingerprint({ game, ply }: { game: string; ply: number }): string {
  return `${ply} ${game}`;
}

function other(color: "white" | "black"): "white" | "black" {
  return color === "white" ? "black" : "white";
}

function summarise(source: GameSource): string {
  const { moves } = source.history.value;
  const whole = moves.filter((each) => !each.forced && each.color === "white").length;
  return `${counted(whole, "move")} · ${statusText(source.snapshot.value)}`;
}

function dated(time: number): string {
  const day = new Date(time);
  return `Game of ${day.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${day.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}
