// Attacked squares and checking pieces.
import { signal } from "@preact/signals-core";
import { describe, expect, test } from "vitest";
import { LocalMode } from "../../src/board/localMode";
import type { Mode } from "../../src/board/mode";
import { Store } from "../../src/board/store";
import { watchThreats } from "../../src/board/threats";
import { realRules } from "../core/realCore";
import { aPiece, aSnapshot, aMode, EMPTY_WORLD } from "../fakes";

const pieces = [aPiece("d0KL1", "white", "king"), aPiece("d4W", "black", "rook"), aPiece("a8B", "black", "bishop")];

function open(check: string | null) {
  const source = aMode(aSnapshot({ pieces, check }), { attacked: ["b3W"], checkers: ["d4W"] });
  const store = new Store(EMPTY_WORLD, signal<Mode>(source));
  return { source, store, threats: watchThreats(store) };
}

describe("with the real rules", () => {
  test("a checking rook is found, though no move captures a king", () => {
    const tfen = "4/4/4/4|4/4/4/4|4/4/4/1R1k|QL1w:2/K1,KL1w:2/2,QL6b:2/2,KL6b:2/2 b - - - - - 0 30";
    const source = signal(new LocalMode(realRules().newGame("revised", tfen)));
    const threats = watchThreats(new Store(EMPTY_WORLD, source));
    expect(threats.checkers.value).toEqual(["b5B"]);
  });
});

describe("threats", () => {
  test("are loaded only when switched on", () => {
    const { store, threats } = open(null);
    expect(threats.attacked.value).toEqual([]);
    store.setView({ threats: "black" });
    expect(threats.attacked.value).toEqual(["b3W"]);
    store.setView({ threats: null });
    expect(threats.attacked.value).toEqual([]);
  });

  test("are hidden while they are the answer to a question", () => {
    const { source, store } = open("d0KL1");
    const quiz = { answer: () => true, hidesHover: () => true, hidesThreats: true };
    const asked = watchThreats(new Store(EMPTY_WORLD, signal<Mode>({ ...source, quiz }), { threats: "black" }));
    expect([asked.attacked.value, asked.checkers.value]).toEqual([[], []]);
    store.dispose();
  });

  test("name the checking piece until the check ends", () => {
    const { source, threats } = open("d0KL1");
    expect(threats.checkers.value).toEqual(["d4W"]);
    source.show(aSnapshot({ pieces, check: null }));
    expect(threats.checkers.value).toEqual([]);
  });
});
