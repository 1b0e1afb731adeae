// Animated moves: one can follow what went where.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HEIGHT } from "../../../src/board/scene/geometry/pieces";
import { Animations } from "../../../src/board/scene/render/animations";
import { GROUND } from "../../../src/board/scene/set/standModel";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Snapshot } from "../../../src/wire/snapshot";
import { WasmGame } from "../../../src/wasm/rules/trid_rules";
import "./randomGames";
import { makeSet } from "./fixtures";

const CASTLING = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/R1,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
const BOARDS =
  "K3/P2P/4/1R2|2k1/4/4/P3|4/b3/4/p3|QL1w:P1/2,KL1w:1P/1R,KL4b^:2/2,QL6b:rq/pp w - - a5B - - 10 41 revised";
const LEVELS = "4/4/4/4|4/4/4/4|4/4/4/4|QL2w:2/R1,KL1w:2/KR,QL6b:r1/2,KL6b:kr/2 w - - - - - 10 20";
const CAPTURE = "4/4/PPPP/NBBN|4/4/2q1/4|nb1n/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:r1/pp,KL6b:kr/pp b KQkq - - - - 0 1";

// The clock stands still, so that a busy machine does not change what `at` shows.
beforeEach(() => vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => vi.useRealTimers());

/** A set that plays a move; `at` moves its animations to a time in milliseconds after the move. */
function play(
  tfen: string,
  move: string,
): { readonly set: ChessSet; readonly at: (time: number) => void; readonly undo: () => void } {
  const animations = new Animations(
    () => false,
    () => undefined,
  );
  const set = makeSet(undefined, animations);
  const game = new WasmGame("revised", tfen);
  const before = JSON.parse(game.snapshot()) as Snapshot;
  set.show(before);
  game.play(move);
  const start = performance.now();
  set.show(JSON.parse(game.snapshot()) as Snapshot);
  game.free();
  return { set, at: (time) => animations.step(start + time), undo: () => set.show(before) };
}

describe("a capture", () => {
  it("lifts the captured piece off its square and takes it to the table, and a step back returns it", () => {
    const { set, at, undo } = play(CAPTURE, "c4Nc2W");
    const square = set.layout.squarePosition("c2W");
    const onTable = () => [...set.pieces.captured].filter(({ position }) => position.y === GROUND);
    const [captured] = [...set.pieces.captured].filter(({ position }) => position.equals(square));
    if (!captured) throw new Error("no piece was captured");
    const place = () => captured.position.clone().setY(captured.position.y + captured.lift);
    at(300);
    expect(place().y).toBeGreaterThan(square.y + 1.5);
    expect(place().distanceTo(square)).toBeLessThan(2);
    at(700);
    expect(place().distanceTo(square)).toBeGreaterThan(2.1);
    at(2000);
    const taken = onTable();
    expect(taken).toContain(captured);
    undo();
    const returned = set.pieceOn("c2W");
    expect(onTable()).toHaveLength(taken.length - 1);
    expect(returned?.position.y).toBe(GROUND);
    at(4000);
    expect(returned?.position.distanceTo(square)).toBeLessThan(1e-9);
    expect(returned?.scale).toBe(1);
  });
});

describe("castling", () => {
  it("moves king and rook together, the king over the rook", () => {
    const { set, at } = play(CASTLING, "O-O");
    const [king, rook] = [set.pieceOn("e0KL1"), set.pieceOn("d0KL1")];
    if (king?.kind !== "king" || rook?.kind !== "rook") throw new Error("they have not castled");
    at(450);
    // Half way, both are between the squares and clear of each other.
    expect(Math.abs(king.position.x - rook.position.x)).toBeLessThan(0.2);
    expect(king.lift).toBeGreaterThan(rook.lift + HEIGHT.rook);
    at(2000);
    expect(king.position.distanceTo(set.layout.squarePosition("e0KL1"))).toBeLessThan(1e-9);
    expect(rook.position.distanceTo(set.layout.squarePosition("d0KL1"))).toBeLessThan(1e-9);
  });
});

describe("a board move", () => {
  it("lifts the board, carries it with its rider, and lands it", () => {
    const { set, at } = play(BOARDS, "QL1-KL2^180");
    const board = set.boardOn("KL2");
    const rider = [...set.pieces.models].find(({ square }) => square.endsWith("KL2"));
    if (!board || !rider) throw new Error("the board has not moved");
    const [from, to] = ["QL1", "KL2"].map((pin) => set.layout.boardPosition(set.layout.instance(`${pin}:0`)));
    if (!from || !to) throw new Error("no such pins");
    const offset = rider.position.clone().sub(board.group.position).length();
    at(330);
    expect(board.group.position.y).toBeGreaterThan(from.y + 0.5);
    at(500);
    expect(board.group.position.y).toBeGreaterThan(Math.max(from.y, to.y) + 1);
    expect(board.group.position.x).toBeGreaterThan(from.x + 1);
    expect(board.group.position.x).toBeLessThan(to.x - 1);
    expect(rider.position.clone().sub(board.group.position).length()).toBeCloseTo(offset);
    at(2000);
    expect(board.group.position.distanceTo(to)).toBeLessThan(1e-9);
    expect(rider.position.distanceTo(set.layout.squarePosition(rider.square))).toBeLessThan(1e-9);
  });

  it("turns in place with its rider, which stays on it", () => {
    const { set, at } = play(BOARDS, "QL1^180");
    const board = set.boardOn("QL1");
    const rider = [...set.pieces.models].find(({ square }) => square.endsWith("QL1"));
    if (!board || !rider) throw new Error("the board has not turned");
    const angles = [350, 550, 750].map((time) => {
      at(time);
      const { x, z } = rider.position.clone().sub(board.group.position);
      // The rider's direction from the middle of the board turns with the board.
      return Math.cos(Math.atan2(-z, x) - board.group.rotation.y);
    });
    for (const angle of angles) expect(angle).toBeCloseTo(angles[0] ?? NaN);
    at(550);
    expect(Math.sin(board.group.rotation.y)).toBeCloseTo(1);
    expect(board.group.position.y).toBeGreaterThan(set.layout.boardPosition(set.layout.instance("QL1:0")).y + 1);
  });

  it("goes to another level outside the main boards", () => {
    const { set, at } = play(LEVELS, "QL2-QL3");
    const board = set.boardOn("QL3");
    if (!board) throw new Error("the board has not moved");
    const main = set.layout.boardPosition(set.layout.instance("N"));
    const { position } = board.group;
    let passed = 0;
    for (let time = 0; time < 1100; time += 10) {
      at(time);
      if (Math.abs(position.y - main.y) > 0.4) continue;
      passed++;
      expect(Math.abs(position.x - main.x)).toBeGreaterThan(3 * set.layout.world.spacing);
    }
    expect(passed).toBeGreaterThan(0);
  });
});
