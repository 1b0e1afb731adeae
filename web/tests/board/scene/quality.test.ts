// Adaptive quality: down on slow frames, up on fast ones, and slower to rise after a raise failed.
import { describe, expect, it } from "vitest";
import { AdaptiveQuality } from "../../../src/board/scene/render/quality";

function feed(quality: AdaptiveQuality, milliseconds: number, frames: number): number {
  let changes = 0;
  for (let i = 0; i < frames; i++) if (quality.recordFrame(milliseconds)) changes++;
  return changes;
}

describe("adaptive quality", () => {
  it("steps down to the lowest tier on a slow machine and stays there", () => {
    const quality = new AdaptiveQuality("auto", false);
    expect(quality.tier.name).toBe("high");
    expect(feed(quality, 120, 200)).toBe(2);
    expect(quality.tier.name).toBe("low");
  });

  it("drops to the lowest tier after one frame of half a second", () => {
    const quality = new AdaptiveQuality("auto", false);
    expect(quality.recordFrame(500)).toBe(true);
    expect(quality.tier.name).toBe("low");
    expect(quality.recordFrame(500)).toBe(false);
  });

  it("steps back up when frames are fast", () => {
    const quality = new AdaptiveQuality("auto", false);
    feed(quality, 120, 200);
    feed(quality, 8, 400);
    expect(quality.tier.name).toBe("high");
  });

  it("takes twice as long to rise after a failed raise", () => {
    const quality = new AdaptiveQuality("auto", false);
    feed(quality, 120, 10);
    expect(quality.tier.name).toBe("middle");
    feed(quality, 8, 90);
    expect(quality.tier.name).toBe("high");
    feed(quality, 120, 10);
    expect(feed(quality, 8, 100)).toBe(0);
    expect(feed(quality, 8, 100)).toBe(1);
  });

  it("steps down quickly when frames are very slow", () => {
    const quality = new AdaptiveQuality("auto", false);
    expect(feed(quality, 300, 6)).toBe(2);
    expect(quality.tier.name).toBe("low");
  });

  it("ignores single slow frames", () => {
    const quality = new AdaptiveQuality("auto", false);
    for (let i = 0; i < 100; i++) expect(quality.recordFrame(i % 5 === 0 ? 300 : 16)).toBe(false);
  });

  it("starts low with software rendering, and still uses the best tier for still images", () => {
    const quality = new AdaptiveQuality("auto", true);
    expect(quality.tier.name).toBe("low");
    expect(quality.best.name).toBe("high");
    feed(quality, 8, 400);
    expect(quality.tier.name).toBe("high");
  });

  it.each(["low", "high"] as const)("stays at %s if that is fixed", (fixed) => {
    const quality = new AdaptiveQuality(fixed, false);
    feed(quality, 300, 100);
    feed(quality, 5, 1000);
    expect(quality.tier.name).toBe(fixed);
    expect(quality.best).toBe(quality.tier);
    expect(new AdaptiveQuality(fixed, true).tier.name).toBe(fixed);
  });
});
