// The addresses of the page's screens and dialogs. They are in the URL fragment, so that any static host can serve them
// from any folder. `links.ts` reads and writes the records in links to games and positions.
import type { RuleBook } from "../wire/world";

export const ADDRESSED_DIALOGS = ["new", "online", "games", "share", "import", "view", "help"] as const;
/** The dialogs that have an address; small questions have none. */
export type AddressedDialog = (typeof ADDRESSED_DIALOGS)[number];

export const NEW_GAME_OPPONENTS = ["computer", "person"] as const;
/** The opponent that a new game's dialog offers first. */
export type NewGameOpponent = (typeof NEW_GAME_OPPONENTS)[number];

/** The path that the learn module replaces by the place where the person stopped. */
export const RESUME_PATH = "learn=resume";

/** `#analysis`, `#analysis=ID`, or with the path of a node: `#analysis=ID/12-1-3`. */
const ANALYSIS = /^#analysis(?:=(\w+)(?:\/([\d-]+))?)?$/;
const LEARN = /^#(learn|puzzles?|guide|trainers?)(=.+)?$/;

/** What the analysis screen shows: a study at a node. */
export interface StudyPlace {
  /** Null for an empty board. */
  readonly id: string | null;
  /** The path of the node; null for the one that was shown last. */
  readonly path: string | null;
  /** The rule book of an empty board; not in the address. */
  readonly rules?: RuleBook;
}

export const EMPTY_BOARD: StudyPlace = { id: null, path: null };

export type Address =
  | { readonly kind: "home" }
  /** The local game on the board. */
  | { readonly kind: "game" }
  | { readonly kind: "onlineGame"; readonly id: string }
  /** A link that holds a game or a position. */
  | { readonly kind: "record" }
  /** Lessons, puzzles, guide and trainers: the fragment without its `#`, which the learn module reads. */
  | { readonly kind: "learn"; readonly path: string }
  | { readonly kind: "analysis"; readonly study: StudyPlace }
  /** The position editor; null for the position on the board. */
  | { readonly kind: "editor"; readonly text: string | null }
  | { readonly kind: "dialog"; readonly dialog: AddressedDialog; readonly opponent: NewGameOpponent | null }
  | { readonly kind: "unknown" };

/** Reads a URL's fragment with its `#`. An empty one is home. */
export function parseAddress(hash: string): Address {
  const analysis = ANALYSIS.exec(hash);
  if (analysis) return { kind: "analysis", study: { id: analysis[1] ?? null, path: analysis[2] ?? null } };
  if (LEARN.test(hash)) return { kind: "learn", path: hash.slice(1) };
  const [, name = "", value = null] = /^#?([^=]*)(?:=(.*))?$/s.exec(hash) ?? [];
  if (value !== null) return parseValue(name, value);
  if (name === "" || name === "home") return { kind: "home" };
  if (name === "play") return { kind: "game" };
  if (name === "editor") return { kind: "editor", text: null };
  const dialog = ADDRESSED_DIALOGS.find((each) => each === name);
  return dialog ? { kind: "dialog", dialog, opponent: null } : { kind: "unknown" };
}

function parseValue(name: string, value: string): Address {
  if (name === "online" && value !== "") return { kind: "onlineGame", id: value };
  if (name === "tfen" || name === "game" || name === "study") return { kind: "record" };
  if (name === "editor") return { kind: "editor", text: positionIn(value) };
  const opponent = NEW_GAME_OPPONENTS.find((each) => each === value);
  return name === "new" && opponent ? { kind: "dialog", dialog: "new", opponent } : { kind: "unknown" };
}

/** The fragment of an address, for those that name a place rather than data. */
export function formatAddress(address: Exclude<Address, { kind: "record" | "unknown" }>): string {
  switch (address.kind) {
    case "home":
      return "#home";
    case "game":
      return "#play";
    case "onlineGame":
      return `#online=${address.id}`;
    case "learn":
      return `#${address.path}`;
    case "analysis":
      return formatStudy(address.study);
    case "editor":
      return address.text === null ? "#editor" : `#editor=${positionValue(address.text)}`;
    case "dialog":
      return address.opponent === null ? `#${address.dialog}` : `#${address.dialog}=${address.opponent}`;
  }
}

export function formatStudy({ id, path }: StudyPlace): string {
  if (id === null) return "#analysis";
  return path === null ? `#analysis=${id}` : `#analysis=${id}/${path}`;
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
  try {
    const tfen = decodeURIComponent(value.replaceAll("_", " ").replaceAll("+", " "));
    // Text without a bar between levels is not a position.
    return tfen.includes("|") ? tfen : null;
  } catch {
    return null;
  }
}
