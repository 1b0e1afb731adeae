// Places and their addresses.
import { expect, test } from "vitest";
import { DIALOGS, formatPlace, GAME, HOME, parsePlace, type Place, type PuzzleTask } from "../../src/place/place";

const puzzles = (task: PuzzleTask): Place => ({ kind: "puzzles", task });

const PLACES: readonly (readonly [string, Place])[] = [
  ["#home", HOME],
  ["#play", GAME],
  ["#online=aB3-_x", { kind: "online", id: "aB3-_x" }],
  ["#learn", { kind: "lessons", exercise: null }],
  ["#learn=pawns/2", { kind: "lessons", exercise: "pawns/2" }],
  ["#puzzles", { kind: "puzzles", task: null }],
  ["#puzzle=000017", puzzles({ kind: "one", number: "000017" })],
  ["#puzzles=daily", puzzles({ kind: "daily" })],
  ["#puzzles=streak", puzzles({ kind: "run", run: "streak" })],
  ["#puzzles=storm", puzzles({ kind: "run", run: "storm" })],
  ["#puzzles=mix", puzzles({ kind: "filter", filter: { kind: "mix" } })],
  ["#puzzles=review", puzzles({ kind: "filter", filter: { kind: "review" } })],
  ["#puzzles=fork", puzzles({ kind: "filter", filter: { kind: "theme", theme: "fork" } })],
  ["#puzzles=rating/1200", puzzles({ kind: "filter", filter: { kind: "rating", rating: 1200 } })],
  ["#guide", { kind: "guide", section: null }],
  ["#guide=play/rook", { kind: "guide", section: "play/rook" }],
  ["#trainers", { kind: "trainers", trainer: null }],
  ["#trainer=coordinates", { kind: "trainers", trainer: "coordinates" }],
  ["#analysis", { kind: "study", id: null, path: null }],
  ["#analysis=x1", { kind: "study", id: "x1", path: null }],
  ["#analysis=x1/12-1-3", { kind: "study", id: "x1", path: "12-1-3" }],
  ["#editor", { kind: "editor", text: null }],
  ["#editor=4/4|K_w", { kind: "editor", text: "4/4|K w" }],
  ["#new=computer", { kind: "dialog", dialog: "new", opponent: "computer", over: GAME }],
  ["#new=person", { kind: "dialog", dialog: "new", opponent: "person", over: GAME }],
  ...DIALOGS.map((dialog) => [`#${dialog}`, { kind: "dialog", dialog, opponent: null, over: GAME }] as const),
  ["#tfen=4/4", { kind: "link", hash: "#tfen=4/4" }],
  ["#game=7ZS9", { kind: "link", hash: "#game=7ZS9" }],
  ["#game=", { kind: "link", hash: "#game=" }],
  ["#study=0/x/7ZS9", { kind: "link", hash: "#study=0/x/7ZS9" }],
];

test.each(PLACES)("%s is read and written", (hash, place) => {
  expect(parsePlace(hash, GAME)).toEqual(place);
  // The bar of a T-FEN is escaped.
  expect(formatPlace(place)).toBe(hash.replace("|", "%7C"));
});

test("no fragment is home", () => {
  expect(parsePlace("", GAME)).toEqual(HOME);
  expect(parsePlace("#", GAME)).toEqual(HOME);
});

test.each(["#puzzles=rating/12", "#puzzles=toString", "#puzzle"])("%s is the menu of puzzles", (hash) => {
  expect(parsePlace(hash, GAME)).toEqual({ kind: "puzzles", task: null });
});

test.each([
  ...["#nowhere", "#online=", "#new=cat", "#help=computer", "#save", "#learn=", "#lessons", "#%"],
  ...["#analysis=", "#analysis=x/y", "#play=1"],
])("%s is unknown", (hash) => {
  expect(parsePlace(hash, GAME)).toBeNull();
});
