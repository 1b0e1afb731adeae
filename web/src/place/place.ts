// Everything that the page's address can say. It is in the URL fragment, so that any static host can serve the page from
// any folder. `links.ts` reads and writes the records in links to games and positions.
import type { PuzzleFilter, Theme } from "../wire/learn";
import type { RuleBook } from "../wire/world";

export const DIALOGS = ["new", "online", "games", "share", "import", "view", "help"] as const;
/** The dialogs that have an address; small questions have none. */
export type DialogName = (typeof DIALOGS)[number];

const OPPONENTS = ["computer", "person"] as const;
/** The opponent that a new game's dialog offers first. */
export type NewGameOpponent = (typeof OPPONENTS)[number];

export type RunKind = "streak" | "storm";

/** What the person solves. */
export type PuzzleTask =
  /** One puzzle, by its number as it was typed. */
  | { readonly kind: "one"; readonly number: string }
  | { readonly kind: "daily" }
  | { readonly kind: "filter"; readonly filter: PuzzleFilter }
  | { readonly kind: "run"; readonly run: RunKind };

export interface StudyPlace {
  readonly kind: "study";
  /** Null for an empty board. */
  readonly id: string | null;
  /** The path of the node; null for the one that was shown last. */
  readonly path: string | null;
  /** The rule book of an empty board; not in the address. */
  readonly rules?: RuleBook;
  /** Whether the report on the game starts at once; not in the address. */
  readonly report?: boolean;
}

export type Screen =
  | { readonly kind: "home" }
  /** The local game on the board. */
  | { readonly kind: "game" }
  | { readonly kind: "online"; readonly id: string }
  /** An exercise, such as `pawns/2`; null for the menu. The exercise `resume` is where the person stopped. */
  | { readonly kind: "lessons"; readonly exercise: string | null }
  | { readonly kind: "puzzles"; readonly task: PuzzleTask | null }
  /** A section, a block, or the code of a reason; null for the start. */
  | { readonly kind: "guide"; readonly section: string | null }
  | { readonly kind: "trainers"; readonly trainer: string | null }
  | StudyPlace
  /** The position editor; null for the position on the board. */
  | { readonly kind: "editor"; readonly text: string | null };

/** A dialog over a screen, which is not in the address. */
export interface DialogPlace {
  readonly kind: "dialog";
  readonly dialog: DialogName;
  readonly opponent: NewGameOpponent | null;
  readonly over: Screen;
}

/** A link that holds a game, a position or a study. */
export interface LinkPlace {
  readonly kind: "link";
  readonly hash: string;
}

export type Place = Screen | DialogPlace | LinkPlace;

export const HOME = { kind: "home" } as const satisfies Screen;
export const GAME = { kind: "game" } as const satisfies Screen;
export const LESSONS = { kind: "lessons", exercise: null } as const satisfies Screen;
export const PUZZLES = { kind: "puzzles", task: null } as const satisfies Screen;
export const GUIDE = { kind: "guide", section: null } as const satisfies Screen;
export const TRAINERS = { kind: "trainers", trainer: null } as const satisfies Screen;
export const EMPTY_BOARD: StudyPlace = { kind: "study", id: null, path: null };

const THEMES: Readonly<Record<Theme, true>> = {
  mateIn1: true,
  mateIn2: true,
  mateIn3: true,
  mateIn4: true,
  mateIn5: true,
  fork: true,
  pin: true,
  discoveredColumn: true,
  boardMove: true,
  ride: true,
  levelChange: true,
  promotion: true,
  quietMove: true,
  defence: true,
};

/** The screen of a place; that of a link is the game that it opens. */
export function screenOf(place: Place): Screen {
  if (place.kind === "dialog") return place.over;
  return place.kind === "link" ? GAME : place;
}

/** Whether something else than the game is on the boards of a screen. */
export function isActivity({ kind }: Screen): boolean {
  return kind !== "home" && kind !== "game" && kind !== "online";
}

/** Reads a URL's fragment with its `#`, where a dialog would be over a screen. Null if it says nothing. */
export function parsePlace(hash: string, over: Screen): Place | null {
  const [, name = "", value = null] = /^#?([^=]*)(?:=(.*))?$/s.exec(hash) ?? [];
  if (value !== null) return parseValue(name, value, over, hash);
  switch (name) {
    case "":
    case "home":
      return HOME;
    case "play":
      return GAME;
    case "learn":
      return LESSONS;
    case "puzzle":
    case "puzzles":
      return PUZZLES;
    case "guide":
      return GUIDE;
    case "trainer":
    case "trainers":
      return TRAINERS;
    case "analysis":
      return EMPTY_BOARD;
    case "editor":
      return { kind: "editor", text: null };
  }
  const dialog = DIALOGS.find((each) => each === name);
  return dialog ? { kind: "dialog", dialog, opponent: null, over } : null;
}

function parseValue(name: string, value: string, over: Screen, hash: string): Place | null {
  if (name === "tfen" || name === "game" || name === "study") return { kind: "link", hash };
  if (name === "editor") return { kind: "editor", text: positionIn(value) };
  const text = decode(value);
  if (value === "") return null;
  switch (name) {
    case "online":
      return { kind: "online", id: value };
    case "learn":
      return { kind: "lessons", exercise: text };
    case "puzzle":
      return { kind: "puzzles", task: { kind: "one", number: text ?? "" } };
    case "puzzles":
      return { kind: "puzzles", task: text === null ? null : parseTask(text) };
    case "guide":
      return { kind: "guide", section: text };
    case "trainer":
    case "trainers":
      return { kind: "trainers", trainer: text };
    case "analysis": {
      const [, id = null, path = null] = /^(\w+)(?:\/([\d-]+))?$/.exec(value) ?? [];
      return id === null ? null : { kind: "study", id, path };
    }
    case "new": {
      const opponent = OPPONENTS.find((each) => each === value);
      return opponent ? { kind: "dialog", dialog: "new", opponent, over } : null;
    }
  }
  return null;
}

/** The task of `#puzzles=VALUE`; null for the menu. */
function parseTask(value: string): PuzzleTask | null {
  if (value === "daily") return { kind: "daily" };
  if (value === "streak" || value === "storm") return { kind: "run", run: value };
  if (value === "mix" || value === "review") return { kind: "filter", filter: { kind: value } };
  const [, rating] = /^rating\/(\d{3,4})$/.exec(value) ?? [];
  if (rating !== undefined) return { kind: "filter", filter: { kind: "rating", rating: Number(rating) } };
  return isTheme(value) ? { kind: "filter", filter: { kind: "theme", theme: value } } : null;
}

function isTheme(value: string): value is Theme {
  return Object.hasOwn(THEMES, value);
}

/** The address of a place. */
export function formatPlace(place: Place): string {
  switch (place.kind) {
    case "home":
      return "#home";
    case "game":
      return "#play";
    case "online":
      return `#online=${place.id}`;
    case "lessons":
      return withValue("#learn", place.exercise);
    case "puzzles":
      return place.task?.kind === "one"
        ? withValue("#puzzle", place.task.number)
        : withValue("#puzzles", place.task && taskValue(place.task));
    case "guide":
      return withValue("#guide", place.section);
    case "trainers":
      return place.trainer === null ? "#trainers" : withValue("#trainer", place.trainer);
    case "study":
      return withValue("#analysis", place.id !== null && place.path !== null ? `${place.id}/${place.path}` : place.id);
    case "editor":
      return place.text === null ? "#editor" : `#editor=${positionValue(place.text)}`;
    case "dialog":
      return withValue(`#${place.dialog}`, place.opponent);
    case "link":
      return place.hash;
  }
}

function taskValue(task: Exclude<PuzzleTask, { kind: "one" }>): string {
  switch (task.kind) {
    case "daily":
      return "daily";
    case "run":
      return task.run;
    case "filter":
      if (task.filter.kind === "rating") return `rating/${task.filter.rating}`;
      return task.filter.kind === "theme" ? task.filter.theme : task.filter.kind;
  }
}

function withValue(name: string, value: string | null): string {
  return value === null ? name : `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`;
}

function decode(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** A T-FEN in a URL's fragment, where it stays readable. */
export function positionValue(tfen: string): string {
  return encodeURIComponent(tfen)
    .replaceAll("%20", "_")
    .replaceAll("%2F", "/")
    .replaceAll("%2C", ",")
    .replaceAll("%3A", ":");
}

/** The T-FEN of a fragment's value; null if it is not one. */
export function positionIn(value: string): string | null {
  const tfen = decode(value.replaceAll("_", " ").replaceAll("+", " "));
  // Text without a bar between levels is not a position.
  return tfen?.includes("|") ? tfen : null;
}
