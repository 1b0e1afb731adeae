// Positions of real games: the files hold games of the engine against itself, at levels 3 to 6 with 400 nodes a move. The
// cameras were chosen with those of `games.txt`, before the others were played.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WasmGame } from "../../../src/wasm/rules/trid_rules";
import type { Snapshot } from "../../../src/wire/snapshot";
import type { RuleBook } from "../../../src/wire/world";
import "./randomGames";

const FILES = { fitted: "games.txt", "held out": "heldOutGames.txt" } as const;

/** Whether the cameras were chosen with the games. */
export type Games = keyof typeof FILES;

/** A number of positions from a rule book's games, evenly spaced. */
export function realPositions(book: RuleBook, count: number, from: Games = "fitted"): Snapshot[] {
  const lines = readFileSync(join(import.meta.dirname, FILES[from]), "utf8")
    .trim()
    .split("\n");
  const all = lines
    .map((line) => line.split(" "))
    .filter(([of]) => of === book)
    .flatMap(([, ...moves]) => positionsOf(book, moves));
  return Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)]).filter(
    (snapshot) => snapshot !== undefined,
  );
}

function positionsOf(book: RuleBook, moves: readonly string[]): Snapshot[] {
  const game = new WasmGame(book, undefined);
  const snapshots = moves.map((move) => {
    game.play(move);
    return JSON.parse(game.snapshot()) as Snapshot;
  });
  game.free();
  return snapshots;
}
