// The set matches the Snapshot: every piece and board is at its World position, through random games.
import { describe, expect, it } from "vitest";
import { GROUND } from "../../../src/board/scene/set/standModel";
import type { ChessSet } from "../../../src/board/scene/set/chessSet";
import type { Snapshot } from "../../../src/wire/snapshot";
import { randomGame, world } from "./randomGames";
import { makeSet } from "./fixtures";

const boards = new Map(world.boards.map((board) => [board.id, board]));
const squares = new Map(world.squares.map((square) => [square.id, square]));

/** The World's square for a Snapshot's square name, on the board instance that the Snapshot has. */
function squareOf(snapshot: Snapshot, name: string) {
  const level = name.slice(2);
  const instance = snapshot.boards.find(({ pin }) => pin === level)?.instance ?? level;
  const square = squares.get(name.slice(0, 2) + instance);
  if (!square) throw new Error(`no square ${name} in the World`);
  return square;
}

function problems(set: ChessSet, snapshot: Snapshot, height: (board: string) => number): string[] {
  const found: string[] = [];
  const shown = set.boards.attack.filter(({ group }) => group.visible);
  if (shown.length !== 4) found.push(`${shown.length} attack boards are shown`);
  for (const { instance, owner, controller } of snapshot.boards) {
    const model = shown.find((each) => each.instance === instance);
    const center = boards.get(instance)?.center;
    if (!model || !center) {
      found.push(`${instance} is not shown`);
      continue;
    }
    const { position, rotation } = model.group;
    const turned = Math.round((rotation.y * 180) / Math.PI);
    if (!near([position.x, -position.z, position.y], [center[0], center[1], height(instance)])) {
      found.push(`${instance} is misplaced`);
    }
    if (turned !== boards.get(instance)?.rotation) found.push(`${instance} is rotated by ${turned}`);
    if (model.owner !== owner || model.controller !== controller)
      found.push(`${instance} has the wrong owner or controller`);
  }
  for (const { square, color, kind } of snapshot.pieces) {
    const model = set.pieceOn(square);
    const place = squareOf(snapshot, square);
    const { position } = model ?? {};
    if (!model || !position || model.color !== color || model.kind !== kind) {
      found.push(`${color} ${kind} is not on ${square}`);
    } else if (
      !near([position.x, -position.z, position.y + model.lift], [...place.position.slice(0, 2), height(place.board)])
    ) {
      found.push(`${color} ${kind} is misplaced on ${square}`);
    }
  }
  const captured = [...set.pieces.captured];
  for (const { color, kind, count } of snapshot.captured) {
    const beside = captured.filter(
      (piece) => piece.color === color && piece.kind === kind && piece.position.y === GROUND,
    );
    if (beside.length !== count) found.push(`${beside.length} of ${count} ${color} ${kind} are beside the base`);
  }
  const places = new Set(captured.map(({ position }) => position.toArray().join()));
  if (captured.length !== snapshot.captured.reduce((sum, { count }) => sum + count, 0) || places.size < captured.length)
    found.push(`${captured.length} captured pieces are in ${places.size} places`);
  if (set.pieces.models.size !== snapshot.pieces.length) found.push(`${set.pieces.models.size} pieces are drawn`);
  return found;
}

function near(one: readonly number[], other: readonly number[]): boolean {
  return one.every((value, axis) => Math.abs(value - (other[axis] ?? NaN)) < 1e-9);
}

describe("the set", () => {
  it("matches the Snapshot through 500 random games", () => {
    const set = makeSet();
    let seen = 0;
    let boardMoves = 0;
    for (let seed = 0; seed < 500; seed++) {
      for (const snapshot of randomGame(seed, 50)) {
        set.show(snapshot);
        const found = problems(set, snapshot, (board) => boards.get(board)?.center[2] ?? NaN);
        if (found.length > 0)
          expect.fail(`game ${seed}, ply ${snapshot.ply}, ${snapshot.last ?? "start"}: ${found.join("; ")}`);
        seen++;
        if (snapshot.last !== null && /^[QK]L/.test(snapshot.last)) boardMoves++;
      }
    }
    expect(seen).toBeGreaterThan(10_000);
    expect(boardMoves).toBeGreaterThan(500);
  }, 240_000);

  it("uses the World's exploded heights in the exploded view", () => {
    const set = makeSet();
    set.explode(1, () => undefined);
    for (const snapshot of randomGame(7, 80)) {
      set.show(snapshot);
      expect(problems(set, snapshot, (board) => boards.get(board)?.explodedZ ?? NaN)).toEqual([]);
    }
  });

  it("detects a misplaced piece", () => {
    const set = makeSet();
    const [start, next] = [...randomGame(1, 1)];
    if (!start || !next) throw new Error("the game has no first move");
    set.show(start);
    expect(problems(set, next, (board) => boards.get(board)?.center[2] ?? NaN)).not.toEqual([]);
  });

  it("matches the Snapshot after undo and jumps", () => {
    const set = makeSet();
    const snapshots = [...randomGame(3, 60)];
    for (const index of [0, 60, 10, 9, 30, 29, 1, 0]) {
      const snapshot = snapshots[Math.min(index, snapshots.length - 1)];
      if (!snapshot) continue;
      set.show(snapshot);
      expect(problems(set, snapshot, (board) => boards.get(board)?.center[2] ?? NaN)).toEqual([]);
    }
  });
});
