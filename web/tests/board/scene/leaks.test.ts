// The set does not leak scene objects.
import { describe, expect, it } from "vitest";
import { randomGame } from "./randomGames";
import { makeSet, countObjects } from "./fixtures";

describe("the set", () => {
  it("has as many objects after 500 moves in 50 games as after the first move", () => {
    const set = makeSet();
    const games = [...Array(50).keys()].map((seed) => randomGame(seed, 10));
    let objects = 0;
    let moves = 0;
    for (const game of games) {
      for (const snapshot of game) {
        set.show(snapshot);
        set.showGhosts([{ kind: "queen", color: "white", square: "b4N", turned: null }], {
          pin: "QL3",
          owner: "white",
        });
        set.showGhosts([], null);
        set.update();
        objects ||= countObjects(set.group);
        moves++;
      }
      expect(countObjects(set.group)).toBe(objects);
      expect(set.pieces.models.size).toBeLessThanOrEqual(32);
    }
    expect(moves).toBeGreaterThan(500);
  });
});
