// View options: how the player looks at the game. They are stored between visits and are not part of the game.
import type { Color } from "../wire/snapshot";
import type { MainLevel } from "../wire/world";

/** Camera presets; "mine" is the player's saved view. */
export const PRESETS = ["white", "black", "showcase", "top", "side", "front", "mine"] as const;
export type Preset = (typeof PRESETS)[number];

export const LAYOUTS = ["both", "scene", "map"] as const;
export type Layout = (typeof LAYOUTS)[number];

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** The families of sets, as the picker shows them; each has boards, stand and pieces made for each other. */
export const FAMILY_NAMES = ["amber", "chrome", "gold", "walnut", "ivory", "neon", "blueprint", "contrast"] as const;
export type FamilyName = (typeof FAMILY_NAMES)[number];

export const QUALITIES = ["auto", "low", "high"] as const;
export type Quality = (typeof QUALITIES)[number];

export const MAIN_LEVELS = ["W", "N", "B"] as const satisfies readonly MainLevel[];

/** The storeys of the set: each main board, and the attack boards above it. */
export const STOREYS = 2 * MAIN_LEVELS.length;

/** A camera's viewpoint. Angles are in radians: azimuth 0 is behind White, elevation 0 level. Zoom 1 shows the whole set. */
export interface SavedView {
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly target: readonly [number, number, number];
}

export interface ViewOptions {
  readonly layout: Layout;
  /** The side at the bottom of the map and nearest in the 3D view. */
  readonly bottom: Color;
  readonly preset: Preset;
  readonly myView: SavedView | null;
  readonly theme: Theme;
  readonly quality: Quality;
  /** Whether the boards are pulled apart in height. */
  readonly exploded: boolean;
  /** The level in focus, the others being faded; null for none. */
  readonly focus: MainLevel | null;
  /** The storey that the slicer shows, from 0 at the bottom; the other boards are clear glass. Null shows all. */
  readonly slice: number | null;
  /** The glass, from 0 (solid) to 1 (clear). */
  readonly seeThrough: number;
  /** Whether every square shows its name. */
  readonly labels: boolean;
  /** The side whose attacked squares are marked. */
  readonly threats: Color | null;
  /** The boards, stand and pieces. */
  readonly family: FamilyName;
  /** How loud sounds are, from 0 (off) to 1. */
  readonly volume: number;
  /** Whether single keys step through the moves and flip the boards. */
  readonly shortcuts: boolean;
  /** Whether every square of all 27 boards is outlined and named. Kept in the address, `?debug`. */
  readonly debug: boolean;
}

export const DEFAULT_VIEW: ViewOptions = {
  layout: "both",
  bottom: "white",
  preset: "white",
  myView: null,
  theme: "system",
  quality: "auto",
  exploded: false,
  focus: null,
  slice: null,
  seeThrough: 0.5,
  labels: false,
  threats: null,
  family: "amber",
  volume: 0.6,
  shortcuts: true,
  debug: false,
};
