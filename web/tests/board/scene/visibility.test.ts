// What White's and Black's cameras show: of every piece, in positions of real games, and how the set fills the canvas.
// It prints the figures of docs/notes/layout.md.
import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { Picker } from "../../../src/board/scene/input/picker";
import { NO_HIGHLIGHTS } from "../../../src/board/scene/overlay/highlights";
import { HEIGHT } from "../../../src/board/scene/geometry/pieces";
import type { Snapshot } from "../../../src/wire/snapshot";
import { RULE_BOOKS } from "../../../src/core/ruleBooks";
import { makeCamera, makeSet } from "./fixtures";
import { IdBuffer } from "./idBuffer";
import { realPositions } from "./realGames";
import { drawSet, visibleShares } from "./visibleShares";

const CAMERAS = ["white", "black"] as const;
/** Canvas sizes: the 3D view alone and beside the map on a desktop, and on a phone. */
const SIZES = [
  { width: 1058, height: 780 },
  { width: 640, height: 780 },
  { width: 372, height: 425 },
  { width: 372, height: 640 },
];
const POSITIONS = RULE_BOOKS.map((book) => [book, realPositions(book, 200)] as const);
/** At most this share of the pieces shows less than TARGET of itself, and none less than LEAST. */
const TARGET = { own: 0.6, all: 0.45 };
const MAX_BELOW = { own: 0.03, all: 0.015 };
const LEAST = 0.2;
/** At least this share of the pieces is picked at the middle of its body. */
const MIN_PICKED = 0.98;
/** The set fills at least this share of the canvas's width or height; the rest is for boards on pins that are empty. */
const MIN_FILL = 0.8;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const shareOf = (part: readonly unknown[], whole: readonly unknown[]) => part.length / whole.length;

describe.each(CAMERAS)("from %s's camera", (preset) => {
  it.each(POSITIONS)(
    "pieces are seen in positions of real games, %s",
    (book, positions) => {
      const set = makeSet();
      const shares = positions.flatMap((snapshot) => {
        set.show(snapshot);
        return visibleShares(set, makeCamera(set, preset, { width: 800, height: 800 }), 260, 260);
      });
      const own = shares.filter(({ color }) => color === preset);
      const below = {
        own: shareOf(
          own.filter(({ share }) => share < TARGET.own),
          own,
        ),
        all: shareOf(
          shares.filter(({ share }) => share < TARGET.all),
          shares,
        ),
      };
      const least = Math.min(...shares.map(({ share }) => share));
      const leastOwn = Math.min(...own.map(({ share }) => share));
      const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length;
      process.stdout.write(
        `| ${preset} | ${book} | ${percent(least)} | ${percent(leastOwn)} | ${percent(mean)} | ${percent(below.all)} | ${percent(below.own)} |\n`,
      );
      expect(least).toBeGreaterThanOrEqual(LEAST);
      expect(below.own).toBeLessThanOrEqual(MAX_BELOW.own);
      expect(below.all).toBeLessThanOrEqual(MAX_BELOW.all);
    },
    600_000,
  );

  it.each(POSITIONS)(
    "pieces are picked where they are seen, %s",
    (book, positions) => {
      const set = makeSet();
      const missed: string[] = [];
      let count = 0;
      for (const snapshot of positions) {
        set.show(snapshot);
        count += snapshot.pieces.length;
        missed.push(...unpickable(set, preset, snapshot).map((square) => `${snapshot.tfen}: ${square}`));
      }
      process.stdout.write(`| ${preset} | ${book} | ${percent(1 - missed.length / count)} picked |\n`);
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
