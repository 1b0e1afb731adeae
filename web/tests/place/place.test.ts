// Addresses of screens and dialogs, read and written.
import { expect, test } from "vitest";
import { ADDRESSED_DIALOGS, formatAddress, parseAddress, type Address } from "../../src/place/place";

const ADDRESSES: readonly (readonly [string, Address])[] = [
  ["#home", { kind: "home" }],
  ["#play", { kind: "game" }],
  ["#online=aB3-_x", { kind: "onlineGame", id: "aB3-_x" }],
  ...[
    "learn",
    "learn=pawns/2",
    "puzzles",
    "puzzle=17",
    "guide",
    "guide=castling",
    "trainers",
    "trainer=coordinates",
  ].map((path) => [`#${path}`, { kind: "learn", path }] as const),
  ["#new=computer", { kind: "dialog", dialog: "new", opponent: "computer" }],
  ["#new=person", { kind: "dialog", dialog: "new", opponent: "person" }],
  ...ADDRESSED_DIALOGS.map((dialog) => [`#${dialog}`, { kind: "dialog", dialog, opponent: null }] as const),
];

test.each(ADDRESSES)("%s is read and written", (hash, address) => {
  expect(parseAddress(hash)).toEqual(address);
  if (address.kind !== "record" && address.kind !== "unknown") expect(formatAddress(address)).toBe(hash);
});

test("no fragment is home", () => {
  expect(parseAddress("")).toEqual({ kind: "home" });
  expect(parseAddress("#")).toEqual({ kind: "home" });
});

test("links to games and positions hold records", () => {
  expect(parseAddress("#tfen=4/4")).toEqual({ kind: "record" });
  expect(parseAddress("#game=7ZS9")).toEqual({ kind: "record" });
  expect(parseAddress("#game=")).toEqual({ kind: "record" });
});

test.each(["#nowhere", "#online=", "#new=cat", "#help=computer", "#save", "#learn=", "#lessons", "#%"])(
  "%s is unknown",
  (hash) => {
    expect(parseAddress(hash)).toEqual({ kind: "unknown" });
  },
);
