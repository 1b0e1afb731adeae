// A long game of random quiet moves, the same every time, to test how the page copes with a long move list.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../src/wire/snapshot";
import { initSync, WasmGame } from "../src/wasm/rules/trid_rules";

const MODULE = join(import.meta.dirname, "../src/wasm/rules/trid_rules_bg.wasm");
/** Plies without a pawn move before one is played, so that the 75-move rule does not end the game. */
const MAX_QUIET_PLIES = 80;

/** An unfinished game of that many plies, as T-PGN. */
export function longGame(plies: number): string {
  initSync({ module: readFileSync(MODULE) });
  const game = new WasmGame("revised");
  const snapshot = (): Snapshot => JSON.parse(game.snapshot()) as Snapshot;
  let seed = 7;
  for (let now = snapshot(); now.ply < plies; now = snapshot()) {
    const quiet = now.moves.filter((each) => !each.captures && !each.promotion && !each.gives);
    const pieceMove = Number(now.tfen.split(" ")[7]) <= MAX_QUIET_PLIES;
    const preferred = quiet.filter((each) => (each.piece === "pawn") !== pieceMove);
    const choices = preferred.length > 0 ? preferred : quiet;
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const chosen = choices[Math.floor((seed / 2 ** 31) * choices.length)];
    if (!chosen) throw new Error(`no quiet move after ply ${now.ply}`);
    game.play(chosen.move);
    if (snapshot().status !== "ongoing") game.undo();
  }
  return game.record("tpgn");
}
