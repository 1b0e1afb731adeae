// The table: which game lies on it, how it came there, and where it is kept. One game at a time; the views stay.
import { batch, computed, effect, signal, untracked, type ReadonlySignal, type Signal } from "@preact/signals-core";
import { newClock, type ClockRecord, type ClockSettings } from "../source/clock";
import type { Opponent } from "../source/engine";
import { createHere, type HereSource } from "../source/here";
import { asRefusal, type GameHandle, type Rules } from "../source/rules";
import type { GameSource } from "../source/source";
import type { RuleBook } from "../wire/world";
import { isBroken, type KeptGame, type Library } from "./library";
import { follows, thawed } from "./notices";
import { createStore, type Store } from "./store";
import type { ViewOptions } from "./view";
import { counted, statusWords } from "./words";

export interface NewGame {
  readonly rules: RuleBook;
  readonly tfen: string | null;
  readonly clock: ClockSettings | null;
  readonly opponent: Opponent | null;
}

/** What the table knows of its game besides the game itself. */
export interface GameLabel {
  readonly id: string;
  readonly name: string;
  readonly kept: boolean;
  readonly opponent: Opponent | null;
}

export interface Message {
  readonly tone: "note" | "error";
  readonly text: string;
}

export interface Table {
  readonly store: Store;
  readonly label: ReadonlySignal<GameLabel>;
  readonly library: Library;
  readonly message: Signal<Message | null>;
  /** A game that is kept elsewhere and lies on the table above the one kept here. */
  readonly guest: ReadonlySignal<GameSource | null>;
  /** Puts such a game on the table, or takes it away; the game kept here stays as it was. */
  sit(guest: GameSource | null): void;
  /** Whether starting another game would end one that is being played. */
  underWay(): boolean;
  startNew(game: NewGame): boolean;
  /** Opens a record in any form. The game that was here is kept if asked for, else it goes unless it was kept before. */
  openText(text: string, name: string, keepOld: boolean): Promise<boolean>;
  openKept(id: string): Promise<boolean>;
  keep(name: string): void;
  rename(id: string, name: string): void;
  remove(id: string): void;
  /** Writes down what has changed without a move: the clock that runs. */
  noteClock(): void;
  /** Another tab has written: the list and, if it is the same, the game follow. */
  follow(): Promise<void>;
  dispose(): void;
}

export interface TableParts {
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
export async function prepareTable(rules: Rules, library: Library): Promise<void> {
  const id = library.current();
  const entry = id === null ? null : library.get(id);
  if (entry && !isBroken(entry)) await rules.prepareReading(entry.game).catch(() => undefined);
}

export function createTable(parts: TableParts): Table {
  const { rules, library } = parts;
  const newId = parts.newId ?? randomId;
  const today = parts.today ?? (() => Date.now());
  const message = signal<Message | null>(null);

  const first = restore();
  const label = signal<GameLabel>(first.label);
  const here = signal<HereSource>(first.source);
  const guest = signal<GameSource | null>(null);
  const source = computed<GameSource>(() => guest.value ?? here.value);
  const store = createStore(rules.world, source, parts.view);
  /** A game kept elsewhere has no place in this browser's list. */
  const shown = computed<GameLabel>(() =>
    guest.value ? { id: "", name: "Online game", kept: true, opponent: null } : label.value,
  );
  let written: string | null = first.stored;

  function restore(): { label: GameLabel; source: HereSource; stored: string | null } {
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

  function reopen(entry: KeptGame): GameHandle {
    const game = rules.openGame(entry.game, 0);
    game.jump(entry.ply);
    return game;
  }

  function seated(game: GameHandle, from: GameLabel, clock: ClockRecord | null) {
    const { id, name, kept, opponent } = from;
    const seats = opponent === null ? (["white", "black"] as const) : ([other(opponent.plays)] as const);
    return { label: { id, name, kept, opponent }, source: createHere(game, { seats, clock }) };
  }

  function freshLabel(opponent: Opponent | null): GameLabel {
    return { id: newId(), name: dated(today()), kept: false, opponent };
  }

  function attempt<Value>(action: () => Value, what: string): Value | null {
    try {
      return action();
    } catch (thrown) {
      complain(`${what}: ${asRefusal(thrown).message}.`);
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

  function replace(next: { label: GameLabel; source: HereSource }, stored: string | null): void {
    const old = here.peek();
    written = stored;
    batch(() => {
      message.value = null;
      label.value = next.label;
      here.value = next.source;
      guest.value = null;
    });
    old.dispose();
  }

  function write(): void {
    const at = here.value;
    const { name, id, opponent } = label.value;
    const finished = at.snapshot.value.status !== "ongoing";
    const kept = label.value.kept || finished;
    const summary = summarise(at);
    const game = at.text("json");
    const { ply } = at.history.value;
    if (fingerprint({ game, ply }) === written && kept === label.value.kept) return;
    written = fingerprint({ game, ply });
    const clock = at.clockRecord();
    const said = library.refusal.peek() !== null;
    const refused = library.put({ id, name, kept, changed: today(), game, ply, summary, clock, opponent });
    if (refused === null) library.setCurrent(id);
    else if (!said) complain(`This game is not being kept: ${refused}.`);
    if (kept !== label.peek().kept) label.value = { ...label.peek(), kept };
  }

  let before = { source: here.peek(), snapshot: here.peek().snapshot.peek(), history: here.peek().history.peek() };
  const stopNoticing = effect(() => {
    const now = { source: here.value, snapshot: here.value.snapshot.value, history: here.value.history.value };
    if (now.source === before.source && follows(before.history, now.history)) {
      const opened = thawed(before.snapshot, now.snapshot);
      message.value = opened.length > 0 ? { tone: "note", text: opened.join(" ") } : null;
    }
    before = now;
  });

  // After the notices of a move, so that a complaint about keeping it is not taken away by them.
  const position = computed(() => ({ snapshot: here.value.snapshot.value, history: here.value.history.value }));
  const stopWriting = position.subscribe(() => untracked(write));

  function keep(name: string): void {
    label.value = { ...label.peek(), name, kept: true };
    written = null;
    write();
    const refused = library.refusal.peek();
    if (refused !== null) complain(`“${name}” could not be kept: ${refused}.`);
  }

  /** Puts one of several games of a text straight into the library. */
  function keepAside(text: string, index: number, name: string): void {
    const game = rules.openGame(text, index);
    const aside = createHere(game);
    const { ply } = aside.history.value;
    const record = { id: newId(), name, kept: true, changed: today(), ply, clock: null, opponent: null };
    library.put({ ...record, game: aside.text("json"), summary: summarise(aside) });
    aside.dispose();
  }

  /** A game that was neither finished nor kept leaves with the table's next one. */
  function clearAway(): void {
    const { id, kept } = label.peek();
    if (!kept && !isBroken(library.get(id))) library.remove(id);
  }

  return {
    store,
    label: shown,
    library,
    message,
    guest,
    sit(next) {
      batch(() => {
        message.value = null;
        guest.value = next;
      });
    },
    underWay() {
      if (guest.value) return false;
      const { snapshot, history } = here.value;
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
      if (keepOld && here.peek().history.peek().moves.length > 0) keep(label.peek().name);
      clearAway();
      replace(seated(read.game, { ...freshLabel(null), name }, null), null);
      for (let index = 1; index < read.count; index++) keepAside(text, index, `${name} (${index + 1})`);
      const refused = library.refusal.peek();
      if (read.count > 1) {
        const others = `The other ${counted(read.count - 1, "game")} of ${name}`;
        message.value =
          refused === null
            ? { tone: "note", text: `${others} stand in “My games”.` }
            : { tone: "error", text: `${others} could not all be kept: ${refused}.` };
      }
      return true;
    },
    async openKept(id) {
      const entry = library.get(id);
      if (entry === null || isBroken(entry)) {
        complain(entry ? `This game cannot be read: ${entry.broken}.` : "This game is no longer kept here.");
        return false;
      }
      if (!(await readingReady(entry.game))) return false;
      const game = attempt(() => reopen(entry), `“${entry.name}” could not be opened`);
      if (!game) return false;
      if (label.peek().id !== id) clearAway();
      replace(seated(game, entry, entry.clock), fingerprint(entry));
      library.setCurrent(id);
      return true;
    },
    keep,
    rename(id, name) {
      const entry = library.get(id);
      if (entry === null || isBroken(entry)) return;
      library.put({ ...entry, name, kept: true });
      if (label.peek().id === id) label.value = { ...label.peek(), name, kept: true };
    },
    remove(id) {
      library.remove(id);
      if (label.peek().id === id) label.value = { ...label.peek(), id: newId(), kept: false };
    },
    noteClock() {
      if (!here.peek().clocks.peek()?.running) return;
      written = null;
      write();
    },
    async follow() {
      library.refresh();
      const entry = library.get(label.peek().id);
      if (entry === null || isBroken(entry) || fingerprint(entry) === written) return;
      if (!(await readingReady(entry.game))) return;
      const game = attempt(() => reopen(entry), `“${entry.name}” could not be opened`);
      if (game) replace(seated(game, entry, entry.clock), fingerprint(entry));
    },
    dispose() {
      stopWriting();
      stopNoticing();
      store.dispose();
      here.peek().dispose();
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
  return `${counted(whole, "move")} · ${statusWords(source.snapshot.value)}`;
}

function dated(time: number): string {
  const day = new Date(time);
  return `Game of ${day.toLocaleDateString("en-GB", { day: "numeric", month: "long" })}, ${day.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}
