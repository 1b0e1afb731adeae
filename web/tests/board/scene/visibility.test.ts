// What White's and Black's cameras show: of every piece, in positions of real games, and how the set fills the canvas.
// The first cameras, which looked from the side onto closer levels, are measured beside them.
// It prints the figures of docs/notes/layout.md.
import { PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { applyViewpoint, FIELD_OF_VIEW, frame } from "../../../src/board/scene/camera/viewpoint";
import { Picker } from "../../../src/board/scene/input/picker";
import { NO_HIGHLIGHTS } from "../../../src/board/scene/overlay/highlights";
import { HEIGHT } from "../../../src/board/scene/geometry/pieces";
import { MAIN_LEVELS } from "../../../src/board/view";
import type { Color, Snapshot } from "../../../src/wire/snapshot";
import { RULE_BOOKS } from "../../../src/core/ruleBooks";
import { makeCamera, makeSet } from "./fixtures";
import { IdBuffer } from "./idBuffer";
import { realPositions } from "./realGames";
import { world } from "./randomGames";
import { drawSet, visibleShares, type Share } from "./visibleShares";

const CAMERAS = ["white", "black"] as const;
/** Canvas sizes: the 3D view alone and beside the map on a desktop, and on a phone. */
const SIZES = [
  { width: 1058, height: 780 },
  { width: 640, height: 780 },
  { width: 372, height: 425 },
  { width: 372, height: 640 },
];
const POSITIONS = RULE_BOOKS.flatMap((book) =>
  (["fitted", "held out"] as const).map((games) => [book, games, realPositions(book, 200, games)] as const),
);
/** At most this share of the pieces shows less than TARGET of itself, and none less than LEAST of its games. */
const TARGET = { own: 0.6, all: 0.45 };
const MAX_BELOW = { own: 0.03, all: 0.015 };
const LEAST = { fitted: 0.2, "held out": 0.15 };
/** At least this share of the pieces is picked at the middle of its body. */
const MIN_PICKED = 0.98;
/** The set fills at least this share of the canvas's width or height; the rest is for boards on pins that are empty. */
const MIN_FILL = 0.8;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The first cameras, with the heights that the levels then had and glass of one opacity. */
const FIRST = { white: degrees(54, 44), black: degrees(-108, 32), storey: 6, post: 3, glass: 1, positions: 50 };

function degrees(azimuth: number, elevation: number): readonly [azimuth: number, elevation: number] {
  return [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
}

interface Shown {
  readonly least: number;
  readonly leastOwn: number;
  readonly mean: number;
  /** The parts of all and of the player's own pieces that miss the target. */
  readonly below: { readonly all: number; readonly own: number };
}

function shown(shares: readonly Share[], side: Color): Shown {
  const own = shares.filter(({ color }) => color === side);
  const part = (of: readonly Share[], target: number) => of.filter(({ share }) => share < target).length / of.length;
  return {
    least: Math.min(...shares.map(({ share }) => share)),
    leastOwn: Math.min(...own.map(({ share }) => share)),
    mean: shares.reduce((sum, { share }) => sum + share, 0) / shares.length,
    below: { all: part(shares, TARGET.all), own: part(own, TARGET.own) },
  };
}

function print(name: string, { least, leastOwn, mean, below }: Shown): void {
  const figures = [least, leastOwn, mean, below.all, below.own].map(percent);
  process.stdout.write(`| ${name} | ${figures.join(" | ")} |\n`);
}

function measureNow(preset: Color, positions: readonly Snapshot[]): Shown {
  const set = makeSet();
  const shares = positions.flatMap((snapshot) => {
    set.show(snapshot);
    return visibleShares(set, makeCamera(set, preset, { width: 800, height: 800 }), 260, 260);
  });
  return shown(shares, preset);
}

function measureFirst(preset: Color, positions: readonly Snapshot[]): Shown {
  const height = (level: string) => MAIN_LEVELS.findIndex((each) => each === level) * FIRST.storey;
  const boards = world.boards.map((board) => {
    const z = board.over === null ? height(board.id) : height(board.over) + FIRST.post;
    return { ...board, center: [board.center[0], board.center[1], z] as const };
  });
  const set = makeSet(undefined, undefined, { ...world, boards });
  const viewport = { width: 800, height: 800, covered: [] };
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 600);
  const shares = positions.flatMap((snapshot) => {
    set.show(snapshot);
    applyViewpoint(camera, frame(...FIRST[preset], set.framingSubject().points, viewport));
    return visibleShares(set, camera, 260, 260, FIRST.glass);
  });
  return shown(shares, preset);
}

describe.each(CAMERAS)("from %s's camera", (preset) => {
  it.each(POSITIONS)(
    "pieces are seen in positions of real games: %s, %s",
    (book, games, positions) => {
      const now = measureNow(preset, positions);
      print(`${preset}, ${book}, ${games}`, now);
      expect(now.least).toBeGreaterThanOrEqual(LEAST[games]);
      expect(now.below.own).toBeLessThanOrEqual(MAX_BELOW.own);
      expect(now.below.all).toBeLessThanOrEqual(MAX_BELOW.all);
    },
    600_000,
  );

  it.each(RULE_BOOKS)(
    "pieces are seen better than from the first camera: %s",
    (book) => {
      const positions = realPositions(book, FIRST.positions, "held out");
      const first = measureFirst(preset, positions);
      print(`${preset}, ${book}, first camera`, first);
      const now = measureNow(preset, positions);
      expect(now.mean).toBeGreaterThan(first.mean);
      expect(now.below.all).toBeLessThan(first.below.all);
      expect(now.below.own).toBeLessThan(first.below.own);
    },
    600_000,
  );

  it.each(POSITIONS)(
    "pieces are picked where they are seen: %s, %s",
    (book, games, positions) => {
      const set = makeSet();
      const missed: string[] = [];
      let count = 0;
      for (const snapshot of positions) {
        set.show(snapshot);
        count += snapshot.pieces.length;
        missed.push(...unpickable(set, preset, snapshot).map((square) => `${snapshot.tfen}: ${square}`));
      }
      process.stdout.write(`| ${preset}, ${book}, ${games} | ${percent(1 - missed.length / count)} picked |\n`);
      expect(missed.length / count, missed.slice(0, 5).join("\n")).toBeLessThanOrEqual(1 - MIN_PICKED);
    },
    600_000,
  );

  it.each(SIZES)("the set fills 80 % of the height or width of a canvas of $width x $height", ({ width, height }) => {
    const set = makeSet();
    const [start] = realPositions("revised", 1);
    if (start) set.show(start);
    const camera = makeCamera(set, preset, { width, height });
    const buffer = new IdBuffer(camera, width, height);
    drawSet(set, buffer);
    const { left, right, top, bottom } = buffer.bounds();
    expect(Math.max((right - left) / width, (bottom - top) / height)).toBeGreaterThanOrEqual(MIN_FILL);
    // The base is completely in the frame.
    for (const point of set.stand.baseOutline()) {
      const { x, y } = new Vector3().copy(point).project(camera);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(1);
    }
  });
});

/** The squares of pieces that a click on the middle of their body misses. */
function unpickable(set: ReturnType<typeof makeSet>, preset: "white" | "black", { pieces }: Snapshot): string[] {
  const camera = makeCamera(set, preset, { width: 800, height: 800 });
  set.update();
  const picker = new Picker(set, camera);
  return pieces
    .filter(({ square, kind }) => {
      const middle = set.layout.squarePosition(square).add(new Vector3(0, HEIGHT[kind] / 2, 0));
      const { x, y } = middle.project(camera);
      const hit = picker.pick(x, y, { highlights: NO_HIGHLIGHTS, isTarget: () => false });
      return hit?.kind !== "square" || hit.square !== square;
    })
    .map(({ square }) => square);
}
