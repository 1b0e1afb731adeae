// Targets and choices from legal moves.
import { describe, expect, test } from "vitest";
import { boardTargets, nextChoice, pieceTargets } from "../../src/board/choice";
import { aBoardMove, aMove } from "../fakes";

const promotions = (["queen", "rook", "bishop", "knight"] as const).map((kind) =>
  aMove(`d8Bd9KL6=${kind.charAt(0).toUpperCase()}`, { promotion: kind }),
);

describe("targets of a piece", () => {
  test("are the destinations of its moves, one for all four promotions", () => {
    const targets = pieceTargets([...promotions, aMove("a2Wa3W")], "d8B");
    expect([...targets.keys()]).toEqual(["d9KL6"]);
    expect(targets.get("d9KL6")).toMatchObject({ promotes: true, captures: null, castles: false });
    expect(targets.get("d9KL6")?.moves).toHaveLength(4);
  });

  test("name the captured square, which differs from the destination en passant", () => {
    const targets = pieceTargets([aMove("b5Na6N", { kind: "enPassant", captures: "a5N" })], "b5N");
    expect(targets.get("a6N")?.captures).toBe("a5N");
  });

  test("exclude board moves", () => {
    const rides = { ...aBoardMove("QL1", "QL2", "a5QL2"), from: "a1QL1", to: "a5QL2" };
    expect(pieceTargets([rides], "a1QL1").size).toBe(0);
  });
});

describe("targets of a board", () => {
  const moves = [
    aBoardMove("QL1", "QL2", "a5QL2"),
    aBoardMove("QL1", "QL2", "z4QL2", true),
    aBoardMove("QL1", "KL1", null),
    aBoardMove("KL6", "KL5", null),
  ];

  test("are the legal pins with both landings, same place first", () => {
    const targets = boardTargets([...moves].reverse(), "QL1");
    expect([...targets.keys()].sort()).toEqual(["KL1", "QL2"]);
    expect(targets.get("QL2")?.landings).toEqual([
      { from: "a1QL1", square: "a5QL2", turned: false },
      { from: "a1QL1", square: "z4QL2", turned: true },
    ]);
    expect(targets.get("KL1")?.landings).toEqual([]);
  });
});

describe("the next choice", () => {
  test("is null for one move", () => expect(nextChoice([aMove("a2Wa3W")])).toBeNull());
  test("is null for no moves", () => expect(nextChoice([])).toBeNull());

  test("asks for the landing before the promotion", () => {
    const moves = ([false, true] as const).flatMap((turned) =>
      (["queen", "rook"] as const).map((promotion) => ({
        ...aBoardMove("QL6", "QL5", turned ? "z4QL5" : "a5QL5", turned),
        promotion,
      })),
    );
    expect(nextChoice(moves)).toMatchObject({ kind: "landing", from: "QL6", to: "QL5" });
    expect(nextChoice(moves.filter((each) => !each.board?.turned))).toMatchObject({
      kind: "promotion",
      kinds: ["queen", "rook"],
      forced: false,
    });
  });

  test("asks for a forced promotion even if only one is legal", () => {
    const only = aMove("a8B=Q", { kind: "promote", from: "a8B", to: "a8B", promotion: "queen" });
    expect(nextChoice([only])).toMatchObject({ kind: "promotion", square: "a8B", forced: true });
  });
});
