// What the set can wear in one style: the materials of each tier, made when first needed.
import { disposeMaterials, makeMaterials, type MaterialOptions, type Materials } from "./materials";
import type { QualityTier } from "../render/quality";

export type MaterialTheme = Omit<MaterialOptions, "shading">;

export class MaterialCache {
  readonly #style: MaterialTheme;
  readonly #outfits = new Map<QualityTier, Materials>();
  #glass = 1;

  constructor(style: MaterialTheme) {
    this.#style = style;
  }

  forTier(tier: QualityTier): Materials {
    let outfit = this.#outfits.get(tier);
    if (!outfit) {
      outfit = makeMaterials({ ...this.#style, shading: tier.shading });
      outfit.tiles.opacity = this.#glass;
      this.#outfits.set(tier, outfit);
    }
    return outfit;
  }

  /** How strongly the glass is tinted. */
  setGlassOpacity(strength: number): void {
    this.#glass = strength;
    for (const { tiles } of this.#outfits.values()) tiles.opacity = strength;
  }

  dispose(): void {
    for (const outfit of this.#outfits.values()) disposeMaterials(outfit);
  }
}
