// What the set can wear in one style: the materials of each tier, made when first needed.
import { disposeMaterials, makeMaterials, type Look, type Materials } from "./materials";
import type { Tier } from "./quality";

export type Style = Omit<Look, "richness">;

export class Wardrobe {
  readonly #style: Style;
  readonly #outfits = new Map<Tier, Materials>();
  #glass = 1;

  constructor(style: Style) {
    this.#style = style;
  }

  outfit(tier: Tier): Materials {
    let outfit = this.#outfits.get(tier);
    if (!outfit) {
      outfit = makeMaterials({ ...this.#style, richness: tier.richness });
      outfit.tiles.opacity = this.#glass;
      this.#outfits.set(tier, outfit);
    }
    return outfit;
  }

  /** How strongly the glass is tinted. */
  setGlass(strength: number): void {
    this.#glass = strength;
    for (const { tiles } of this.#outfits.values()) tiles.opacity = strength;
  }

  dispose(): void {
    for (const outfit of this.#outfits.values()) disposeMaterials(outfit);
  }
}
