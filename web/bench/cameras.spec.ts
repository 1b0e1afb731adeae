// Searches the directions from which White and Black see most of their pieces, in positions of real games of both rule
// books. `npx playwright test --project=bench cameras`; `STOREY` and `POST` scale the heights of the World.
import { test } from "@playwright/test";
import { PerspectiveCamera } from "three";
import { applyViewpoint, FIELD_OF_VIEW, frame } from "../src/board/scene/camera/viewpoint";
import type { ChessSet } from "../src/board/scene/set/chessSet";
import { RULE_BOOKS } from "../src/core/ruleBooks";
import type { Color, Snapshot } from "../src/wire/snapshot";
import type { World } from "../src/wire/world";
import { makeSet } from "../tests/board/scene/fixtures";
import { world } from "../tests/board/scene/randomGames";
import { realPositions } from "../tests/board/scene/realGames";
import { visibleShares } from "../tests/board/scene/visibleShares";

const DEGREE = Math.PI / 180;
/** Degrees to the right of straight behind the player, and up. */
const AZIMUTHS = [0, 8, 16, 20, 24, 28, 32, 40, 54];
const ELEVATIONS = [18, 20, 22, 24, 28, 32, 40, 48, 56, 64];
const SIZE = 420;
/** Positions of each rule book. */
const POSITIONS = 20;

/** The World with other heights: of a level above the next, and of an attack board above its main board. */
function scaled(storey: number, post: number): World {
  const heights = new Map(
    world.boards.map(({ id, over }) => {
      const level = ["W", "N", "B"].indexOf(over ?? id);
      return [id, level * storey + (over === null ? 0 : post)] as const;
    }),
  );
  const height = (board: string) => heights.get(board) ?? 0;
  return {
    ...world,
    boards: world.boards.map((board) => ({ ...board, center: [board.center[0], board.center[1], height(board.id)] })),
    squares: world.squares.map((square) => ({
      ...square,
      position: [square.position[0], square.position[1], height(square.board)],
    })),
  };
}

interface Result {
  readonly name: string;
  readonly least: number;
  readonly mean: number;
  /** The shares of pieces below the targets: 60 % for the side's own pieces, 45 % for all. */
  readonly ownBelow: number;
  readonly allBelow: number;
}

function measure(
  set: ChessSet,
  positions: readonly Snapshot[],
  side: Color,
  azimuth: number,
  elevation: number,
): Result {
  const viewport = { width: 2 * SIZE, height: 2 * SIZE, covered: [] };
  const turn = side === "white" ? azimuth : azimuth + 180;
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 1, 600);
  applyViewpoint(camera, frame(turn * DEGREE, elevation * DEGREE, set.framingSubject().points, viewport));
  const all = positions.flatMap((snapshot) => {
    set.show(snapshot);
    return visibleShares(set, camera, SIZE, SIZE);
  });
  const own = all.filter(({ color }) => color === side);
  return {
    name: `${side} azimuth ${azimuth} elevation ${elevation}`,
    least: Math.min(...all.map(({ share }) => share)),
    mean: all.reduce((sum, { share }) => sum + share, 0) / all.length,
    ownBelow: own.filter(({ share }) => share < 0.6).length / own.length,
    allBelow: all.filter(({ share }) => share < 0.45).length / all.length,
  };
}

test("directions of the cameras", () => {
  test.setTimeout(7_200_000);
  const set = makeSet(
    undefined,
    undefined,
    scaled(Number(process.env["STOREY"] ?? 8), Number(process.env["POST"] ?? 5)),
  );
  const positions = RULE_BOOKS.flatMap((book) => realPositions(book, POSITIONS));
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  for (const side of ["white", "black"] as const) {
    const results = AZIMUTHS.flatMap((azimuth) =>
      ELEVATIONS.map((elevation) => measure(set, positions, side, azimuth, elevation)),
    ).sort((one, other) => one.ownBelow + one.allBelow - other.ownBelow - other.allBelow || other.least - one.least);
    for (const { name, least, mean, ownBelow, allBelow } of results.slice(0, 10))
      process.stdout.write(
        `${name}: least ${percent(least)}, mean ${percent(mean)}, own below 60 %: ${percent(ownBelow)}, below 45 %: ${percent(allBelow)}\n`,
      );
  }
});
