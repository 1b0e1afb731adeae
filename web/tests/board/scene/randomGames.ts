// Reproducible random games played by the rules in WebAssembly, for tests.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Snapshot } from "../../../src/wire/snapshot";
import type { World } from "../../../src/wire/world";
import { initSync, WasmGame, world as worldText } from "../../../src/wasm/rules/trid_rules";

initSync({ module: readFileSync(join(import.meta.dirname, "../../../src/wasm/rules/trid_rules_bg.wasm")) });

export const world = JSON.parse(worldText()) as World;

/** A seeded pseudo-random generator of numbers from 0 to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The Snapshots of a random game. It prefers moves off and of attack boards, which are the hardest to draw. */
export function* randomGame(seed: number, plies: number): Iterable<Snapshot> {
  const random = seededRandom(seed);
  const game = new WasmGame(seed % 2 === 0 ? "revised" : "meder", undefined);
  try {
    for (let ply = 0; ply <= plies; ply++) {
      const snapshot = JSON.parse(game.snapshot()) as Snapshot;
      yield snapshot;
      if (snapshot.status !== "ongoing") return;
      const boards = snapshot.moves.filter((move) => move.board !== null);
      const leaving = snapshot.moves.filter(({ from, to }) => from !== null && from.length > 3 && to?.length === 3);
      const preferred = boards.length > 0 && random() < 0.5 ? boards : leaving;
      const choices = preferred.length > 0 && random() < 0.6 ? preferred : snapshot.moves;
      const move = choices[Math.floor(random() * choices.length)];
      if (!move) return;
      game.play(move.move);
    }
  } finally {
    game.free();
  }
}
