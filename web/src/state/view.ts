// How a person likes to look at the game: kept between visits, no part of the game.
import type { Color } from "../wire/snapshot";

export type Preset = "white" | "black" | "top" | "side" | "front";
export type Layout = "both" | "scene" | "map";
export type Theme = "system" | "light" | "dark";
export type Quality = "auto" | "low" | "high";

export interface ViewOptions {
  readonly layout: Layout;
  /** The side at the bottom of the map and nearest in the 3D view. */
  readonly bottom: Color;
  readonly preset: Preset;
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
