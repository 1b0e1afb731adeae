// Who became whom between two positions.
import { describe, expect, it } from "vitest";
import { transition } from "../../src/scene/transition";
import type { SnapshotBoard, SnapshotPiece } from "../../src/wire/snapshot";

const piece = (text: string): SnapshotPiece => {
  const [color, kind, square] = text.split(" ") as [SnapshotPiece["color"], SnapshotPiece["kind"], string];
  return { color, kind, square, marks: [] };
};

const board = (pin: string, owner: SnapshotBoard["owner"]): SnapshotBoard => ({
  instance: `${pin}:0`,
  pin,
  rotation: 0,
  owner,
  controller: owner,
  riders: 0,
  movable: true,
});

function check(
  before: string[],
  after: string[],
  expected: { moved?: string[]; left?: string[]; came?: string[] },
): void {
  const distance = (one: string, other: string) => Math.abs(one.charCodeAt(1) - other.charCodeAt(1));
  const { pieces } = transition(
    { pieces: before.map(piece), boards: [] },
    { pieces: after.map(piece), boards: [] },
    distance,
  );
  expect(pieces.moved.map(({ from, to }) => `${from.square} ${to.square}`)).toEqual(expected.moved ?? []);
  expect(pieces.left.map(({ square }) => square)).toEqual(expected.left ?? []);
  expect(pieces.came.map(({ square }) => square)).toEqual(expected.came ?? []);
}

describe("pieces", () => {
  it("move", () => check(["white pawn a2W"], ["white pawn a3W"], { moved: ["a2W a3W"] }));
  it("are captured", () =>
    check(["white rook a1W", "black pawn a4W"], ["white rook a4W"], { moved: ["a1W a4W"], left: ["a4W"] }));
  it("castle", () =>
    check(["white king d0KL1", "white rook e0KL1"], ["white rook d0KL1", "white king e0KL1"], {
      moved: ["d0KL1 e0KL1", "e0KL1 d0KL1"],
    }));
  it("are promoted", () => check(["white pawn b7B"], ["white queen b8B"], { moved: ["b7B b8B"] }));
  it("are promoted where they stand", () => check(["white pawn a8B"], ["white queen a8B"], { moved: ["a8B a8B"] }));
  it("come back", () =>
    check(["white rook a4W"], ["white rook a1W", "black pawn a4W"], { moved: ["a4W a1W"], came: ["a4W"] }));
  it("of one kind are told apart by the way", () =>
    check(["white pawn a2W", "white pawn a5N"], ["white pawn a3W", "white pawn a6N"], {
      moved: ["a2W a3W", "a5N a6N"],
    }));
});

describe("boards", () => {
  it("are told apart by their owner", () => {
    const before = [board("QL1", "white"), board("QL2", "black")];
    const after = [board("QL2", "white"), board("QL1", "black")];
    const changes = transition({ pieces: [], boards: before }, { pieces: [], boards: after }, () => 0).boards;
    expect(changes.map(({ from, to }) => `${from.pin} ${to.pin}`)).toEqual(["QL1 QL2", "QL2 QL1"]);
  });
});
