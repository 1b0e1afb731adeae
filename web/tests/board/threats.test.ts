// Attacked squares and checking pieces.
import { signal } from "@preact/signals-core";
import { describe, expect, test } from "vitest";
import { createLocalSource } from "../../src/board/local";
import type { GameSource } from "../../src/core/source";
import { createStore } from "../../src/board/store";
import { watchThreats } from "../../src/board/threats";
import { realRules } from "../core/realCore";
import { aPiece, aSnapshot, aSource, EMPTY_WORLD } from "../fakes";

const answers = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const pieces = [aPiece("d0KL1", "white", "king"), aPiece("d4W", "black", "rook"), aPiece("a8B", "black", "bishop")];

function open(check: string | null) {
  const source = aSource(aSnapshot({ pieces, check }));
  const told: GameSource = {
    ...source,
    attacked: (side) => Promise.resolve([`attacked by ${side}`]),
    checkers: () => Promise.resolve(["d4W"]),
  };
  const store = createStore(EMPTY_WORLD, signal(told));
  return { source, store, threats: watchThreats(store) };
}

describe("with the real rules", () => {
  test("a checking rook is found, though no move captures a king", async () => {
    const tfen = "4/4/4/4|4/4/4/4|4/4/4/1R1k|QL1w:2/K1,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - - 0 30";
    const source = signal(createLocalSource(realRules().newGame("revised", tfen)));
    const threats = watchThreats(createStore(EMPTY_WORLD, source));
    await answers();
    expect(threats.checkers.value).toEqual(["b5B"]);
  });
});

describe("threats", () => {
  test("are loaded only when switched on", async () => {
    const { store, threats } = open(null);
    await answers();
    expect(threats.attacked.value).toEqual([]);
    store.setView({ threats: "black" });
    await answers();
    expect(threats.attacked.value).toEqual(["attacked by black"]);
    store.setView({ threats: null });
    await answers();
    expect(threats.attacked.value).toEqual([]);
  });

  test("name the checking piece until the check ends", async () => {
    const { source, threats } = open("d0KL1");
    await answers();
    expect(threats.checkers.value).toEqual(["d4W"]);
    source.show(aSnapshot({ pieces, check: null }));
    await answers();
    expect(threats.checkers.value).toEqual([]);
  });
});
