// Which sound each move plays.
import { describe, expect, it } from "vitest";
import { soundFor } from "../../src/sound";
import { MATERIALS, render, SOUND_NAMES } from "../../src/sound/sounds";
import { randomGame } from "../board/scene/randomGames";

describe("soundFor", () => {
  it("matches the kind of move in random games", () => {
    const heard = new Map<string, number>();
    for (let seed = 0; seed < 40; seed++) {
      const snapshots = [...randomGame(seed, 60)];
      snapshots.forEach((after, index) => {
        const before = snapshots[index - 1];
        if (!before) return;
        const sound = soundFor(before, after);
        const expected =
          after.status !== "ongoing"
            ? "end"
            : after.check !== null
              ? "check"
              : before.moves.find(({ move }) => move === after.last)?.kind === "capture"
                ? "capture"
                : null;
        if (expected !== null) expect(sound).toBe(expected);
        else expect(sound).not.toBeNull();
        heard.set(sound ?? "", (heard.get(sound ?? "") ?? 0) + 1);
      });
    }
    expect([...heard.keys()]).toEqual(expect.arrayContaining(["move", "capture", "board", "check"]));
  });

  it("is silent for jumps in the move list", () => {
    const [first, , third] = [...randomGame(4, 4)];
    if (!first || !third) throw new Error("the game is too short");
    expect(soundFor(first, third)).toBeNull();
    expect(soundFor(third, first)).toBeNull();
  });
});

const RATE = 24_000;

describe.each(MATERIALS)("on %s", (material) => {
  it.each(SOUND_NAMES)("%s is short, fades out and is never cut off", (name) => {
    const samples = render(name, material, RATE);
    const loudest = (from: number, to: number) => Math.max(...samples.slice(from, to).map(Math.abs));
    expect(samples.length).toBeLessThan(4 * RATE);
    expect(loudest(0, samples.length)).toBeGreaterThan(0.15);
    expect(loudest(0, samples.length)).toBeLessThan(0.95);
    expect(loudest(samples.length - 100, samples.length)).toBeLessThan(0.005);
    expect(render(name, material, RATE)).toEqual(samples);
  });
});

it("a move sounds darker on wood than on metal, and on metal than on glass", () => {
  const [glass, metal, wood] = MATERIALS.map((material) => brightness(render("move", material, RATE)));
  expect(wood).toBeLessThan(metal ?? 0);
  expect(metal).toBeLessThan(glass ?? 0);
});

/** How often the sound changes sign, weighted by its loudness. */
function brightness(samples: Float32Array): number {
  let [changes, total] = [0, 0];
  for (let index = 1; index < samples.length; index++) {
    const [before = 0, after = 0] = [samples[index - 1], samples[index]];
    if (before < 0 !== after < 0) changes += Math.abs(before - after);
    total += Math.abs(after);
  }
  return changes / total;
}
