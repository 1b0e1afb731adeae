// The materials of one family for every quality tier, created on first use.
import { BEFORE_PIECES, disposeMaterials, makeMaterials, type MaterialOptions, type Materials } from "./materials";
import type { Color } from "three";
import type { QualityTier } from "../render/quality";

export type MaterialSet = Omit<MaterialOptions, "shading">;

export class MaterialCache {
  readonly #set: MaterialSet;
  readonly #materials = new Map<QualityTier, Materials>();
  #glassOpacity = 1;
  #targetColor: Color | null = null;

  constructor(set: MaterialSet) {
    this.#set = set;
  }

  forTier(tier: QualityTier): Materials {
    let materials = this.#materials.get(tier);
    if (!materials) {
      materials = makeMaterials({ ...this.#set, shading: tier.shading });
      setOpacity(materials, this.#glassOpacity);
      if (this.#targetColor) materials.ghostFrame.color.copy(this.#targetColor);
      this.#materials.set(tier, materials);
    }
    return materials;
  }

  /** Sets a factor of the family's glass opacity. */
  setGlassOpacity(opacity: number): void {
    this.#glassOpacity = opacity;
    for (const materials of this.#materials.values()) setOpacity(materials, opacity);
  }

  /** Sets the color of the frame of a previewed board. */
  setTargetColor(color: Color): void {
    this.#targetColor = color;
    for (const { ghostFrame } of this.#materials.values()) ghostFrame.color.copy(color);
  }

  dispose(): void {
    for (const materials of this.#materials.values()) disposeMaterials(materials);
  }
}

function setOpacity({ tiles: [plain, beforePieces] }: Materials, opacity: number): void {
  plain.opacity = opacity;
  beforePieces.opacity = opacity * BEFORE_PIECES;
}
