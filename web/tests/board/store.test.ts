// The store against a fake source: picking, choosing and deselecting.
import { signal } from "@preact/signals-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { Mode } from "../../src/board/mode";
import { Store } from "../../src/board/store";
import type { Color, Snapshot } from "../../src/wire/snapshot";
import { aBoardMove, aMove, aPiece, aSnapshot, aMode, EMPTY_WORLD, REFUSED, type FakeMode } from "../fakes";

let source: FakeMode;
let store: Store;

function open(rest: Partial<Snapshot>, seats?: readonly Color[]): void {
  source = aMode(aSnapshot(rest), seats && { seats });
  store = new Store(EMPTY_WORLD, signal<Mode>(source));
}

/** Waits until promises have resolved. */
const answers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const pieces = [aPiece("b2W", "white", "pawn"), aPiece("a1W", "white", "knight"), aPiece("b7B", "black", "pawn")];
const moves = [aMove("b2Wb3W"), aMove("b2Wb3N"), aMove("a1Wb3W", { piece: "knight" })];

describe("picking pieces", () => {
  beforeEach(() => open({ pieces, moves }));

  test("an own piece is selected with its targets on all levels", () => {
    store.pickSquare("b2W");
    expect(store.selection.value).toEqual({ kind: "piece", square: "b2W" });
    expect([...store.targets.value.keys()]).toEqual(["b3W", "b3N"]);
  });

  test("a target is played", () => {
    store.pickSquare("b2W");
    store.pickSquare("b3N");
    expect(source.played).toEqual(["b2Wb3N"]);
  });

  test("another own piece is selected instead, the same one is deselected", () => {
    store.pickSquare("b2W");
    store.pickSquare("a1W");
    expect(store.selection.value).toEqual({ kind: "piece", square: "a1W" });
    store.pickSquare("a1W");
    expect(store.selection.value).toBeNull();
  });

  test("any other square deselects and explains why the move is not legal", async () => {
    store.pickSquare("a1W");
    store.pickSquare("c4W");
    await answers();
    expect(source.explained).toEqual(["a1Wc4W"]);
    expect(store.selection.value).toBeNull();
    expect(store.error.value).toBe(REFUSED);
    store.pickSquare("b2W");
    expect(store.error.value).toBeNull();
  });

  test("the reach of the other side's piece is shown", async () => {
    store.pickSquare("b7B");
    await answers();
    expect(store.selection.value).toEqual({ kind: "look", square: "b7B", reach: ["reach of b7B"] });
    expect(store.targets.value.size).toBe(0);
  });

  test("a move ends what the pointer shows", async () => {
    store.pickSquare("b2W");
    store.hover("b3W");
    store.pickSquare("b3W");
    await answers();
    expect(source.played).toHaveLength(1);
    expect(store.hovered.value).toBeNull();
  });

  test("an empty square with nothing selected does nothing", async () => {
    store.pickSquare("c4W");
    await answers();
    expect([source.played, source.explained, store.selection.value]).toEqual([[], [], null]);
  });

  test("a new position clears selection and hint", () => {
    store.pickSquare("b2W");
    store.showHint({ squares: ["b3W"], pins: ["QL2"] });
    source.show(aSnapshot({ pieces, moves, turn: "black" }));
    expect(store.selection.value).toBeNull();
    expect(store.hint.value).toEqual({ squares: [], pins: [] });
  });
});

test("a player with Black cannot move White", async () => {
  open({ pieces, moves }, ["black"]);
  store.pickSquare("b2W");
  await answers();
  expect(store.mayMove.value).toBe(false);
  expect(store.selection.value).toMatchObject({ kind: "look" });
});

describe("castling", () => {
  test("the rook is a target of the king, not another piece to select", () => {
    open({
      pieces: [aPiece("d0KL1", "white", "king"), aPiece("e0KL1", "white", "rook")],
      moves: [aMove("O-O", { kind: "castle", piece: "king", from: "d0KL1", to: "e0KL1" })],
    });
    store.pickSquare("d0KL1");
    expect(store.targets.value.get("e0KL1")?.castles).toBe(true);
    store.pickSquare("e0KL1");
    expect(source.played).toEqual(["O-O"]);
  });
});

describe("moving boards", () => {
  const both = [aBoardMove("QL1", "QL2", "a5QL2"), aBoardMove("QL1", "QL2", "z4QL2", true)];
  const turn = aMove("QL1^180", {
    kind: "turn",
    from: null,
    to: null,
    board: { from: "QL1", to: "QL1", turned: true, rider: { from: "a1QL1", to: "z0QL1" } },
  });
  beforeEach(() => open({ pieces, moves: [...both, turn, aBoardMove("QL1", "KL2", "e5KL2")] }));

  test("a board, a pin and the choice of a landing", () => {
    store.pickBoard("QL1");
    expect([...store.pinTargets.value.keys()]).toEqual(["QL2", "QL1", "KL2"]);
    store.pickPin("QL2");
    expect(store.choice.value).toMatchObject({ kind: "landing", to: "QL2" });
    store.pickSquare("z4QL2");
    expect(source.played).toEqual(["QL1-QL2^180"]);
  });

  test("a pin with one landing is played", () => {
    store.pickBoard("QL1");
    store.pickPin("KL2");
    expect(source.played).toEqual(["QL1-KL2"]);
  });

  test("its landing turns it on the spot, and a second press lets it go", () => {
    store.pickBoard("QL1");
    expect(store.landings.value).toEqual([{ from: "a1QL1", square: "z0QL1", turned: true }]);
    store.pickPin("QL1");
    expect(store.selection.value).toBeNull();
    expect(source.played).toEqual([]);
    store.pickBoard("QL1");
    store.pickSquare("z0QL1");
    expect(source.played).toEqual(["QL1^180"]);
  });

  test("a pin out of reach is explained", async () => {
    store.pickBoard("QL1");
    store.pickPin("QL4");
    await answers();
    expect(source.explained).toEqual(["QL1-QL4"]);
    expect(store.error.value).toBe(REFUSED);
  });

  test("deselecting closes the choice", () => {
    store.pickBoard("QL1");
    store.pickPin("QL2");
    store.deselect();
    expect(store.choice.value).toBeNull();
    expect(source.played).toEqual([]);
  });
});

describe("promotion", () => {
  const kinds = ["queen", "rook", "bishop", "knight"] as const;
  const letter = { queen: "Q", rook: "R", bishop: "B", knight: "N" };

  test("is chosen, then played", () => {
    open({
      pieces: [aPiece("b7B", "white", "pawn")],
      moves: kinds.map((kind) => aMove(`b7Bb8B=${letter[kind]}`, { promotion: kind })),
    });
    store.pickSquare("b7B");
    store.pickSquare("b8B");
    expect(store.choice.value).toMatchObject({ kind: "promotion", kinds, forced: false });
    store.pickPromotion("knight");
    expect(source.played).toEqual(["b7Bb8B=N"]);
  });

  test("forced by the opponent, it is open at once and cannot be closed", () => {
    open({
      pending: "a8B",
      moves: kinds.map((kind) =>
        aMove(`a8B=${letter[kind]}`, { kind: "promote", promotion: kind, from: "a8B", to: "a8B" }),
      ),
    });
    store.deselect();
    expect(store.choice.value).toMatchObject({ kind: "promotion", square: "a8B", forced: true });
    store.pickPromotion("queen");
    expect(source.played).toEqual(["a8B=Q"]);
  });
});

test("a typed move that is not legal shows the error", async () => {
  open({ pieces, moves });
  expect(await store.playText("b2Wb3W")).toBe(true);
  expect(await store.playText("Ke9")).toBe(false);
  expect(store.error.value).toBe(REFUSED);
});

test("the store follows the source when another game is opened", () => {
  const first = aMode(aSnapshot({ turn: "white" }));
  const second = aMode(aSnapshot({ turn: "black" }));
  const shown = signal<Mode>(first);
  const kept = new Store(EMPTY_WORLD, shown);
  shown.value = second;
  expect(kept.snapshot.value.turn).toBe("black");
});
