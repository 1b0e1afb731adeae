// The gauge: down when frames are slow, up when they are quick, and slower to rise again after a fall.
import { describe, expect, it } from "vitest";
import { AdaptiveQuality } from "../../src/scene/render/quality";

function feed(gauge: AdaptiveQuality, milliseconds: number, frames: number): number {
  let changes = 0;
  for (let i = 0; i < frames; i++) if (gauge.recordFrame(milliseconds)) changes++;
  return changes;
}

describe("the quality gauge", () => {
  it("steps down to the lowest tier on a slow machine and stays there", () => {
    const gauge = new AdaptiveQuality("auto", false);
    expect(gauge.tier.name).toBe("high");
    expect(feed(gauge, 120, 200)).toBe(2);
    expect(gauge.tier.name).toBe("low");
  });

  it("goes to the lowest tier at once when a frame takes half a second", () => {
    const gauge = new AdaptiveQuality("auto", false);
    expect(gauge.recordFrame(500)).toBe(true);
    expect(gauge.tier.name).toBe("low");
    expect(gauge.recordFrame(500)).toBe(false);
  });

  it("steps back up when frames are quick", () => {
    const gauge = new AdaptiveQuality("auto", false);
    feed(gauge, 120, 200);
    feed(gauge, 8, 400);
    expect(gauge.tier.name).toBe("high");
  });

  it("takes twice as long to rise after a rise that did not last", () => {
    const gauge = new AdaptiveQuality("auto", false);
    feed(gauge, 120, 10);
    expect(gauge.tier.name).toBe("middle");
    feed(gauge, 8, 90);
    expect(gauge.tier.name).toBe("high");
    feed(gauge, 120, 10);
    expect(feed(gauge, 8, 100)).toBe(0);
    expect(feed(gauge, 8, 100)).toBe(1);
  });

  it("does not wait long when frames crawl", () => {
    const gauge = new AdaptiveQuality("auto", false);
    expect(feed(gauge, 300, 6)).toBe(2);
    expect(gauge.tier.name).toBe("low");
  });

  it("does not mind a single slow frame", () => {
    const gauge = new AdaptiveQuality("auto", false);
    for (let i = 0; i < 100; i++) expect(gauge.recordFrame(i % 5 === 0 ? 300 : 16)).toBe(false);
  });

  it("starts low on a machine that is known to be slow, and still draws at its best at rest", () => {
    const gauge = new AdaptiveQuality("auto", true);
    expect(gauge.tier.name).toBe("low");
    expect(gauge.best.name).toBe("high");
    feed(gauge, 8, 400);
    expect(gauge.tier.name).toBe("high");
  });

  it.each(["low", "high"] as const)("keeps to %s when told so", (quality) => {
    const gauge = new AdaptiveQuality(quality, false);
    feed(gauge, 300, 100);
    feed(gauge, 5, 1000);
    expect(gauge.tier.name).toBe(quality);
    expect(gauge.best).toBe(gauge.tier);
    expect(new AdaptiveQuality(quality, true).tier.name).toBe(quality);
  });
});
