// A long quiet game, played by chance but always the same: what a page has to bear that lists every move.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../src/wire/snapshot";
import { initSync, WasmGame } from "../src/wasm/rules/trid_rules";

const MODULE = join(import.meta.dirname, "../src/wasm/rules/trid_rules_bg.wasm");
/** Half-moves after which a pawn moves, before the game is drawn by the rule of 75 moves. */
const PATIENCE = 80;

/** A game of so many plies that is still going on, as T-PGN. */
export function longGame(plies: number): string {
  initSync({ module: readFileSync(MODULE) });
  const game = new WasmGame("revised");
  const snapshot = (): Snapshot => JSON.parse(game.snapshot()) as Snapshot;
  let seed = 7;
  for (let now = snapshot(); now.ply < plies; now = snapshot()) {
    const quiet = now.moves.filter((each) => !each.captures && !each.promotion && !each.gives);
    const patient = Number(now.tfen.split(" ")[7]) <= PATIENCE;
    const fitting = quiet.filter((each) => (each.piece === "pawn") !== patient);
    const choices = fitting.length > 0 ? fitting : quiet;
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const chosen = choices[Math.floor((seed / 2 ** 31) * choices.length)];
    if (!chosen) throw new Error(`no quiet move after ply ${now.ply}`);
    game.play(chosen.move);
    if (snapshot().status !== "ongoing") game.undo();
  }
  return game.record("tpgn");
}
