// Ray picking from every preset, assembled and exploded.
import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { explodeFactorFor, type FixedPreset } from "../../../src/board/scene/camera/viewpoint";
import { hitMatches, Picker, type Hit } from "../../../src/board/scene/input/picker";
import { samplePoints, type PickTarget } from "../../../src/board/scene/input/samplePoints";
import { NO_HIGHLIGHTS, type Highlights } from "../../../src/board/scene/overlay/highlights";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Snapshot } from "../../../src/wire/snapshot";
import { WasmGame } from "../../../src/wasm/rules/trid_rules";
import type { PinName } from "../../../src/wire/world";
import { randomGame } from "./randomGames";
import { makeCamera, makeSet } from "./fixtures";

const PRESETS: readonly FixedPreset[] = ["white", "black", "showcase", "top", "side", "front"];

function start(): Snapshot {
  const [snapshot] = randomGame(2, 0);
  if (!snapshot) throw new Error("the game has no position");
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
  /** Whether some point picks the target. */
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
  ["assembled", false],
  ["exploded", true],
])("the set %s", (_, exploded) => {
  it.each(PRESETS)("lets pick every piece in preset %s, and every target through the glass", (preset) => {
    const set = makeSet();
    const snapshot = start();
    set.show(snapshot);
    set.explode(exploded ? explodeFactorFor(preset) : 0, () => undefined);
    const missed = (targets: readonly string[]) => {
      const { finds } = picker(set, preset, targets);
      return targets.filter((square) => !finds({ square }));
    };
    const { finds } = picker(set, preset);
    const hidden = snapshot.pieces.filter(({ square }) => !finds({ square })).map(({ square }) => square);
    expect(hidden).toEqual([]);
    expect(missed(["b4N", "c4N", "b3W", "c3W"])).toEqual([]);
  });

  it("lets pick boards by post or rim, and free pins", () => {
    const set = makeSet();
    set.show(start());
    set.explode(exploded ? explodeFactorFor("white") : 0, () => undefined);
    const { finds } = picker(set, "white");
    const pins: PinName[] = ["QL1", "KL1", "QL6", "KL6", "QL2", "KL2", "QL3", "KL3", "QL4", "KL4", "QL5", "KL5"];
    expect(pins.filter((pin) => !finds({ pin }))).toEqual([]);
  });
});

describe("the view from above", () => {
  it("shows all squares of a column at the same place, each with its own cell to pick", () => {
    const set = makeSet();
    for (const snapshot of randomGame(5, 60)) {
      set.show(snapshot);
      const { finds } = picker(set, "top");
      for (const { square } of snapshot.pieces) expect(finds({ square }), `${square}, ply ${snapshot.ply}`).toBe(true);
    }
    const camera = makeCamera(set, "top", { width: 1058, height: 780 });
    for (const column of Object.values(set.layout.world.columns)) {
      const places = column.map((square) => set.layout.squarePosition(square).project(camera));
      for (const axis of ["x", "y"] as const) {
        const spread = Math.max(...places.map((each) => each[axis])) - Math.min(...places.map((each) => each[axis]));
        expect((spread / 2) * 1058, column.join()).toBeLessThan(0.75);
      }
    }
  });
});

describe("a pick", () => {
  it("hits nothing beside the set", () => {
    const set = makeSet();
    set.show(start());
    expect(picker(set, "white").at(-0.99, -0.99)).toBeNull();
  });

  it("ignores faded levels", () => {
    const set = makeSet();
    set.show(start());
    set.openView(new Vector3(0, 100, 0), [], { focus: "N", slice: null }, null);
    const { finds } = picker(set, "white");
    expect(finds({ square: "a1W" })).toBe(false);
    expect(finds({ square: "b4N" })).toBe(true);
  });

  it("can pick the second of two targets behind each other", () => {
    const set = makeSet();
    set.show(start());
    set.update();
    const camera = makeCamera(set, "top");
    set.setDiagram(null);
    const { x, y } = set.layout.squarePosition("b4N").project(camera);
    const isTarget = (square: string) => square === "b4N" || square === "b4W";
    const pick = (deeper: boolean) =>
      new Picker(set, camera).pick(x, y, { highlights: NO_HIGHLIGHTS, isTarget, deeper });
    expect(pick(false)).toMatchObject({ square: "b4N" });
    expect(pick(true)).toMatchObject({ square: "b4W" });
  });

  it("hits a landing at the ghost of a rider", () => {
    const set = makeSet();
    set.show(start());
    const ghost = { kind: "pawn", color: "white", square: "a5QL2", turned: true } as const;
    const { finds } = picker(set, "side", [], { ...NO_HIGHLIGHTS, ghosts: [ghost] });
    expect(finds({ square: "a5QL2" })).toBe(true);
  });
});

describe("captured pieces", () => {
  const EMPTIED = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 10 20";

  it.each(["white", "black"] as const)("stand in view of %s's camera and cannot be picked", (preset) => {
    const game = new WasmGame("revised", EMPTIED);
    const set = makeSet();
    set.show(JSON.parse(game.snapshot()) as Snapshot);
    game.free();
    const { at } = picker(set, preset);
    const camera = makeCamera(set, preset);
    const places = [...set.pieces.captured].map(({ position }) =>
      position
        .clone()
        .setY(position.y + 0.5)
        .project(camera),
    );
    expect(places).toHaveLength(30);
    expect(places.filter(({ x, y }) => Math.abs(x) > 0.98 || Math.abs(y) > 0.98)).toEqual([]);
    // What is picked there is a board that lies behind or before them.
    expect(places.map(({ x, y }) => at(x, y)).filter((hit) => hit?.kind === "square" && hit.piece)).toEqual([]);
  });

  it("are not shown unless they are asked for", () => {
    const game = new WasmGame("revised", EMPTIED);
    const set = makeSet();
    set.show(JSON.parse(game.snapshot()) as Snapshot, []);
    game.free();
    expect(set.pieces.captured.size).toBe(0);
  });
});
