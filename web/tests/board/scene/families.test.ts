// The table of families: complete, and readable in both lightings.
import { Color } from "three";
import { describe, expect, it } from "vitest";
import { statSync } from "node:fs";
import { join } from "node:path";
import { FAMILIES, type Glass, type Lighting } from "../../../src/board/scene/materials/families";
import { makeMaterials, disposeMaterials } from "../../../src/board/scene/materials/materials";
import { DEFAULT_VIEW, FAMILY_NAMES } from "../../../src/board/view";
import { optionText } from "../../../src/text/viewOptions";

const SIDES = ["white", "black"] as const;
const LIGHTINGS: readonly Lighting[] = ["light", "dark"];
/** Least contrast, as the Web Content Accessibility Guidelines compute it. */
const LIMIT = { sides: 6, squares: 1.6, own: 1.2, other: 2 };
/** A board must not hide more of what stands behind it. */
const MAX_OPACITY = 0.75;

function luminance(color: Color): number {
  return 0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b;
}

function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** A square as seen over the lit surface. */
function seen({ color, opacity }: Glass, ground: number): Color {
  return new Color(ground).lerp(new Color(color), opacity);
}

it("has every family, a name for each, a small picture, and a default", () => {
  expect(Object.keys(FAMILIES).sort()).toEqual([...FAMILY_NAMES].sort());
  expect(new Set(FAMILY_NAMES.map((name) => optionText.families[name])).size).toBe(FAMILY_NAMES.length);
  const sizes = FAMILY_NAMES.map(
    (name) => statSync(join(import.meta.dirname, `../../../src/assets/family-${name}.webp`)).size,
  );
  expect(Math.max(...sizes)).toBeLessThanOrEqual(12_000);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(80_000);
  expect(FAMILY_NAMES).toContain(DEFAULT_VIEW.family);
});

describe.each(FAMILY_NAMES)("the family %s", (name) => {
  const { clear, light, dark, frames, owners, metal, base, pieces, ground } = FAMILIES[name];

  it("has finishes within the limits of the materials", () => {
    const finishes = [frames, owners, pieces].flatMap((group) => Object.values(group));
    for (const { color, roughness, metalness } of [...finishes, metal, base]) {
      expect(color).toBeLessThanOrEqual(0xffffff);
      expect(roughness).toBeGreaterThan(0.05);
      expect(roughness).toBeLessThanOrEqual(1);
      expect(metalness).toBeGreaterThanOrEqual(0);
      expect(metalness).toBeLessThanOrEqual(1);
    }
    for (const { opacity } of [light, dark]) expect(opacity).toBeLessThanOrEqual(MAX_OPACITY);
    expect(clear.opacity).toBeLessThanOrEqual(1);
  });

  it.each(LIGHTINGS)("makes materials for the %s scene in every shading", (lighting) => {
    for (const shading of ["physical", "standard", "lambert"] as const) {
      const materials = makeMaterials({ family: name, lighting, shading });
      expect(materials.pieces.solid.white).not.toBe(materials.pieces.solid.black);
      disposeMaterials(materials);
    }
  });

  it("tells the sides apart", () => {
    const [white, black] = SIDES.map((side) => new Color(pieces[side].color));
    expect(luminance(white ?? new Color())).toBeGreaterThan(luminance(black ?? new Color()));
    expect(contrast(white ?? new Color(), black ?? new Color())).toBeGreaterThanOrEqual(LIMIT.sides);
  });

  it.each(LIGHTINGS)("tells pieces from squares in the %s scene", (lighting) => {
    const [onLight, onDark] = [light, dark].map((square) => seen(square, ground[lighting]));
    if (!onLight || !onDark) throw new Error("no squares");
    const [white, black] = [new Color(pieces.white.color), new Color(pieces.black.color)];
    const values = [
      ["squares", contrast(onLight, onDark), LIMIT.squares],
      ["white on light", contrast(white, onLight), LIMIT.own],
      ["white on dark", contrast(white, onDark), LIMIT.other],
      ["black on light", contrast(black, onLight), LIMIT.other],
      ["black on dark", contrast(black, onDark), LIMIT.own],
    ] as const;
    expect(values.filter(([, value, limit]) => value < limit)).toEqual([]);
  });
});
