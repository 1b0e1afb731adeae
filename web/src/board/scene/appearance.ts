// Applies the family of the set, lighting and quality tiers to the set and the renderer.
import { Color } from "three";
import type { ViewOptions } from "../view";
import type { TileTints } from "./geometry/boards";
import { MaterialCache } from "./materials/materialCache";
import { glassOpacity, type Materials } from "./materials/materials";
import { FAMILIES, type Glass, type Lighting } from "./materials/families";
import type { Labels } from "./overlay/labels";
import type { QualityTier } from "./render/quality";
import type { SceneRenderer } from "./render/sceneRenderer";
import type { ChessSet } from "./set/chessSet";

/** The objects whose appearance changes. */
export interface AppearanceTargets {
  readonly set: ChessSet;
  readonly renderer: SceneRenderer;
  readonly labels: Labels;
}

export class Appearance {
  readonly #view: () => ViewOptions;
  readonly #darkScheme = matchMedia("(prefers-color-scheme: dark)");
  #materials: MaterialCache;
  #tier: QualityTier | null = null;

  constructor(view: () => ViewOptions) {
    this.#view = view;
    this.#materials = this.#makeMaterials();
  }

  get lighting(): Lighting {
    const { theme } = this.#view();
    if (theme === "system") return this.#darkScheme.matches ? "dark" : "light";
    return theme;
  }

  get tints(): TileTints {
    const { clear, light, dark } = FAMILIES[this.#view().family];
    return { clear: linearTint(clear), light: linearTint(light), dark: linearTint(dark) };
  }

  materials(tier: QualityTier): Materials {
    return this.#materials.forTier(tier);
  }

  /** Rebuilds all materials for the current family and lighting. */
  applyTheme(targets: AppearanceTargets, tier: QualityTier): void {
    const old = this.#materials;
    this.#materials = this.#makeMaterials();
    this.#tier = null;
    this.applyTier(targets, tier);
    old.dispose();
    targets.set.boards.setTints(this.tints);
    targets.labels.setLighting(this.lighting);
  }

  /** Returns whether anything changed. */
  applyTier({ set, renderer }: AppearanceTargets, tier: QualityTier): boolean {
    if (tier === this.#tier) return false;
    this.#tier = tier;
    set.setMaterials(this.#materials.forTier(tier));
    set.pieces.setDetail(tier.detail);
    renderer.setLighting(this.lighting, tier.shading !== "lambert", tier.shadows);
    renderer.setGround(this.lighting, FAMILIES[this.#view().family].ground[this.lighting]);
    return true;
  }

  applyGlass(): void {
    this.#materials.setGlassOpacity(glassOpacity(this.#view().seeThrough));
  }

  /** Sets the color of targets, which a previewed board has too. */
  setTargetColor(color: Color): void {
    this.#materials.setTargetColor(color);
  }

  /** Calls back when the system switches between light and dark; returns the unsubscribe function. */
  watchScheme(changed: () => void): () => void {
    this.#darkScheme.addEventListener("change", changed);
    return () => this.#darkScheme.removeEventListener("change", changed);
  }

  dispose(): void {
    this.#materials.dispose();
  }

  #makeMaterials(): MaterialCache {
    const { family, seeThrough } = this.#view();
    const materials = new MaterialCache({ family, lighting: this.lighting });
    materials.setGlassOpacity(glassOpacity(seeThrough));
    return materials;
  }
}

function linearTint({ color, opacity }: Glass): readonly [number, number, number, number] {
  const { r, g, b } = new Color(color);
  return [r, g, b, opacity];
}
