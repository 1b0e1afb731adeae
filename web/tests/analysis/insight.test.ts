// Layers that help to understand a position, from answers of the real rules.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { insightOverlay, NO_INSIGHT, type InsightOptions } from "../../src/analysis/tools/insight";
import * as analysis from "../../src/wasm/analysis/trid_analysis";
import type { AttackChange, Insight } from "../../src/wire/insight";

analysis.initSync({
  module: readFileSync(join(import.meta.dirname, "../../src/wasm/analysis/trid_analysis_bg.wasm")),
});

const START = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";
/** Black's king on e9KL6 is mated by the rooks on e0KL1 and d0KL1. */
const CHECK = "4/4/4/4|4/4/4/4|4/4/4/3R|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 30";

const insightOf = (tfen: string) => JSON.parse(analysis.insight("revised", tfen)) as Insight;
const overlayOf = (tfen: string, options: Partial<InsightOptions>, changes: readonly AttackChange[] = []) =>
  insightOverlay({
    insight: insightOf(tfen),
    options: { ...NO_INSIGHT, ...options },
    changes,
    turn: "white",
    escape: null,
  });

test("nothing is shown while every switch is off", () => {
  expect(overlayOf(START, {})).toEqual({ fills: [], rings: [], arrows: [] });
});

test("attacked squares are tinted by the number of attackers of their column", () => {
  const { fills } = overlayOf(START, { attacks: "white" });
  const b3 = fills.filter(({ at }) => at.startsWith("b3"));
  expect(b3.map(({ at }) => at).sort()).toEqual(["b3N", "b3W"]);
  expect(new Set(b3.map(({ label }) => label)).size).toBe(1);
  expect(fills.every(({ tone, strength }) => tone === "white" && strength > 0 && strength <= 1)).toBe(true);
});

test("a check is shown through its columns", () => {
  const { fills, arrows } = overlayOf(CHECK, { checks: true });
  expect(arrows).toEqual([expect.objectContaining({ from: "d5B", to: "d9KL6", tone: "path" })]);
  expect(fills.map(({ at }) => at)).toEqual(expect.arrayContaining(["d6N", "d6B", "d7B", "d8B"]));
});

describe("a board move", () => {
  const EMPTY = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL3w:1R/2,KL6b:k1/2,QL5b:2/2,QL6b:2/2 w - - - - - 0 30";
  test("shows the squares that the mover gains and loses", () => {
    const tfen = EMPTY.replace("QL1w:2/2,", "").replace(",QL6b:2/2", "");
    const changes = JSON.parse(analysis.attack_changes("revised", tfen, "QL3-QL4")) as AttackChange[];
    const { fills } = overlayOf(tfen, { boards: true }, changes);
    const white = changes.find(({ color }) => color === "white");
    expect(white?.gained.length).toBeGreaterThan(0);
    expect(white?.lost.length).toBeGreaterThan(0);
    expect(fills.filter(({ tone }) => tone === "gained").map(({ at }) => at)).toEqual(white?.gained);
    expect(fills.filter(({ tone }) => tone === "lost").map(({ at }) => at)).toEqual(white?.lost);
  });
});
