// Transitions between snapshots of the real rules.
import { describe, expect, test } from "vitest";
import { transition, type Transition } from "../../../src/board/scene/set/transition";
import type { Snapshot } from "../../../src/wire/snapshot";
import type { PinName } from "../../../src/wire/world";
import { realRules } from "../../core/realCore";

const rules = realRules();
const CLEARED = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:r1/2,KL6b:kr/2 w KQkq - - - - 10 20";
const PENDING = "4/4/4/4|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 40";
const FREED = "4/4/4/4|4/4/4/4|P3/4/4/4|QL1b:2/2,KL1w:2/K1,QL6w:2/2,KL6b:k1/2 w - - - - - 0 40";
const PASSANT = "4/4/P3/4|4/4/1p2/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 40";

const text = ({ pieces, boards }: Transition) => ({
  moved: pieces.moved.map(({ from, to }) => `${from.kind} ${from.square} ${to.kind} ${to.square}`),
  left: pieces.left.map(({ kind, square }) => `${kind} ${square}`),
  came: pieces.came.map(({ kind, square }) => `${kind} ${square}`),
  boards: boards
    .filter(({ from, to }) => from.instance !== to.instance)
    .map(({ from, to }) => `${from.instance} ${to.instance}`),
});

/** The transitions of the last of these moves, played and undone. */
function transitions(tfen: string | null, ...moves: string[]) {
  const game = rules.newGame("revised", tfen);
  const last = moves.pop() ?? "";
  for (const move of moves) game.play(move);
  const before = JSON.parse(game.snapshot()) as Snapshot;
  game.play(last);
  const after = JSON.parse(game.snapshot()) as Snapshot;
  expect(transition(before, after).boards).toHaveLength(4);
  return { forward: text(transition(before, after)), back: text(transition(after, before)) };
}

describe("a move", () => {
  test.each([
    ["of a piece", null, ["b2Wb4N"], { moved: ["pawn b2W pawn b4N"] }],
    [
      "that captures",
      null,
      ["a1Wb3N", "b7Bb5N", "b3Na5N", "c7Bc6B", "a5Nc6B"],
      { moved: ["knight a5N knight c6B"], left: ["pawn c6B"] },
    ],
    ["that castles short", CLEARED, ["O-O"], { moved: ["king d0KL1 king e0KL1", "rook e0KL1 rook d0KL1"] }],
    ["of a board with its rider", CLEARED, ["QL1-QL2"], { moved: ["rook z0QL1 rook z4QL2"], boards: ["QL1:0 QL2:0"] }],
    ["of a board that turns", CLEARED, ["QL1^180"], { moved: ["rook z0QL1 rook a1QL1"], boards: ["QL1:0 QL1:180"] }],
    ["of an empty board", PENDING, ["QL6-QL5"], { boards: ["QL6:0 QL5:0"] }],
    ["that is a forced promotion", PENDING, ["QL6-QL5", "a8B=R"], { moved: ["pawn a8B rook a8B"] }],
    ["of a board that frees a pawn", FREED, ["QL6-QL5=Q"], { moved: ["pawn a8B queen a8B"], boards: ["QL6:0 QL5:0"] }],
    ["that captures en passant", PASSANT, ["a2Wa4W", "b4Na3W"], { moved: ["pawn b4N pawn a3W"], left: ["pawn a4W"] }],
  ] as const)("%s", (_, tfen, moves, expected) => {
    const { forward, back } = transitions(tfen, ...moves);
    expect(forward).toEqual({ moved: [], left: [], came: [], boards: [], ...expected });
    const flip = (way: string) => way.replace(/^(\S+ \S+) (\S+ \S+)$/, "$2 $1").replace(/^(\S+) (\S+)$/, "$2 $1");
    expect(back).toEqual({
      moved: forward.moved.map(flip),
      left: [],
      came: forward.left,
      boards: forward.boards.map(flip),
    });
  });
});

describe("a jump", () => {
  const game = rules.newGame("revised", null);
  const snapshots = [JSON.parse(game.snapshot()) as Snapshot];
  for (const move of ["b2Wb4N", "b7Bb5N", "a1Wb3N", "a8Bb6N"]) {
    game.play(move);
    snapshots.push(JSON.parse(game.snapshot()) as Snapshot);
  }
  const [start, first, , third] = snapshots as [Snapshot, Snapshot, Snapshot, Snapshot];

  test("over several moves changes only the squares that differ", () => {
    expect(text(transition(start, third))).toEqual({
      moved: [],
      left: ["knight a1W", "pawn b2W", "pawn b7B"],
      came: ["knight b3N", "pawn b4N", "pawn b5N"],
      boards: [],
    });
  });

  test("to another line does not follow the effects of its last move", () => {
    const other = rules.newGame("revised", null);
    for (const move of ["c2Wc4N", "c7Bc5N"]) other.play(move);
    const second = JSON.parse(other.snapshot()) as Snapshot;
    const { moved, left, came } = text(transition(first, second));
    expect(moved).toEqual([]);
    expect(left).toEqual(["pawn c2W", "pawn b4N", "pawn c7B"]);
    expect(came).toEqual(["pawn b2W", "pawn c4N", "pawn c5N"]);
  });

  test("pairs the boards of each owner", () => {
    const { boards } = transition(
      { ...start, boards: [boardOn("QL1", "white"), boardOn("KL1", "white"), boardOn("QL2", "black")] },
      { ...start, boards: [boardOn("QL2", "white"), boardOn("KL1", "white"), boardOn("QL1", "black")] },
    );
    expect(boards.map(({ from, to }) => `${from.pin} ${to.pin}`)).toEqual(["QL1 QL2", "KL1 KL1", "QL2 QL1"]);
  });
});

function boardOn(pin: PinName, owner: "white" | "black"): Snapshot["boards"][number] {
  return { instance: `${pin}:0`, pin, rotation: 0, owner, controller: owner, riders: 0, movable: true };
}
