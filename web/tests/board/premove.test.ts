// Premoves: chosen in the opponent's turn, played in the player's own.
import { signal } from "@preact/signals-core";
import { beforeEach, describe, expect, test } from "vitest";
import type { Mode } from "../../src/board/mode";
import { Store } from "../../src/board/store";
import { aMove, aPiece, aSnapshot, aMode, EMPTY_WORLD, type FakeMode } from "../fakes";

const pieces = [aPiece("b2W", "white", "pawn"), aPiece("b7B", "black", "pawn")];
const waiting = aSnapshot({ turn: "black", pieces, moves: [aMove("b7Bb6B")] });
const answers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

let source: FakeMode;
let store: Store;

beforeEach(async () => {
  source = aMode(waiting, { seats: ["white"], reach: ["b3W", "b4N"] });
  store = new Store(EMPTY_WORLD, signal<Mode>(source));
  store.pickSquare("b2W");
  await answers();
});

describe("a premove", () => {
  test("is picked like a move", () => {
    expect(store.selection.value).toEqual({ kind: "premove", square: "b2W", reach: ["b3W", "b4N"] });
    store.pickSquare("b4N");
    expect(store.premove.value).toEqual({ from: "b2W", to: "b4N" });
    expect(store.selection.value).toBeNull();
    expect(source.played).toEqual([]);
  });

  test("is played when the turn comes", () => {
    store.pickSquare("b4N");
    source.show(aSnapshot({ pieces, moves: [aMove("b2Wb3W"), aMove("b2Wb4N")] }));
    expect(source.played).toEqual(["b2Wb4N"]);
    expect(store.premove.value).toBeNull();
  });

  test("is dropped if it is not legal then", () => {
    store.pickSquare("b4N");
    source.show(aSnapshot({ pieces, moves: [aMove("b2Wb3W")] }));
    expect(source.played).toEqual([]);
    expect(store.premove.value).toBeNull();
  });

  test("promotes to a queen", () => {
    store.pickSquare("b4N");
    const promotions = [aMove("b2Wb4N=N", { promotion: "knight" }), aMove("b2Wb4N=Q", { promotion: "queen" })];
    source.show(aSnapshot({ pieces, moves: promotions }));
    expect(source.played).toEqual(["b2Wb4N=Q"]);
  });

  test("is dropped by deselecting", () => {
    store.pickSquare("b4N");
    store.deselect();
    source.show(aSnapshot({ pieces, moves: [aMove("b2Wb4N")] }));
    expect(source.played).toEqual([]);
  });

  test("is not possible with the opponent's pieces", async () => {
    store.deselect();
    store.pickSquare("b7B");
    await answers();
    expect(store.selection.value?.kind).toBe("look");
  });
});
