// Which sound each move plays.
import { describe, expect, it } from "vitest";
import { soundFor } from "../../src/sound";
import { SOUNDS } from "../../src/sound/sounds";
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

  it.each(Object.entries(SOUNDS))("%s is short and quiet", (_, notes) => {
    for (const { start, duration, gain } of notes) {
      expect(start + duration).toBeLessThan(1);
      expect(gain).toBeLessThanOrEqual(0.6);
    }
  });
});
