// Picking without a screen: what is seen at a point is what is picked there, from every preset and pulled apart.
import { describe, expect, it } from "vitest";
import { explodeFactorFor, type FixedPreset } from "../../src/scene/camera/viewpoint";
import { hitMatches, Picker, type Hit } from "../../src/scene/input/picker";
import { samplePoints, type PickTarget } from "../../src/scene/input/samplePoints";
import { NO_HIGHLIGHTS, type Highlights } from "../../src/scene/overlay/highlights";
import type { ChessSet } from "../../src/scene/set/chessSet";
import type { Snapshot } from "../../src/wire/snapshot";
import { randomGame } from "./randomGames";
import { makeCamera, makeSet } from "./fixtures";

const PRESETS: readonly FixedPreset[] = ["white", "black", "top", "side", "front"];

function start(): Snapshot {
  const [snapshot] = randomGame(2, 0);
  if (!snapshot) throw new Error("there is no start");
  return snapshot;
}

function picker(
  set: ChessSet,
  preset: FixedPreset,
  targets: readonly string[] = [],
  highlights: Highlights = NO_HIGHLIGHTS,
) {
  const camera = makeCamera(set, preset);
  set.update();
  const pick = new Picker(set, camera);
  const at = (x: number, y: number): Hit | null =>
    pick.pick(x, y, { highlights, isTarget: (square) => targets.includes(square) });
  /** Whether some point shows the target. */
  const finds = (target: PickTarget): boolean => {
    for (const place of samplePoints(set, target)) {
      const { x, y } = place.project(camera);
      if (hitMatches(at(x, y), target)) return true;
    }
    return false;
  };
  return { at, finds };
}

describe.each([
  ["as it stands", false],
  ["pulled apart", true],
])("the set %s", (_, exploded) => {
  it.each(PRESETS)("gives every piece from the preset %s, and every target through the glass", (preset) => {
    const set = makeSet();
    const snapshot = start();
    set.show(snapshot);
    set.explode(exploded ? explodeFactorFor(preset) : 0, () => undefined);
    const unseen = (targets: readonly string[]) => {
      const { finds } = picker(set, preset, targets);
      return targets.filter((square) => !finds({ square }));
    };
    const { finds } = picker(set, preset);
    const hidden = snapshot.pieces.filter(({ square }) => !finds({ square })).map(({ square }) => square);
    // From straight above, what stands under an attack board's piece is hidden by it.
    expect(hidden.length).toBeLessThanOrEqual(preset === "top" ? 6 : 0);
    expect(unseen(["b4N", "c4N", "b3W", "c3W"])).toEqual([]);
  });

  it("gives the boards by post or rim, and the free pins", () => {
    const set = makeSet();
    set.show(start());
    set.explode(exploded ? explodeFactorFor("white") : 0, () => undefined);
    const { finds } = picker(set, "white");
    const pins = ["QL1", "KL1", "QL6", "KL6", "QL2", "KL2", "QL3", "KL3", "QL4", "KL4", "QL5", "KL5"];
    expect(pins.filter((pin) => !finds({ pin }))).toEqual([]);
  });
});

describe("a pick", () => {
  it("is nothing beside the set", () => {
    const set = makeSet();
    set.show(start());
    expect(picker(set, "white").at(-0.99, -0.99)).toBeNull();
  });

  it("is not on a level out of focus", () => {
    const set = makeSet();
    set.show(start());
    set.setFaded(
      (level) => level !== "N",
      () => false,
    );
    const { finds } = picker(set, "white");
    expect(finds({ square: "a1W" })).toBe(false);
    expect(finds({ square: "b4N" })).toBe(true);
  });

  it("goes one level deeper where two targets lie behind each other", () => {
    const set = makeSet();
    set.show(start());
    set.update();
    const camera = makeCamera(set, "top");
    const { x, y } = set.layout.squarePosition("b4N").project(camera);
    const isTarget = (square: string) => square === "b4N" || square === "b4W";
    const pick = (deeper: boolean) =>
      new Picker(set, camera).pick(x, y, { highlights: NO_HIGHLIGHTS, isTarget, deeper });
    expect(pick(false)).toMatchObject({ square: "b4N" });
    expect(pick(true)).toMatchObject({ square: "b4W" });
  });

  it("is a landing where the ghost of a rider stands", () => {
    const set = makeSet();
    set.show(start());
    const ghost = { kind: "pawn", color: "white", square: "a5QL2", turned: true } as const;
    const { finds } = picker(set, "side", [], { ...NO_HIGHLIGHTS, ghosts: [ghost] });
    expect(finds({ square: "a5QL2" })).toBe(true);
  });
});
