// How a person likes to look at the game: kept between visits, no part of the game.
import type { Color } from "../wire/snapshot";

/** Where the camera stands; "mine" is the view a person has kept. */
export type Preset = "white" | "black" | "top" | "side" | "front" | "mine";
export type Layout = "both" | "scene" | "map";
export type Theme = "system" | "light" | "dark";
export type Quality = "auto" | "low" | "high";

/** A place to look from: angles in radians, azimuth 0 behind White, elevation 0 level; 1 shows the whole set. */
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
  /** The boards pulled apart in height. */
  readonly exploded: boolean;
  /** One level in focus, the others thin; null shows all alike. */
  readonly focus: "W" | "N" | "B" | null;
  /** 0 solid to 1 clear. */
  readonly seeThrough: number;
  /** Square names in the views. */
  readonly labels: boolean;
  /** Squares attacked by this side are marked. */
  readonly threats: Color | null;
  readonly boardTheme: string;
  readonly pieceTheme: string;
  readonly sound: boolean;
  /** All 24 instances with names and coordinates. */
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
  seeThrough: 0.5,
  labels: false,
  threats: null,
  boardTheme: "glass",
  pieceTheme: "classic",
  sound: true,
  debug: false,
};
